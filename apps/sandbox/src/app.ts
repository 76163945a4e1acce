import { GATEWAY_PROTOCOL_HEADER } from '@procurement-intents/contract/gateway/codes';
import express from 'express';
import type { Express, NextFunction, Request, Response } from 'express';
import { createLruMap } from './lru-map.ts';
import { createShopGateway } from './gateway.ts';
import { createHooks } from './hooks/hooks.ts';
import { InboxStore } from './hooks/inbox-store.ts';
import { sendIndex } from './pages/index-page.ts';
import { createDelayedResponses } from './delayed-responses.ts';
import { presentLedgerRow } from './orders/order-status.ts';
import { OrderStore } from './orders/order-store.ts';
import { renderProduct } from './pages/product-html.ts';
import { createProductPages } from './pages/product-pages.ts';
import { SHOPS } from './shops.ts';

/** Far more addresses and numbers than one test run uses, in about 1 MB each. */
const MEMORY_KEYS = 10_000;

export interface SandboxOptions {
  /** File that stores the orders, created with its parent folders; null stores them only in memory. */
  dataFile: string | null;
  /** Bearer token of all three gateways. */
  token: string;
  /** Returns milliseconds since 1970; default `Date.now`. Orders age by it; delays of responses use real timers. */
  now?: () => number;
  /** Divides every simulated delay; default 1, above 0. */
  speed?: number;
}

export interface Sandbox {
  /** Request listener for a server that the caller creates. */
  app: Express;
  store: OrderStore;
  /** Breaks delayed responses and closes the file. The caller closes its server. */
  close(): void;
}

/**
 * Three simulated shops under `/a`, `/b` and `/c`, with a ledger of all their orders, and receivers of webhooks under
 * `/hooks`.
 *
 * @throws RangeError for an invalid `speed`, Error when the file cannot be opened or is not an orders file.
 */
export function createSandbox({ dataFile, token, now = Date.now, speed = 1 }: SandboxOptions): Sandbox {
  if (!(speed > 0 && speed < Infinity)) throw new RangeError('speed must be a number above 0');
  const store = new OrderStore(dataFile, now);
  const open = createDelayedResponses();
  const fetches = createLruMap(MEMORY_KEYS);
  const captchas = createLruMap(MEMORY_KEYS);
  const refusedPosts = createLruMap(MEMORY_KEYS);
  const inboxes = new InboxStore();
  let elsewhereHits = 0;

  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.get('/', sendIndex);
  app.get('/ledger', (req, res) => {
    const { merchantOrderNo } = req.query;
    const orders = store.list(typeof merchantOrderNo === 'string' ? merchantOrderNo : undefined);
    res.json({ orders: orders.map((order) => presentLedgerRow(order, store.now(), speed)) });
  });
  app.post('/reset', (_req, res) => {
    store.reset();
    for (const memory of [fetches, captchas, refusedPosts, inboxes]) memory.clear();
    elsewhereHits = 0;
    res.status(204).end();
  });
  app.get('/elsewhere', (_req, res) => {
    elsewhereHits += 1;
    res.send(renderProduct({ title: '别处的商品', priceFen: 19_900, url: '/elsewhere' }));
  });
  app.get('/elsewhere/hits', (_req, res) => void res.json({ hits: elsewhereHits }));
  app.use('/hooks', createHooks({ inboxes, open, now, speed }));
  for (const shop of SHOPS) {
    app.use(`/${shop}`, createProductPages(shop, { fetches, captchas, store, open, speed }));
    app.use(
      `/${shop}`,
      createShopGateway(shop, { store, fetches, open, refusedPosts, token, now: store.now, speed }),
    );
  }
  app.use((_req, res) => {
    // A call at a wrong address is no answer about an order.
    res.removeHeader(GATEWAY_PROTOCOL_HEADER);
    res.status(404).json({ reason: 'NOT_FOUND' });
  });
  app.use(sendError);
  return {
    app,
    store,
    close() {
      open.endAll();
      store.close();
    },
  };
}

function sendError(error: unknown, _req: Request, res: Response, next: NextFunction): void {
  const status = Number((error as { status?: unknown } | null)?.status);
  const isClients = status >= 400 && status < 500;
  if (!isClients) console.error(error);
  if (res.headersSent) next(error);
  else if (isClients) res.status(status).json({ reason: 'BAD_REQUEST' });
  else res.status(500).json({ reason: 'INTERNAL' });
}
