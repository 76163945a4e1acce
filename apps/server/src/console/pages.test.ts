import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createExpressApp } from '../http/express-app.ts';
import { servePages } from '../http/pages.ts';
import type { RequestContext } from '../http/request-context.ts';
import { consolePages } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'console-'));
let server: Server;
let base: string;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>the page');
  writeFileSync(join(folder, 'assets', 'main-1.js'), 'export {};'.repeat(100));
  const pages = servePages(consolePages(folder));
  const app = createExpressApp();
  app.use((req, res) =>
    pages.answer({ req, res } as unknown as RequestContext, () => void res.status(404).send('none')),
  );
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

it.each(['/console', '/console/', '/console/intents', '/console/intents?status=FAILED'])(
  'serves the page at %s, checked again each time',
  async (path) => {
    const answer = await fetch(base + path);
    expect([answer.status, await answer.text()]).toEqual([200, '<!doctype html>the page']);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  },
);

it('allows no inline script or style, no frame, and no text that becomes code', async () => {
  const { headers } = await fetch(`${base}/console`);
  const policy = headers.get('content-security-policy') ?? '';
  for (const part of [
    "script-src 'self';",
    "style-src 'self';",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'report-uri /console/csp-report',
  ])
    expect(policy).toContain(part);
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

it.each(['br', 'gzip'])('serves a file for a year, to a browser that takes %s', async (encoding) => {
  const answer = await fetch(`${base}/console/assets/main-1.js`, {
    headers: { 'Accept-Encoding': encoding },
  });
  expect(await answer.text()).toBe('export {};'.repeat(100));
  expect(answer.headers.get('content-encoding')).toBe(encoding === 'br' ? 'br' : null);
  expect(answer.headers.get('cache-control')).toContain('immutable');
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
});

it.each(['/console/assets/missing.js', '/console/assets/', '/console/robots.txt', '/consoles'])(
  'has no page at %s',
  async (path) => expect((await fetch(base + path)).status).toBe(404),
);

it('has no pages where it was not built', () => expect(consolePages(join(folder, 'none')).pages).toEqual([]));
