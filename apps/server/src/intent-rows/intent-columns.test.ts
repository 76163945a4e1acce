import { expect, expectTypeOf, it } from 'vitest';
import { database, useDatabase } from '../../test/use-database.ts';
import type { Intent } from '#prisma';
import { CREATED_KEYS, type IntentRow, INTENTS, NOTHING_YET } from './intent-columns.ts';

useDatabase({ poolSize: 1 });

it('has the rows that Prisma has', () => {
  expectTypeOf<IntentRow>().toEqualTypeOf<Intent>();
});

it('has the columns of the table, with their types, and the defaults of those that a create leaves out', async () => {
  const columns = await database.rows<{ name: string; type: string; isLater: boolean }>(
    `SELECT attname AS "name", format_type(atttypid, NULL) AS "type",
       NOT attnotnull OR atthasdef AS "isLater"
     FROM pg_attribute WHERE attrelid = '"intents"'::regclass AND attnum > 0 AND NOT attisdropped`,
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
