import {
  GATEWAY_PROTOCOL_HEADER,
  GATEWAY_PROTOCOL_VERSION,
  NOT_FOUND_REASONS,
} from '@procurement-intents/contract/gateway/codes';
import type { GatewayCapabilities } from '@procurement-intents/contract/gateway/messages';
import { json, Router } from 'express';
import type { NextFunction, Request, Response } from 'express';
import { cancelOrder } from './orders/cancel-order.ts';
import type { GatewayContext } from './gateway-context.ts';
import { listOrders } from './orders/list-orders.ts';
import { presentOrder } from './orders/order-status.ts';
import type { Order } from './orders/order-store.ts';
import { placeOrder } from './orders/place-order.ts';
import { quote } from './orders/quote.ts';
import { refuseRequest } from './refuse-request.ts';
import type { Shop } from './shops.ts';

const CAPABILITIES: GatewayCapabilities = {
  protocol: GATEWAY_PROTOCOL_VERSION,
  quote: true,
  list: true,
  placeBefore: true,
  cancel: true,
  ordersPerSecond: 1000,
  maxQuantity: 999_999,
};

/** The ordering gateway of a shop: `/orders`, `/quote` and `/capabilities` below its mount path. Every call needs the bearer token. */
export function createShopGateway(shop: Shop, ctx: GatewayContext): Router {
  const router = Router({ caseSensitive: true });
  const present = (order: Order) => presentOrder(order, ctx.now(), ctx.speed);

  router.use(['/orders', '/quote', '/capabilities'], (req, res, next) => {
    res.locals['receivedAtMs'] = ctx.now();
    res.set(GATEWAY_PROTOCOL_HEADER, GATEWAY_PROTOCOL_VERSION);
    if (req.headers.authorization === `Bearer ${ctx.token}`) next();
    else res.set('www-authenticate', 'Bearer').status(401).json({ reason: 'UNAUTHORIZED' });
  });
  router.post('/orders', json({ limit: '64kb' }), (req, res) => placeOrder(shop, ctx, req, res));
  router.get('/orders', (req, res) => listOrders(shop, ctx, req, res));
  router.get('/orders/by-merchant-no/:merchantOrderNo', (req, res) => {
    const order = ctx.store.findByMerchantNo(shop, req.params.merchantOrderNo);
    if (order) res.json(present(order));
    else res.status(404).json({ reason: NOT_FOUND_REASONS.order });
  });
  router.get('/orders/:orderId', (req, res) => {
    const order = ctx.store.findById(shop, req.params.orderId);
    if (order) res.json(present(order));
    else res.status(404).json({ reason: NOT_FOUND_REASONS.order });
  });
  router.post('/orders/:orderId/cancel', (req, res) => {
    const order = ctx.store.findById(shop, req.params.orderId);
    if (order) cancelOrder(order, ctx, res);
    else res.status(404).json({ reason: NOT_FOUND_REASONS.order });
  });
  router.get('/quote', (req, res) => quote(shop, ctx, req, res));
  router.get('/capabilities', (_req, res) => res.json(CAPABILITIES));
  router.use(refuseBroken);
  return router;
}

function refuseBroken(error: unknown, _req: Request, res: Response, next: NextFunction): void {
  if ((error as { status?: unknown } | null)?.status !== 400) return next(error);
  refuseRequest(res, [{ path: [], message: 'is no JSON' }]);
}
