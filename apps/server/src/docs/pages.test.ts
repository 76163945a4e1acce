import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ERROR_NAMES } from '@procurement-intents/contract';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servePages } from '../http/pages.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type ApiDocument, docsPages, readApiDocument } from './pages.ts';

const FOLDER = join(import.meta.dirname, '../../../../openapi');
let document: ApiDocument;
let server: Server;
let base: string;

beforeAll(async () => {
  document = readApiDocument(FOLDER);
  const app = express();
  const pages = servePages(docsPages(document));
  app.use((req, res, next) => pages.answer({ req, res } as unknown as RequestContext, next));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(base + path, { headers, redirect: 'error' });
// With If-None-Match, fetch sends Cache-Control: no-cache unless another value is given.
const getUnlessSame = (path: string, etag: string) =>
  get(path, { 'if-none-match': etag, 'cache-control': 'max-age=0' });
const typeOf = (response: Response) => response.headers.get('content-type')?.split(';')[0];

/** URLs that the page loads. */
async function linksOf(path: string): Promise<string[]> {
  const html = await (await get(path)).text();
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
}

describe('the document', () => {
  it.each([
    ['/openapi.json', 'application/json', 'json'],
    ['/openapi.yaml', 'application/yaml', 'yaml'],
  ] as const)('is served at %s as committed', async (path, type, notation) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(typeOf(response)).toBe(type);
    expect(await response.text()).toBe(document[notation]);
  });

  it('is not sent again to a client that has it', async () => {
    const etag = (await get('/openapi.json')).headers.get('etag');
    expect(etag).toBeTruthy();
    const again = await getUnlessSame('/openapi.json', etag ?? '');
    expect(again.status).toBe(304);
  });

  it('fails to load when its file is missing', () => {
    expect(() => readApiDocument(join(FOLDER, 'nowhere'))).toThrow('ENOENT');
  });
});

describe('the page', () => {
  it.each(['/docs', '/docs/'])('answers at %s with HTML', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(typeOf(response)).toBe('text/html');
    expect(await response.text()).toContain('id="reference"');
  });

  it('loads only files of this server, and each exists', async () => {
    const links = await linksOf('/docs');
    expect(links.length).toBeGreaterThanOrEqual(5);
    for (const link of links) {
      expect(link).toMatch(/^\/(?!\/)/);
      const response = await get(link);
      expect(response.status, link).toBe(200);
      await response.arrayBuffer();
    }
  });

  it('has no inline script, so that the policy can forbid them', async () => {
    const html = await (await get('/docs')).text();
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/\son[a-z]+=/i);
  });

  it.each(['/docs', '/docs/page.js', '/openapi.json'])('sends the security headers on %s', async (path) => {
    const { headers } = await get(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src|unsafe-eval|https?:/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('sends the media type of each file', async () => {
    expect(typeOf(await get('/docs/page.js'))).toBe('text/javascript');
    expect(typeOf(await get('/docs/page.css'))).toBe('text/css');
  });
});

describe('the page of an error', () => {
  it.each([...ERROR_NAMES, 'UNKNOWN'])('is served where the SDK looks for %s', async (name) => {
    const response = await get(`/docs/errors/${name}`);
    expect(response.status).toBe(200);
    expect(typeOf(response)).toBe('text/html');
    expect(await response.text()).toContain(`<h1>${name}</h1>`);
  });

  it('says what happened and what to do, in text that is no markup', async () => {
    const html = await (await get('/docs/errors/VALIDATION_FAILED')).text();
    expect(html).toContain('Code 40001, HTTP 400.');
    expect(html).toContain('Correct each field that <code>data.errors</code> names.');
    expect(html).toContain('&quot;field&quot;: &quot;quantity&quot;');
  });

  it('is linked from the index, which links to nothing that does not exist', async () => {
    const links = await linksOf('/docs/errors');
    expect(links).toEqual(expect.arrayContaining(ERROR_NAMES.map((name) => `/docs/errors/${name}`)));
    for (const link of links) expect((await get(link)).status, link).toBe(200);
  });

  it('of a name that there is not is none', async () => {
    expect((await get('/docs/errors/NO_SUCH_ERROR')).status).toBe(404);
  });
});

describe('the files of the viewer', () => {
  it('may be cached for a year, have a path with their version, and an entity tag', async () => {
    const assets = (await linksOf('/docs')).filter((link) => link.includes('/assets/'));
    expect(assets).toHaveLength(3);
    for (const asset of assets) {
      expect(asset).toMatch(/^\/docs\/assets\/\d+\.\d+\.\d+\//);
      const first = await get(asset);
      expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const etag = first.headers.get('etag') ?? '';
      await first.arrayBuffer();
      expect((await getUnlessSame(asset, etag)).status).toBe(304);
    }
  });

  it('are the only ones of their package that can be reached', async () => {
    const folder = (await linksOf('/docs')).find(
      (link) => link.endsWith('.css') && link.includes('/assets/'),
    );
    const prefix = folder?.replace(/\/[^/]+$/, '') ?? '';
    for (const path of [
      `${prefix}/package.json`,
      `${prefix}/index.html`,
      `${prefix}/swagger-ui-bundle.js.map`,
      `${prefix}/..%2fpackage.json`,
      `${prefix}/`,
      '/docs/index.html',
      '/docs/..%2fpages.ts',
    ]) {
      expect((await get(path)).status, path).toBe(404);
    }
  });
});
