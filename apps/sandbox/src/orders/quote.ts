import { NOT_FOUND_REASONS } from '@procurement-intents/contract/gateway/codes';
import { GatewayQuoteQuery } from '@procurement-intents/contract/gateway/messages';
import type { GatewayQuote } from '@procurement-intents/contract/gateway/messages';
import type { Request, Response } from 'express';
import type { GatewayContext } from '../gateway-context.ts';
import { findItem, ITEMS } from '../items.ts';
import { isSeen, readOffer } from '../pages/offer.ts';
import { refuseRequest } from '../refuse-request.ts';
import type { Shop } from '../shops.ts';

const FEN_PER_YUAN = 100;

/** `GET /quote`: what the product's page says, without the page's own faults. */
export function quote(shop: Shop, ctx: GatewayContext, req: Request, res: Response): void {
  const query = GatewayQuoteQuery.safeParse(req.query);
  if (!query.success) return refuseRequest(res, query.error.issues);
  const url = new URL(query.data.url);
  const item = findItem(shop, url.pathname);
  if (item === null || isMissing(item, url, ctx)) {
    res.status(404).json({ reason: NOT_FOUND_REASONS.product });
    return;
  }
  if (ITEMS[item].page === 'hang') return ctx.open.hold(res);
  const offer = readOffer({ shop, item, url }, ctx);
  if (!offer) return refuseRequest(res, [{ path: ['url'], message: 'names a price that is none' }]);
  const { title, priceFen, isAvailable: available } = offer;
  res.json({ title, unitPrice: priceFen / FEN_PER_YUAN, available } satisfies GatewayQuote);
}

function isMissing(item: keyof typeof ITEMS, url: URL, ctx: GatewayContext): boolean {
  const behaviour = ITEMS[item].page;
  if (behaviour === 'gone-later') return isSeen({ url }, ctx);
  return behaviour === 'missing' || behaviour === 'not-a-product' || behaviour === 'redirect-away';
}
