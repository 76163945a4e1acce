import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createExpressApp } from './express-app.ts';
import { type Page, servePages } from './pages.ts';
import type { RequestContext } from './request-context.ts';

/** Serves one page with the content, and returns the function that gets it. */
async function serve(content: Page['content'], makePages?: () => void) {
  const page = { path: '/page', type: 'text/plain', headers: {}, content };
  const made = makePages
    ? () => {
        makePages();
        return [page];
      }
    : [page];
  const pages = servePages({ paths: ['/page'], headers: {}, pages: made });
  const app = createExpressApp();
  const sentAtOnce: boolean[] = [];
  app.use((req, res, next) => {
    pages.answer({ req, res } as unknown as RequestContext, next);
    sentAtOnce.push(res.headersSent);
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { get: (path = '/page') => fetch(`http://127.0.0.1:${port}${path}`), sentAtOnce };
}

it('makes a page once, however many ask for it first', async () => {
  let made = 0;
  const { get } = await serve(async () => Buffer.from(`made ${(made += 1)}`));
  const answers = await Promise.all([get(), get(), get()]);
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(3).fill('made 1'));
  expect(await (await get()).text()).toBe('made 1');
});

it('sends a page that is made at once, so that the request counts as answered', async () => {
  const { get, sentAtOnce } = await serve(async () => Buffer.from('text'));
  await (await get()).text();
  await (await get()).text();
  expect(sentAtOnce).toEqual([false, true]);
});

it('tries again after a failure', async () => {
  let calls = 0;
  const { get } = await serve(async () => {
    calls += 1;
    if (calls === 1) throw new Error('no');
    return Buffer.from('text');
  });
  expect((await get()).status).toBe(500);
  expect(await (await get()).text()).toBe('text');
});

it('makes pages on demand once, for nobody who asks for something else', async () => {
  let made = 0;
  const { get } = await serve(Buffer.from('text'), () => void (made += 1));
  await get('/pages');
  expect(made).toBe(0);
  expect(await (await get()).text()).toBe('text');
  await get();
  expect(made).toBe(1);
});

it('tells a missing file from an outage of the database, and makes the pages once it is there', async () => {
  let isThere = false;
  const { get } = await serve(Buffer.from('text'), () => {
    if (!isThere) readFileSync('no such file');
  });
  const refused = await get();
  expect(refused.status).toBe(500);
  expect(await refused.text()).toContain('ENOENT');
  isThere = true;
  expect(await (await get()).text()).toBe('text');
});
