import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ERROR_NAMES, ROUTES } from '@procurement-intents/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExpressApp } from '../http/express-app.ts';
import { servePages } from '../http/pages.ts';
import type { RequestContext } from '../http/request-context.ts';
import { docsPages, type Documents, readDocuments, requireDocuments } from './pages.ts';
import { SOURCES } from './site-map.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const documents: Documents = readDocuments(ROOT);
const TRY_FILES = ['/docs/try.js', '/docs/signer.js'];
const servers: Server[] = [];

/** Serves the pages as the service does, and returns the function that gets one. */
async function serve(canSend: boolean) {
  const pages = servePages(docsPages(() => documents, { canSend, productUrl: 'http://shop.test/<items>/1' }));
  const app = createExpressApp();
  app.use((req, res, next) => pages.answer({ req, res } as unknown as RequestContext, next));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return (path: string, headers: Record<string, string> = {}) =>
    fetch(base + path, { headers: { 'accept-language': 'en', ...headers }, redirect: 'manual' });
}

type Get = Awaited<ReturnType<typeof serve>>;
let get: Get;
let getInProduction: Get;

beforeAll(async () => {
  [get, getInProduction] = await Promise.all([serve(true), serve(false)]);
});

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

const textOf = async (path: string) => (await get(path)).text();
const typeOf = (response: Response) => response.headers.get('content-type')?.split(';')[0];
// With If-None-Match, fetch sends Cache-Control: no-cache unless another value is given.
const getUnlessSame = (path: string, etag: string) =>
  get(path, { 'if-none-match': etag, 'cache-control': 'max-age=0' });

const OPERATION_PATHS = Object.keys(ROUTES).map((id) => `/docs/operations/${id}`);
const PATHS = [
  '/docs',
  '/docs/try',
  '/docs/reference/data',
  '/docs/errors',
  ...OPERATION_PATHS,
  ...SOURCES.map(({ path }) => path),
  ...[...ERROR_NAMES, 'UNKNOWN'].flatMap((name) => [`/docs/errors/${name}`, `/docs/zh/errors/${name}`]),
  '/docs/zh',
  '/docs/zh/errors',
  '/docs/zh/guides/going-live',
  '/docs/zh/reference/lifecycle',
];

describe('the document', () => {
  it.each([
    ['/openapi.json', 'application/json', 'json'],
    ['/openapi.yaml', 'application/yaml', 'yaml'],
  ] as const)('is served at %s as committed', async (path, type, notation) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(typeOf(response)).toBe(type);
    expect(await response.text()).toBe(documents[notation]);
  });

  it('fails to load when a file is missing', () => {
    expect(() => requireDocuments(join(ROOT, 'nowhere'))).toThrow('ENOENT');
    expect(() => requireDocuments(ROOT)).not.toThrow();
  });
});

describe('every page', () => {
  it.each(PATHS)('%s is HTML with one heading of the first level and a title', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(typeOf(response)).toBe('text/html');
    const html = await response.text();
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).toMatch(/<title>[^<]+ - (?:Procurement Intent Service|采购意图服务)<\/title>/);
  });

  it.each(PATHS)('%s has no inline script or style, so that the policy can forbid them', async (path) => {
    const html = await textOf(path);
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=/);
    expect(html).not.toMatch(/<[^>]+\son[a-z]+=/i);
  });

  it.each(['/docs', '/docs/page.js', '/docs/errors/INTERNAL', '/openapi.json'])(
    'sends the security headers on %s',
    async (path) => {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'self'; connect-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it.each([
    '/docs',
    '/docs/guides/sign-a-request',
    '/openapi.json',
    '/docs/page.css',
    '/docs/search-index.js',
  ])('is not sent again to a client that has %s', async (path) => {
    const first = await get(path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    await first.arrayBuffer();
    expect((await getUnlessSame(path, etag)).status).toBe(304);
  });

  it('is also found with a slash at its end, and not with another name', async () => {
    expect((await get('/docs/')).status).toBe(200);
    for (const path of [
      '/docs/errors/NO_SUCH_ERROR',
      '/docs/index.html',
      '/docs/..%2fpages.ts',
      '/docs/page',
    ]) {
      expect((await get(path)).status, path).toBe(404);
    }
  });
});

describe('Markdown beside a page', () => {
  const variesBy = ({ headers }: Response) => headers.get('vary')?.split(', ').includes('Accept');

  it.each(['/docs', '/docs/guides/sign-a-request', '/docs/operations/createIntent', '/docs/errors/INTERNAL'])(
    'of %s is at its path with .md, and what callers get who prefer it',
    async (path) => {
      const plain = await get(`${path}.md`);
      expect([plain.status, typeOf(plain)]).toEqual([200, 'text/markdown']);
      expect(plain.headers.get('content-security-policy')).toContain("default-src 'self'");
      const text = await plain.text();
      const preferred = await get(path, { accept: 'text/markdown, text/html;q=0.5' });
      expect([typeOf(preferred), variesBy(preferred)]).toEqual(['text/markdown', true]);
      expect(await preferred.text()).toBe(text);
      for (const accept of ['*/*', 'text/html,application/xhtml+xml,*/*;q=0.8', 'image/png']) {
        const page = await get(path, { accept });
        expect([typeOf(page), variesBy(page)], accept).toEqual(['text/html', true]);
        await page.arrayBuffer();
      }
    },
  );

  it('is listed in /llms.txt', async () => {
    const response = await get('/llms.txt');
    expect([response.status, typeOf(response)]).toEqual([200, 'text/plain']);
    expect(await response.text()).toContain('](/docs/guides/let-an-agent-draft.md)');
  });
});

describe('the language of a page', () => {
  const CHINESE = { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' };
  const PATH = '/docs/guides/sign-a-request';
  const answerTo = async (path: string, headers: Record<string, string>) => {
    const response = await get(path, headers);
    await response.arrayBuffer();
    const of = (name: string) => response.headers.get(name);
    return { status: response.status, location: of('location'), vary: of('vary'), cookie: of('set-cookie') };
  };
  const inEnglish = { status: 200, location: null, vary: 'Accept, Accept-Language, Cookie' };
  const toChinese = { ...inEnglish, status: 302, location: '/docs/zh/guides/sign-a-request' };

  it.each([
    ['zh-CN,zh;q=0.9,en;q=0.8', toChinese],
    ['zh-Hans', toChinese],
    ['en-US,en;q=0.9,zh;q=0.5', inEnglish],
    ['de', inEnglish],
    ['*', inEnglish],
  ])('is by Accept-Language: %s', async (language, expected) => {
    expect(await answerTo(PATH, { 'accept-language': language })).toMatchObject(expected);
  });

  it('is by the choice of the reader, which a cookie remembers for the reference alone', async () => {
    const { cookie, ...answer } = await answerTo(`${PATH}?lang=en`, CHINESE);
    expect(answer).toEqual(inEnglish);
    expect(cookie).toBe('docs_language=en; Path=/docs; Max-Age=31536000; SameSite=Lax; HttpOnly');
    expect(await answerTo(PATH, { ...CHINESE, cookie: 'a=b; docs_language=en' })).toMatchObject(inEnglish);
    expect(await answerTo(PATH, { cookie: 'docs_language=zh' })).toMatchObject(toChinese);
    expect(await answerTo(`${PATH}?lang=xx`, {})).toMatchObject({ ...inEnglish, cookie: null });
  });

  it('is English for callers that prefer Markdown, which there is in English alone', async () => {
    const answer = await answerTo(PATH, { ...CHINESE, accept: 'text/markdown, text/html;q=0.5' });
    expect(answer).toMatchObject(inEnglish);
  });

  it('is that of an address in Chinese, and English where there is no other', async () => {
    for (const path of [
      '/docs/zh/guides/sign-a-request',
      '/docs/operations/createIntent',
      '/docs/page.css',
    ]) {
      expect(await answerTo(path, CHINESE), path).toMatchObject({ status: 200, location: null });
    }
    expect(await answerTo('/docs/zh', { 'accept-language': 'en' })).toMatchObject({ status: 200 });
    const { cookie } = await answerTo('/docs/zh?lang=zh', {});
    expect(cookie).toContain('docs_language=zh;');
  });
});

describe('the files of the pages', () => {
  it('have their media types', async () => {
    for (const [path, type] of Object.entries({
      '/docs/page.js': 'text/javascript',
      '/docs/page.css': 'text/css',
      '/docs/icon.svg': 'image/svg+xml',
      '/docs/search-index.js': 'text/javascript',
      '/docs/files/purchase.py': 'text/plain',
      '/docs/files/signing.json': 'application/json',
    })) {
      expect(typeOf(await get(path)), path).toBe(type);
    }
  });

  it('load only what this server has; a library may be cached for a year under its version', async () => {
    const scripts = `${await textOf('/docs/page.js')}${await textOf('/docs/try.js')}`;
    const imports = [...scripts.matchAll(/(?:from |import\()'([^']+)'/g)].map(
      ([, path = '']) => new URL(path, 'http://service.test/docs/page.js').pathname,
    );
    expect(imports.length).toBeGreaterThanOrEqual(3);
    for (const path of imports) expect((await get(path)).status, path).toBe(200);
    const library = imports.find((path) => path.includes('/assets/')) ?? '';
    expect(library).toMatch(/^\/docs\/assets\/\d+\.\d+\.\d+\/minisearch\.js$/);
    expect((await get(library)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });
});

describe('the page of an error', () => {
  it('says what happened and what to do, in text that is no markup', async () => {
    const html = await textOf('/docs/errors/VALIDATION_FAILED');
    expect(html).toContain('Code 40001, HTTP 400.');
    expect(html).toContain('Correct each field that <code>data.errors</code> names.');
    expect(html).toContain('&quot;field&quot;: &quot;quantity&quot;');
  });

  it('links to the operations that return it', async () => {
    expect(await textOf('/docs/errors/CANCEL_REFUSED')).toContain('href="/docs/operations/cancelIntent"');
  });

  it('is linked from the index', async () => {
    const html = await textOf('/docs/errors');
    for (const name of ERROR_NAMES) expect(html).toContain(`href="/docs/errors/${name}"`);
  });
});

describe('the page of an operation', () => {
  it.each(OPERATION_PATHS)('%s has samples in six languages', async (path) => {
    const [, samples = ''] = (await textOf(path)).split('<div class="tabs">');
    const labels = [...samples.matchAll(/<section><h3>([^<]+)<\/h3><pre/g)].map(([, label]) => label);
    expect(labels).toEqual(['curl and openssl', 'Node SDK', 'Python', 'Java', 'Go', 'PHP']);
  });

  it('shows its parameters, its errors and where to try it', async () => {
    const html = await textOf('/docs/operations/updateIntent');
    expect(html).toContain('<code>If-Match</code>');
    expect(html).toContain('href="/docs/errors/VERSION_CONFLICT"');
    expect(html).toContain('href="/docs/try#updateIntent"');
    expect(html).toContain('href="/docs/reference/data#intent"');
  });
});

describe('trying calls', () => {
  it('has a form for each operation, with text that is no markup', async () => {
    const html = await textOf('/docs/try');
    for (const [id, { method, path }] of Object.entries(ROUTES)) {
      expect(html).toContain(`<form id="${id}" data-method="${method}" data-path="${path}"`);
    }
    expect(html).toContain('&quot;productUrl&quot;: &quot;http://shop.test/&lt;items&gt;/1&quot;');
    for (const path of TRY_FILES) expect((await get(path)).status, path).toBe(200);
  });

  it('is not possible in production: no form, no signer, and a policy that forbids every call', async () => {
    const response = await getInProduction('/docs/try');
    expect(response.headers.get('content-security-policy')).toContain("connect-src 'none'");
    const html = await response.text();
    expect(html).toContain('This service runs in production');
    expect(html).not.toMatch(/<form|<textarea|type="password"|try\.js/);
    for (const path of TRY_FILES) expect((await getInProduction(path)).status, path).toBe(404);
  });
});
