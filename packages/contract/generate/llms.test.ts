import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outputs, summarise } from './llms.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

it('lists every guide, every reference page and the README of every package once, each with a sentence', async () => {
  const { 'llms.txt': text = '' } = await outputs();
  const links = [...text.matchAll(/^- \[([^\]]+)\]\(([^)]+)\): (.+)$/gm)];
  expect(links).toHaveLength(text.split('\n').filter((line) => line.startsWith('- ')).length);
  for (const [, title, path = '', sentence] of links) {
    expect(existsSync(join(ROOT, path)), path).toBe(true);
    expect(title, path).toMatch(/^\S.+/);
    expect(sentence, path).toMatch(/\.$/);
  }
  const paths = links.map(([, , path]) => path);
  expect(new Set(paths).size).toBe(paths.length);
  const pages = globSync(['docs/{guides,reference}/*.md', '{packages,apps}/*/README.md'], { cwd: ROOT });
  expect(paths).toEqual(expect.arrayContaining(pages));
});

it('begins with the title and the purpose of the product', async () => {
  const { 'llms.txt': text = '' } = await outputs();
  expect(text).toMatch(
    /^# Procurement Intent Service\n\n> Buy from e-commerce platforms by API\.\n\n## Guides\n/,
  );
});

it('takes the first sentence of prose, without comments, tables and links', () => {
  const page =
    '<!-- Generated -->\n\n# Limits\n\n## Rates\n\n| a |\n\nSee [it](x.md): `1.5` a\nsecond. More.\n';
  expect(summarise(page)).toEqual({ title: 'Limits', sentence: 'See it.' });
  expect(summarise('# A\n\nCosts `1.5` yuan\na piece. More.').sentence).toBe('Costs `1.5` yuan a piece.');
});
