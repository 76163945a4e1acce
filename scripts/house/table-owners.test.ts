import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TABLES } from './table-owners.mjs';
import { modelsOf, type TableUse, tableUsesIn } from './table-uses.ts';

const SERVER = join(import.meta.dirname, '../../apps/server');
const SOURCES = join(SERVER, 'src');
const MODELS = modelsOf(readFileSync(join(SERVER, 'prisma/schema.prisma'), 'utf8'));

interface UseOfFile extends TableUse {
  file: string;
  room: string;
}

const USES: UseOfFile[] = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(?!generated\/|.*\.test\.ts$).*\.ts$/.test(file))
  .flatMap((file) =>
    tableUsesIn(readFileSync(join(SOURCES, file), 'utf8'), MODELS).map((use) => ({
      ...use,
      file,
      room: file.split('/', 1).join(),
    })),
  );

/** `room reads table`, or `writes`, once for each room but the owner of the table. */
const usesOfOthers = (uses: readonly Pick<UseOfFile, 'table' | 'kind' | 'room'>[]): string[] => {
  const ofOthers = uses.filter(({ table, room }) => TABLES[table]?.owner !== room);
  const writers = new Set(
    ofOthers.filter(({ kind }) => kind === 'write').map(({ table, room }) => `${room} writes ${table}`),
  );
  const readers = ofOthers
    .filter(({ table, room }) => !writers.has(`${room} writes ${table}`))
    .map(({ table, room }) => `${room} reads ${table}`);
  return [...writers, ...new Set(readers)].sort();
};

it('every table has an owner, which uses it', () => {
  expect(Object.keys(TABLES).sort()).toEqual([...MODELS.values()].sort());
  const isUsed = ([table, { owner }]: [string, { owner: string }]): boolean =>
    USES.some((use) => use.table === table && use.room === owner);
  expect(Object.entries(TABLES).filter((each) => !isUsed(each))).toEqual([]);
});

it('who else uses a table is declared, and who is declared uses it', () => {
  const declared = Object.entries(TABLES).flatMap(([table, { readers = {}, writers = {} }]) => [
    ...Object.keys(readers).map((room) => ({ table, room, kind: 'read' as const })),
    ...Object.keys(writers).map((room) => ({ table, room, kind: 'write' as const })),
  ]);
  expect(usesOfOthers(USES)).toEqual(usesOfOthers(declared));
});

describe('what the audit log tells of', () => {
  const recorded = Object.entries(TABLES).filter(([, row]) => row.recorded);

  it('is what the types of the database keep to units of work', () => {
    const [, listed = ''] = /type RecordedModel =([^;]+);/.exec(
      readFileSync(join(SOURCES, 'postgres/transaction.ts'), 'utf8'),
    )!;
    const models = [...listed.matchAll(/'(\w+)'/g)].map(([, model = '']) => MODELS.get(model));
    expect(models.sort()).toEqual(recorded.map(([table]) => table).sort());
  });

  it('is written by SQL of the declared files alone, and these write it', () => {
    const found = USES.filter(
      ({ table, kind, by }) => TABLES[table]?.recorded && kind === 'write' && by === 'sql',
    );
    const declared = recorded.flatMap(([table, row]) =>
      Object.keys(row.recorded ?? {}).map((file) => `${file} writes ${table}`),
    );
    expect([...new Set(found.map(({ file, table }) => `${file} writes ${table}`))].sort()).toEqual(
      declared.sort(),
    );
  });
});

it.each<[what: string, code: string, found: string[]]>([
  [
    'a read',
    'const A = `SELECT 1 FROM "apps" AS a JOIN "users" USING ("id")`;',
    ['sql read apps', 'sql read users'],
  ],
  ['an insert', 'const A = `INSERT INTO "apps" VALUES ($1)`;', ['sql write apps']],
  ['an update', 'const A = `UPDATE "apps" AS a SET "name" = $1`;', ['sql write apps']],
  ['a deletion', 'const A = `DELETE FROM "apps"`;', ['sql write apps']],
  ['a table that a function gets', `updateFreeRows({ table: '"apps"', given })`, ['sql write apps']],
  [
    'a table that is a parameter',
    'const A = (table: string) => `UPDATE "${table}" SET`;\nA(\'apps\');',
    ['sql write apps'],
  ],
  ['a model that is read', 'await database.app.findMany({ where })', ['prisma read apps']],
  ['a model that is written', 'transaction.appSecret.updateMany({ data })', ['prisma write app_secrets']],
  ['a call on another line', 'transaction\n  .user\n  .create({ data })', ['prisma write users']],
  ['an alias', 'const A = `SELECT count(*) AS "apps"`;', []],
  ['a comment', '// as in "apps"\n/** UPDATE "apps" */', []],
  ['another method', 'entry.app.catch(() => null)', []],
])('%s is found', (_what, code, found) => {
  expect(tableUsesIn(code, MODELS).map(({ table, kind, by }) => `${by} ${kind} ${table}`)).toEqual(found);
});
