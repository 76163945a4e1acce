import { Router } from 'express';
import type { Request, Response } from 'express';
import { findItem, ITEMS } from '../items.ts';
import { drip, sendEndlessly, sendBomb } from './misbehave.ts';
import type { DelayedResponses } from '../delayed-responses.ts';
import { type Asked, isSeen, type OfferContext, readOffer } from './offer.ts';
import { renderNotice, renderProduct } from './product-html.ts';
import type { Shop } from '../shops.ts';
import type { LruMap } from '../lru-map.ts';

const DRIP_INTERVAL_MS = 1_000;
const CAPTCHA_MS = 20_000;

export interface PageContext extends OfferContext {
  /** The time since which an address shows a captcha. */
  captchas: LruMap;
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

interface PageVisit extends Asked {
  req: Request;
  res: Response;
}

function servePage(visit: PageVisit, ctx: PageContext): void | Promise<void> {
  const { shop, item, url, req, res } = visit;
  const behaviour = ITEMS[item].page;
  switch (behaviour) {
    case 'product':
    case 'price-up':
    case 'price-down':
    case 'last-piece':
      return sendProduct(visit, ctx);
    case 'captcha-later':
      return isBehindCaptcha(visit, ctx)
        ? void res.send(renderNotice('安全验证', '请完成验证'))
        : sendProduct(visit, ctx);
    case 'gone-later':
      return isSeen(visit, ctx) ? sendMissing(res) : sendProduct(visit, ctx);
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

function isBehindCaptcha(visit: PageVisit, ctx: PageContext): boolean {
  if (!isSeen(visit, ctx)) return false;
  const nowMs = ctx.store.now();
  return (nowMs - ctx.captchas.keep(visit.req.originalUrl, nowMs)) * ctx.speed < CAPTCHA_MS;
}

function sendMissing(res: Response): void {
  res.status(404).send(renderNotice('404', '商品不存在'));
}

function sendProduct(visit: PageVisit, ctx: PageContext): void {
  const { url, req, res } = visit;
  const offer = readOffer(visit, ctx);
  if (!offer) {
    res.status(400).send(renderNotice('400', '价格应在 0.01 至 99999999.99 之间，至多两位小数'));
    return;
  }
  const host = req.headers.host ?? `127.0.0.1:${req.socket.localPort}`;
  res.send(renderProduct({ ...offer, url: `http://${host}${url.pathname}${url.search}` }));
}
