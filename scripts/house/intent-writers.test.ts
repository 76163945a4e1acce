import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FENCES, INTENT_WRITERS } from './intent-writers.mjs';
import { declarationsOf, fencesIn, functionsOf, writersIn, writersInSql } from './intent-writes.ts';
import { TABLES } from './table-owners.mjs';

const SERVER = join(import.meta.dirname, '../../apps/server');
const FUNCTIONS = 'prisma/functions.sql';
const read = (file: string): string => readFileSync(join(SERVER, file), 'utf8');

const SOURCES = readdirSync(join(SERVER, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(?!generated\/|.*\.test\.ts$).*\.ts$/.test(file))
  .map((file) => `src/${file}`);

/** The text that the condition of a writer is in. */
function textOf(key: string): string {
  const [file = '', name = ''] = key.split(' ');
  if (file === FUNCTIONS) return functionsOf(read(file)).get(name) ?? '';
  return declarationsOf(read(file), [name, ...(INTENT_WRITERS[key]?.with ?? [])]);
}

describe('the table of the writers of intents', () => {
  it('has every statement that writes them, and no other', () => {
    const found = [
      ...SOURCES.flatMap((file) => writersIn(read(file)).map((writer) => ({ file, ...writer }))),
      ...writersInSql(read(FUNCTIONS)).map((writer) => ({ file: FUNCTIONS, ...writer })),
    ];
    const declared = Object.entries(INTENT_WRITERS).map(([key, { writes }]) => [key, writes]);
    expect(Object.fromEntries(found.map(({ file, name, writes }) => [`${file} ${name}`, writes]))).toEqual(
      Object.fromEntries(declared),
    );
  });

  it.each(Object.entries(INTENT_WRITERS))('names the fence of %s', (key, { fences }) => {
    expect(fencesIn(textOf(key))).toEqual(expect.arrayContaining(fences));
  });

  it('has the files whose SQL writes them beside the audit log', () => {
    const files = new Set(Object.keys(INTENT_WRITERS).map((key) => key.split(' ', 1).join()));
    const missing = Object.keys(TABLES['intents']?.recorded ?? {}).filter(
      (file) => !files.has(`src/${file}`),
    );
    expect(missing).toEqual([]);
  });

  it('uses every fence', () => {
    const used = new Set(Object.values(INTENT_WRITERS).flatMap(({ fences }) => fences));
    expect([...used].sort()).toEqual(Object.keys(FENCES).sort());
  });
});

describe('a writer', () => {
  it.each<[what: string, code: string, found: string[]]>([
    ['an insert', 'const A = `INSERT INTO "intents" VALUES ($1)`;', ['A insert']],
    ['an update in a function', 'function f() { run`UPDATE "intents" AS i SET "x" = 1`; }', ['f update']],
    ['a deletion in a method', 'const s = () => ({ m() { run("DELETE FROM intents"); } });', ['m delete']],
    [
      'two statements',
      'const A = `UPDATE "intents" SET x`; const B = `UPDATE "intents" SET y`;',
      ['A update', 'B update'],
    ],
    [
      'a table that is a parameter',
      'const A = (table) => `UPDATE "${table}" SET`; A(\'intents\');',
      ['A update'],
    ],
    ['the builder', `const A = updateFreeRows({ table: '"intents"', given });`, ['A update']],
    [
      'a change outside the fenced writer',
      'function f() { return changeRow(target, change); }',
      ['f update'],
    ],
    ['a call of Prisma', 'const f = () => transaction.intent.updateMany({ data });', ['f update']],
    ['a read', 'const A = `SELECT 1 FROM "intents"`;', []],
    [
      'another table',
      'const A = `UPDATE "intents_of" SET x`; const B = `DELETE FROM "archived_intents"`;',
      [],
    ],
    ['the builder of another table', `const A = updateFreeRows({ table: '"apps"', given });`, []],
    ['a comment', '// UPDATE "intents"\nconst a = 1;', []],
  ])('%s is found, or none', (_what, code, found) => {
    expect(writersIn(code).map(({ name, writes }) => `${name} ${writes.join()}`)).toEqual(found);
  });

  it('of SQL is found by its function', () => {
    const sql =
      'CREATE FUNCTION public.f(x text)\nAS $function$\n-- DELETE FROM "intents"\nUPDATE "intents" SET y;\n$function$;';
    expect(writersInSql(sql)).toEqual([{ name: 'f', writes: ['update'] }]);
  });

  it.each<[what: string, code: string, found: string[]]>([
    ['the next version', 'UPDATE "intents" AS i SET "version" = i."version" + 1 WHERE i."id" = w."id"', []],
    ['the next attempt', 'UPDATE "intents" SET "attempt" = "attempt" + 1', []],
    ['both that were read', '"version" = $2 AND "attempt" = w."attempt"', ['attempt', 'version']],
    [
      'the attempt of a look-up',
      'DELETE FROM "order_lookups" WHERE "intentId" = ${id} AND "attempt" = ${attempt}',
      ['attempt of the look-up'],
    ],
  ])('has the fences of its condition: %s', (_what, code, found) => {
    expect(fencesIn(code)).toEqual(found);
  });
});
