import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS_DIR } from '../../open-database.ts';
import { readMigrations, splitStatements } from './migration-files.ts';

function read(sql: string) {
  const dir = mkdtempSync(join(tmpdir(), 'migration-files-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, '1_one'));
  writeFileSync(join(dir, '1_one', 'migration.sql'), sql);
  return readMigrations(dir)[0];
}

it.each([
  ['a;b', ['a', 'b']],
  ['a;\n;b ;\n', ['a', 'b']],
  ["SELECT ';''';x", ["SELECT ';'''", 'x']],
  ['SELECT ";""";x', ['SELECT ";"""', 'x']],
  ['a -- no; end\nb;c', ['a  \nb', 'c']],
  ['a /* no;\n end */ b;c', ['a   b', 'c']],
  ['DO $$ a; b $$; c', ['DO $$ a; b $$', 'c']],
  ['DO $x$ a; $$ b $x$; c', ['DO $x$ a; $$ b $x$', 'c']],
  ['-- nothing', []],
])('%j is these statements', (sql, statements) => {
  expect(splitStatements(sql)).toEqual(statements);
});

it('takes steps only from a file whose first line asks for it', () => {
  expect(read('-- outside a transaction\nSELECT 1;\nSELECT 2;')?.steps).toEqual(['SELECT 1', 'SELECT 2']);
  expect(read('-- outside a transaction\r\nSELECT 1')?.steps).toEqual(['SELECT 1']);
  expect(read('SELECT 1;\n-- outside a transaction\n')?.steps).toBeNull();
  expect(read('-- outside a transaction, they said\nSELECT 1')?.steps).toBeNull();
});

it.each([
  'CREATE INDEX CONCURRENTLY ON widgets (id)',
  'CREATE INDEX CONCURRENTLY widgets_id ON widgets (id)',
  'create unique index concurrently "widgets_id" on widgets (id)',
])('refuses a build that could not be repeated: %s', (step) => {
  expect(() => read(`-- outside a transaction\n${step};`)).toThrow(
    `migration 1_one must name its index and say IF NOT EXISTS: ${step}`,
  );
});

// These two were merged with one time. Databases have recorded both by name, so that neither can be renamed: to a database
// that has it, a release without its name refuses to start. They touch different tables, in whichever order they run.
const OF_ONE_TIME = ['20261122070000_lookups_of_apps', '20261122070000_orders_to_compare'];

it('runs in the order of times, of which each migration has its own', () => {
  const names = readMigrations(MIGRATIONS_DIR).map(({ name }) => name);
  const byTime = Map.groupBy(names, (name) => name.split('_', 1).join());
  expect(names.filter((name) => !/^[0-9]{14}_[a-z0-9_]+$/.test(name))).toEqual([]);
  expect([...byTime.values()].filter((ofTime) => ofTime.length > 1)).toEqual([OF_ONE_TIME]);
});
