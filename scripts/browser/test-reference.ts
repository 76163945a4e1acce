import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { docsPages, readDocuments } from '../../apps/server/src/docs/pages.ts';
import { createExpressApp } from '../../apps/server/src/http/express-app.ts';
import { servePages } from '../../apps/server/src/http/pages.ts';
import type { RequestContext } from '../../apps/server/src/http/request-context.ts';
import { type Check, runBrowserChecks } from './browser-checks.ts';
import { withDemoService } from '../terminal/demo-service.ts';
import { checkCalls, checkProduction } from './reference-calls.ts';
import { type Browser, checkLooks, checkOffline, checkSearch, checkTabs, KINDS } from './reference-pages.ts';

// Opens the reference in Chromium: on a service as `npm start` starts it, and as production serves it.

const ROOT = join(import.meta.dirname, '..', '..');

/** Serves the pages as production does, and stops after `work`. */
async function withProductionPages(
  work: (base: string, stop: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const pages = servePages(docsPages(() => readDocuments(ROOT), { canSend: false, productUrl: null }));
  const app = createExpressApp();
  app.use((req, res, next) => pages.answer({ req, res } as unknown as RequestContext, next));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop);
  } finally {
    await stop();
  }
}

async function checkAll(browser: Browser, check: Check): Promise<void> {
  await withDemoService({}, async ({ baseUrl, ...caller }) => {
    for (const path of KINDS) await check(`looks of ${path}`, () => checkLooks(browser, baseUrl, path));
    await check('search', () => checkSearch(browser, baseUrl));
    await check('samples in tabs', () => checkTabs(browser, baseUrl));
    await check('signed calls', () => checkCalls(browser, baseUrl, caller));
  });
  await withProductionPages(async (base, stop) => {
    await check('no calls in production', () => checkProduction(browser, base));
    await check('reading without a network', () => checkOffline(browser, base, stop));
  });
}

await runBrowserChecks({}, checkAll);
