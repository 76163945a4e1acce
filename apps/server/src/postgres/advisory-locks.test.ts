import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { database, useDatabase } from '../../test/support/use-database.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

useDatabase({ poolSize: 1 });

const SOURCES = join(import.meta.dirname, '..');
const FUNCTIONS = readFileSync(join(SOURCES, '../prisma/functions.sql'), 'utf8');

it('no two locks of the service are one', async () => {
  const names = [...FUNCTIONS.matchAll(/advisory\w*\(hashtext\('(\w+)'\)\)/g)].map(([, name]) => name);
  expect(names).not.toEqual([]);
  const hashes = await database.$queryRaw<{ id: number }[]>`
    SELECT hashtext("name") AS "id" FROM unnest(${names}::text[]) AS names("name")`;
  const ids = [...Object.values<number>(ADVISORY_LOCKS), ...hashes.map(({ id }) => id)];
  expect(new Set(ids).size).toBe(ids.length);
});

it('every statement takes a lock of the table, or one of a name', () => {
  const code = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?!generated\/|.*\.test\.ts$).*\.ts$/.test(file))
    .map((file) => readFileSync(join(SOURCES, file), 'utf8'));
  const taken = [...code, FUNCTIONS].flatMap((text) =>
    [...text.matchAll(/pg_(?:try_)?advisory_\w+\(([^)]{1,16})/g)].map(([, argument = '']) => argument),
  );
  expect(taken.length).toBeGreaterThan(5);
  // `$1` is that of `withLock`, which gets its id from the table.
  expect(taken.filter((argument) => !/^(?:\$\{ADVISORY_LOCKS|hashtext|\$1$)/.test(argument))).toEqual([]);
});
