import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, it } from 'vitest';
import type { Intent, Prisma } from '#prisma';
import { database, useDatabase } from '../../test/support/use-database.ts';
import { CREATED_KEYS, type IntentRow, INTENTS, NOTHING_YET } from './intent-columns.ts';

const ROOT = join(import.meta.dirname, '../../../..');

useDatabase({ poolSize: 1 });

/** Columns that only the release before reads, or functions of the database alone. */
const LEFT_OUT = ['reconcileStep', 'copiedAt'];

const at = (n: number): Date => new Date(Date.UTC(2026, 0, 1, 0, n));
/** A value of each type, different for each column as far as the type allows. */
const VALUES: Record<string, (key: string, n: number) => unknown> = {
  text: (key) => key,
  int: (_key, n) => n,
  bigint: (_key, n) => BigInt(n),
  timestamptz: (_key, n) => at(n),
  boolean: () => true,
  jsonb: (key) => ({ [key]: 'text' }),
  '"Platform"': () => 'PLATFORM_B',
  '"IntentStatus"': () => 'PROCESSING',
};

it('reads each column under the key under which Prisma writes it', async () => {
  const values = INTENTS.keys.map((key, n) => [key, VALUES[INTENTS.table[key].type]?.(key, n)] as const);
  const row = Object.fromEntries(values) as Prisma.IntentUncheckedCreateInput;
  await database.intent.create({ data: row });
  expect(await database.rows(`SELECT ${INTENTS.read(INTENTS.keys)} FROM "intents"`)).toEqual([row]);
});

it('alone knows the columns whose names differ from their keys', () => {
  const renamed = INTENTS.keys
    .map((key) => INTENTS.name(key))
    .filter((name) => !(name.slice(1, -1) in INTENTS.table));
  expect(renamed).not.toEqual([]);
  const files = globSync(['apps/server/src/**/*.ts', 'bench/{sdk,server}/**/*.ts'], { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|\/generated\//.test(file),
  );
  const texts = files.map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
  const quoted = texts.filter(({ text }) => renamed.some((name) => text.includes(name)));
  expect(quoted.map(({ file }) => file)).toEqual([]);
});

it('has the rows that Prisma has', () => {
  expectTypeOf<IntentRow>().toEqualTypeOf<Intent>();
});

it('has the columns of the table, with their types, and the defaults of those that a create leaves out', async () => {
  const columns = await database.rows<{ name: string; type: string; isLater: boolean }>(
    `SELECT attname AS "name", format_type(atttypid, NULL) AS "type",
       NOT attnotnull OR atthasdef AS "isLater"
     FROM pg_attribute WHERE attrelid = '"intents"'::regclass AND attnum > 0 AND NOT attisdropped
       AND attname <> ALL ($1::text[])`,
    [LEFT_OUT],
  );
  const types = INTENTS.keys.map((key) => [
    INTENTS.name(key).replaceAll('"', ''),
    INTENTS.table[key].type.replace(/^int$/, 'integer').replace(/^timestamptz$/, 'timestamp with time zone'),
  ]);
  expect(types.toSorted()).toEqual(columns.map(({ name, type }) => [name, type]).toSorted());
  const filledByTable = columns.filter(({ isLater }) => isLater).map(({ name }) => name);
  const later = Object.keys(NOTHING_YET) as (keyof IntentRow)[];
  expect(filledByTable).toEqual(
    expect.arrayContaining(later.map((key) => INTENTS.name(key).replaceAll('"', ''))),
  );
  expect([...CREATED_KEYS, ...later].toSorted()).toEqual(INTENTS.keys.toSorted());
});
