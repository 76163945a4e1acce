import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readDocuments } from './pages.ts';
import { createRenderer } from './render-markdown.ts';
import { anchorOf, FILES, SOURCES, TRANSLATIONS } from './site-map.ts';
import { createSite } from './site.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const { api, errors, files } = readDocuments(ROOT);
const site = createSite({ api, errors, documents: files, canSend: true, productUrl: null });
const pages = new Map<string, string>();
for (const path of site.paths) pages.set(path, await site.render(path));

/** Files that the service serves beside the pages. */
const SERVED = new Set([
  '/openapi.json',
  '/openapi.yaml',
  '/docs/icon.svg',
  '/docs/page.css',
  ...FILES.map(({ path }) => path),
]);
/** What the documents name and the service does not serve: only readers of the repository need it. */
const IN_THE_REPOSITORY = [
  'deploy/roles.sql',
  'bench/results/faults.md',
  'bench/results/server.md',
  'decisions/0019-what-a-list-may-cost.md',
  'packages/contract/src/gateway',
  'src/app.ts',
  'src/items.ts',
];

const idsOf = (html: string) => [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);

it('renders every document that its map names', () => {
  for (const { path, file } of SOURCES) {
    expect(files.get(file), file).toBeTruthy();
    expect(pages.get(path), path).toContain('<h1');
  }
});

/** Whether an address is a page or a file of the service, and its anchor a heading of the page. */
function leadsSomewhere(address: string): boolean {
  const [path = '', anchor] = address.replace(/\?lang=(?:en|zh)$/, '').split('#');
  const page = pages.get(path);
  if (page === undefined) return SERVED.has(path) || path.startsWith('/api/');
  return anchor === undefined || idsOf(page).includes(anchor);
}

it.each([...pages])('%s links only to pages and headings that exist', (from, html) => {
  const links = [...html.matchAll(/href="((?:\/|#)[^"]*)"/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => !leadsSomewhere(link.startsWith('#') ? from + link : link))).toEqual([]);
});

it.each([...pages])('%s uses each id once', (_, html) => {
  const ids = idsOf(html);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it('names every file that is only in the repository, and leads nowhere for none', () => {
  const named = [...pages.values()].flatMap((html) => [
    ...html.matchAll(/\(<code>([^<]+)<\/code> in the repository\)/g),
  ]);
  expect([...new Set(named.map(([, file]) => file))].sort()).toEqual([...IN_THE_REPOSITORY].sort());
});

it('links each operation and each error from every page that shows them', () => {
  expect(pages.get('/docs/guides/first-purchase')).toContain('href="/docs/reference/lifecycle"');
  expect(pages.get('/docs/operations/createIntent')).toContain('href="/docs/errors/SIGNATURE_REUSED"');
});

it('lets long names in tables break', () => {
  expect(pages.get('/docs/reference/settings')).toContain('<code>WEBHOOK_<wbr>LOOPBACK_<wbr>ORIGINS</code>');
  expect(pages.get('/docs/reference/bearer')).toContain('/<wbr>:deliveryId/retry</code>');
  expect(pages.get('/docs/packages/sdk')).toContain('<code>isAllowed(<wbr>&#39;cancel');
});

it('leaves out raw HTML, scripts and images of a document, and escapes its code', async () => {
  const render = await createRenderer(() => null);
  const { content } = render({
    file: 'docs/guides/x.md',
    path: '/docs/x',
    markdown: [
      '# A <b>title</b>',
      '<script>alert(1)</script>',
      '![picture](https://elsewhere.example/x.png)',
      '`<i>` and [away](javascript:alert(1))',
      '```html\n<script>\n```',
      '| a |\n| --- |\n| <img src=x onerror=alert(1)> |',
    ].join('\n\n'),
  });
  expect(content).not.toMatch(/<(?:script|img|b|i)\b|href="javascript/);
  expect(content).toContain('<code>&lt;i&gt;</code>');
  expect(content).toContain('&lt;script&gt;');
});

interface Entry {
  url: string;
  title: string;
  text: string;
}

async function entriesIn(language: 'en' | 'zh'): Promise<Entry[]> {
  const source = await site.renderIndex(language);
  return JSON.parse(source.slice('export default '.length, -2)) as Entry[];
}

it('indexes every page and its parts, by addresses that exist', async () => {
  const entries = await entriesIn('en');
  expect(entries.map(({ url }) => url).filter((url) => !leadsSomewhere(url))).toEqual([]);
  const find = (word: string) => entries.filter(({ text, title }) => `${title} ${text}`.includes(word));
  expect(find('DATA_KEY').map(({ url }) => url)).toContain('/docs/reference/settings');
  expect(find('签名').map(({ url }) => url)).toContain('/docs/errors/SIGNATURE_INVALID');
  expect(find('cancelIntent').length).toBeGreaterThan(0);
});

it('indexes in Chinese what is there in Chinese, and the rest in English', async () => {
  const entries = await entriesIn('zh');
  const urls = entries.map(({ url }) => url.split('#')[0] ?? '');
  expect(entries.map(({ url }) => url).filter((url) => !leadsSomewhere(url))).toEqual([]);
  expect(urls).toEqual(
    expect.arrayContaining(['/docs/zh/guides/sign-a-request', '/docs/zh/errors/INTERNAL']),
  );
  expect(urls).toContain('/docs/operations/createIntent');
  expect(urls).not.toContain('/docs/guides/sign-a-request');
  expect((await entriesIn('en')).filter(({ url }) => url.startsWith('/docs/zh'))).toEqual([]);
});

const CHINESE = [...pages].filter(([path]) => site.chinesePathOf(path) !== null);

it('has every document and every error in Chinese that there is', () => {
  const paths = CHINESE.map(([path]) => path);
  expect(paths).toEqual(expect.arrayContaining(['/docs', '/docs/errors', '/docs/guides/going-live']));
  for (const { name } of errors) expect(paths).toContain(`/docs/errors/${name}`);
  const translated = SOURCES.filter(({ file }) => TRANSLATIONS.some((each) => each.file === file));
  expect(paths).toEqual(expect.arrayContaining(translated.map(({ path }) => path)));
});

it.each(CHINESE)('%s and its page in Chinese name each other and their languages', (path, english) => {
  const chinese = pages.get(site.chinesePathOf(path) ?? '') ?? '';
  expect(english).toContain('<html lang="en">');
  expect(chinese).toContain('<html lang="zh-CN">');
  for (const html of [english, chinese]) {
    expect(html).toContain(`<link rel="alternate" hreflang="en" href="${path}" />`);
    expect(html).toContain(`<link rel="alternate" hreflang="zh-CN" href="${site.chinesePathOf(path)}" />`);
  }
  expect(english).toContain(`href="${site.chinesePathOf(path)}?lang=zh" lang="zh-CN"`);
  expect(chinese).toContain(`href="${path}?lang=en" lang="en"`);
  const main = /<main[^>]*>(.*)<\/main>/s.exec(chinese)?.[1] ?? '';
  expect(main).toMatch(/\p{Script=Han}{4}/u);
});

it('leads from Chinese to Chinese, and from a page in English alone to the first page in Chinese', () => {
  const guide = pages.get('/docs/zh/guides/retries-and-idempotency') ?? '';
  expect(guide).toContain('href="/docs/zh/reference/lifecycle#采购失败的原因"');
  expect(guide).toContain('href="/docs/zh/errors"');
  expect(guide).toContain('<a href="/docs/operations/createIntent" hreflang="en">');
  expect(guide).not.toMatch(/<p><a href="[^"]*">English<\/a><\/p>/);
  expect(pages.get('/docs/operations/createIntent')).toContain('href="/docs/zh?lang=zh" lang="zh-CN"');
});

it('keeps the anchors of the text in English, so that a link to a heading leads there in Chinese, too', () => {
  for (const [path, html] of CHINESE) {
    const chinese = idsOf(pages.get(site.chinesePathOf(path) ?? '') ?? '');
    const anchors = path === '/docs' ? [] : idsOf(html).filter((id) => !id.startsWith('page-'));
    expect(
      anchors.filter((id) => !chinese.includes(id)),
      path,
    ).toEqual([]);
  }
});

it('states the deprecation policy and how a test environment is addressed', () => {
  const overview = pages.get('/docs') ?? '';
  expect(overview).toMatch(/at least 6 months ahead.*<code>Deprecation<\/code>.*<code>Sunset<\/code>/s);
  expect(overview).toMatch(/test environment is another deployment.*<code>PROCUREMENT_BASE_URL<\/code>/s);
  expect(pages.get('/docs/guides/versions')).toContain('RFC 9745');
});

it.each(SOURCES.filter(({ beside }) => beside))(
  '$path shows the files of the repository, and no other',
  async ({ file, beside = [], path }) => {
    const folder = dirname(file);
    const { stdout } = await promisify(execFile)('git', ['ls-files', folder], { cwd: ROOT });
    const committed = stdout
      .trim()
      .split('\n')
      .map((each) => each.slice(folder.length + 1));
    const shown = committed.filter((each) => each !== 'README.md' && !each.endsWith('.test.ts'));
    expect([...beside].sort()).toEqual(shown.sort());
    for (const each of beside) expect(idsOf(pages.get(path) ?? '')).toContain(anchorOf(each));
  },
);
