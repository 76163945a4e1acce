import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '..', '..');
const HOUSES = [
  'apps/*/src/**/*.ts',
  'packages/*/src/**/*.ts',
  'apps/server/prisma/{schema.prisma,functions.sql}',
];
const RECORD = 'docs/decisions/0013-versions-and-releases.md';

const read = (file: string): string => readFileSync(join(REPOSITORY, file), 'utf8');
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** A piece that serves the release before is marked with `@compat` and its name. */
const MARK = /@compat (\w+)/g;
const ROW = /^\| `(\w+)` /gm;
/** What speaks of a release before, and is therefore such a piece. */
const SPEAKS = /\b(?:release before|(?:previous|older) release)\b/gi;
/** Files that speak of releases because that is what they are about. */
const ABOUT_RELEASES = new Set(['apps/server/src/postgres/migrations/migrate.ts']);

const files = globSync(HOUSES, { cwd: REPOSITORY }).filter((file) => !/\.test\.ts$|\/generated\//.test(file));

it('has a row for each piece that serves the release before, and a piece for each row', () => {
  expect(files.length).toBeGreaterThan(500);
  const marks = files.flatMap((file) => all(read(file), MARK));
  expect(marks.toSorted()).toEqual(all(read(RECORD), ROW).toSorted());
});

it('has a mark in each file that speaks of the release before', () => {
  const unmarked = files.filter((file) => {
    const text = read(file);
    return text.search(SPEAKS) >= 0 && text.search(MARK) < 0 && !ABOUT_RELEASES.has(file);
  });
  expect(unmarked).toEqual([]);
});
