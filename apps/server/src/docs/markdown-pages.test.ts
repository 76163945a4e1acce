import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMarkdown } from './markdown-pages.ts';
import { readDocuments } from './pages.ts';
import { createLinkResolver, FILES, TRY_PATH } from './site-map.ts';
import { createSite } from './site.ts';

const { api, errors, files } = readDocuments(join(import.meta.dirname, '../../../..'));
const resolveLink = createLinkResolver(api, errors);
const { pages, index } = createMarkdown({ api, errors, documents: files, resolveLink });
const site = createSite({ api, errors, documents: files, canSend: true, productUrl: null });

/** These are pages of HTML alone. */
const isChinese = (path: string): boolean => /^\/docs\/zh(?:\/|$)/.test(path);

/** The site's own links in Markdown, without code and without what comes after `#`. */
const linksOf = (markdown: string): string[] =>
  [...markdown.replaceAll(/^```.*?^```$/gms, '').matchAll(/\]\((\/[^)#\s]*)/g)].map(([, link = '']) => link);
const SERVED = new Set([
  '/openapi.json',
  '/openapi.yaml',
  TRY_PATH,
  ...FILES.map(({ path }) => path),
  ...[...pages.keys()].map((path) => `${path}.md`),
  ...site.paths.filter(isChinese),
]);

it('has every page in English but the form for calls', () => {
  expect(site.paths.filter((path) => !pages.has(path) && !isChinese(path))).toEqual([TRY_PATH]);
});

it.each([...pages])('%s has a title, its text, and links that lead somewhere', (_, markdown) => {
  expect(markdown).toMatch(/^(<!--.*?-->\n+)?# .+\n\n.{10}/s);
  expect(linksOf(markdown).filter((link) => !SERVED.has(link))).toEqual([]);
  const relative = markdown.replaceAll(/^```.*?^```$/gms, '').match(/\]\((?!\/|https?:|#)[^)]+\)/g) ?? [];
  expect(relative).toEqual([]);
});

it('says what the pages say', () => {
  expect(pages.get('/docs/errors/VALIDATION_FAILED')).toMatch(/^# 40001 VALIDATION_FAILED\n/);
  expect(pages.get('/docs/operations/createIntent')).toMatch(
    /^# Create an intent\n.*POST \/api\/v1\/intents/s,
  );
  expect(pages.get('/docs/packages/mcp')).toContain('](/docs/guides/let-an-agent-draft.md)');
});

it('is indexed for agents, and the index names nothing that is not served', () => {
  const links = linksOf(index);
  expect(links).toEqual(
    expect.arrayContaining(['/docs.md', '/docs/errors.md', '/docs/guides/first-purchase.md']),
  );
  expect(links.filter((link) => !SERVED.has(link))).toEqual([]);
  expect(index).not.toMatch(/\]\((?!\/)/);
  expect(index).toMatch(/^# Procurement Intent Service\n\n> /);
});
