import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGES = globSync(['*.md', 'docs/**/*.md', '{packages,apps}/*/README.md', '{bench,deploy}/*.md'], {
  cwd: ROOT,
}).sort();

/** What a page links to inside the repository, without the part after `#`. */
function targets(page: string): string[] {
  const prose = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```.*?^```$/gms, '');
  return [...prose.matchAll(/\]\((?!https?:|#)([^)\s#]+)/g)].map(([, target]) => target ?? '');
}

it('finds the pages', () => {
  expect(PAGES).toEqual(expect.arrayContaining(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']));
});

it.each(PAGES)('every link of %s leads to something', (page) => {
  expect(targets(page).filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([]);
});
