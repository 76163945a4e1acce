import { digestProduct } from '@procurement-intents/contract/gateway/order-content';
import { Router } from 'express';
import type { Request, Response } from 'express';
import { findItem, ITEMS } from './items.ts';
import type { ItemName } from './items.ts';
import { drip, sendEndlessly, sendBomb } from './misbehave.ts';
import { parsePrice, scaleFen } from './money.ts';
import type { DelayedResponses } from './delayed-responses.ts';
import { hashText } from './hash-text.ts';
import type { OrderStore } from './order-store.ts';
import { renderNotice, renderProduct } from './product-html.ts';
import type { Shop } from './shops.ts';
import type { LruMap } from './lru-map.ts';

const DEFAULT_PRICE_FEN = 19_900;
const DRIP_INTERVAL_MS = 1_000;
const CAPTCHA_MS = 20_000;

export interface PageContext {
  /** How often each address with a changing page was fetched. */
  fetches: LruMap;
  /** The time since which an address shows a captcha. */
  captchas: LruMap;
  store: OrderStore;
  open: DelayedResponses;
  speed: number;
}

/** The product pages of a shop: `/items/{item}` below its mount path. */
export function createProductPages(shop: Shop, ctx: PageContext): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use('/items', (req, res) => {
    // Otherwise a HEAD would count as a fetch, and an endless body would have no backpressure.
    if (req.method !== 'GET') {
      res.set('allow', 'GET').status(405).send(renderNotice('405', '此页面只能用 GET 访问'));
      return;
    }
    const url = new URL(req.originalUrl, 'http://shop');
    const item = findItem(shop, url.pathname);
    return item ? servePage({ shop, item, url, req, res }, ctx) : sendMissing(res);
  });
  return router;
}

interface PageVisit {
  shop: Shop;
  item: ItemName;
  url: URL;
  req: Request;
  res: Response;
}

function servePage(visit: PageVisit, ctx: PageContext): void | Promise<void> {
  const { shop, item, url, req, res } = visit;
  const behaviour = ITEMS[item].page;
  switch (behaviour) {
    case 'product':
      return sendProduct(visit);
    case 'price-up':
      return sendProduct(visit, { choosePercent: () => (isSeen(visit, ctx) ? 110 : 100) });
    case 'price-down':
      return sendProduct(visit, { choosePercent: () => (isSeen(visit, ctx) ? 90 : 100) });
    case 'last-piece':
      return sendProduct(visit, {
        isAvailable: ctx.store.findSale(shop, digestProduct(req.originalUrl, hashText)) === null,
      });
    case 'captcha-later':
      return isBehindCaptcha(visit, ctx)
        ? void res.send(renderNotice('安全验证', '请完成验证'))
        : sendProduct(visit);
    case 'gone-later':
      return isSeen(visit, ctx) ? sendMissing(res) : sendProduct(visit);
    case 'missing':
      return sendMissing(res);
    case 'not-a-product':
      return void res.send(renderNotice('关于我们', '此页面没有商品。'));
    case 'redirect-away':
      return res.redirect(302, `http://127.0.0.1:${req.socket.localPort}/elsewhere`);
    case 'redirect-inside':
      return res.redirect(302, `/${shop}/items/ordinary${url.search}`);
    case 'hang':
      return ctx.open.hold(res);
    case 'drip':
      return drip(res, ctx.open, DRIP_INTERVAL_MS / ctx.speed);
    case 'huge':
      return sendEndlessly(res, ctx.open);
    case 'bomb':
      return sendBomb(res);
  }
}

/** Whether the address was fetched before; counts this fetch. */
function isSeen({ req }: PageVisit, { fetches }: PageContext): boolean {
  return fetches.count(req.originalUrl) > 1;
}

function isBehindCaptcha(visit: PageVisit, ctx: PageContext): boolean {
  if (!isSeen(visit, ctx)) return false;
  const nowMs = ctx.store.now();
  return (nowMs - ctx.captchas.keep(visit.req.originalUrl, nowMs)) * ctx.speed < CAPTCHA_MS;
}

function sendMissing(res: Response): void {
  res.status(404).send(renderNotice('404', '商品不存在'));
}

interface ProductOptions {
  /** The price in percent of the address's price; called only when the address has a valid one. */
  choosePercent?: () => number;
  isAvailable?: boolean;
}

function sendProduct(
  { item, url, req, res }: PageVisit,
  { choosePercent = () => 100, isAvailable = true }: ProductOptions = {},
): void {
  const prices = url.searchParams.getAll('price');
  const priceFen = prices.length === 0 ? DEFAULT_PRICE_FEN : parsePrice(prices.join());
  if (priceFen === null) {
    res.status(400).send(renderNotice('400', '价格应在 0.01 至 99999999.99 之间，至多两位小数'));
    return;
  }
  res.send(
    renderProduct({
      title: url.searchParams.get('title') || `示例商品（${item}）`,
      priceFen: scaleFen(priceFen, choosePercent()),
      isAvailable,
      url: `http://${req.headers.host ?? `127.0.0.1:${req.socket.localPort}`}${url.pathname}${url.search}`,
    }),
  );
}
