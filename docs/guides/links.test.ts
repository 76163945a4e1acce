import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
/** Every page of the repository; what a release is made of has no links. */
const PAGES = globSync('**/*.md', {
  cwd: ROOT,
  exclude: (path) => /(^|\/)(node_modules|dist|\.cache|\.changeset)$/.test(path),
}).sort();
const FILES = globSync(
  ['*.*', '.[a-z]*.mjs', '{apps,packages,scripts,bench,deploy,docs}/**/*.{ts,mjs,prisma,sql,yaml,py,sh}'],
  { cwd: ROOT, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) },
).map((path) => `/${path}`);
/** Files that the reader writes from a block of a page that has no name of a file. */
const READERS_OWN = new Set(['openapi-ts.config.ts']);

const proseOf = (page: string): string =>
  readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```.*?^```$/gms, '');

/** The link targets of a page inside the repository, without the part after `#`. */
function targets(page: string): string[] {
  return [...proseOf(page).matchAll(/\]\((?!https?:|#)([^)\s#]+)/g)].map(([, target]) => target ?? '');
}

/** Names and paths of source files in the code spans of a page. */
function fileNames(page: string): string[] {
  const names = proseOf(page).matchAll(/(?<=[`\s])[\w.@/-]+\.(?:ts|mjs|prisma|sql|yaml|py|sh)(?=[`\s])/g);
  const written = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^```\w+ (\S+)$/gm)];
  const readersOwn = new Set([...READERS_OWN, ...written.map(([, name]) => name)]);
  return [...names].map(([name]) => name).filter((name) => !readersOwn.has(name));
}

it('finds the pages', () => {
  expect(PAGES).toEqual(expect.arrayContaining(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']));
});

it.each(PAGES)('every link of %s has a target', (page) => {
  expect(targets(page).filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([]);
});

it.each(PAGES)('every source file that %s names exists', (page) => {
  expect(fileNames(page).filter((name) => !FILES.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
});

it('every test that the table of holes names exists', () => {
  const rows = proseOf('docs/decisions/0020-holes-in-the-money-path.md').match(/^\| .* \|$/gm) ?? [];
  const names = rows.slice(1).flatMap((row) => [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)]);
  expect(names.length).toBeGreaterThan(rows.length - 2);
  const missing = names.filter(([, name]) => !FILES.some((file) => file.endsWith(`/${name}.test.ts`)));
  expect(missing.map(([, name]) => name)).toEqual([]);
});
