import type { Response } from 'express';
import type { GatewayContext } from './gateway-context.ts';
import { ITEMS } from './items.ts';
import { statusOf } from './order-status.ts';
import type { OrderStatus } from './order-status.ts';
import type { Order } from './order-store.ts';

const REASONS: Record<Exclude<OrderStatus, 'ACCEPTED' | 'CANCELLED'>, string> = {
  CONFIRMED: 'already confirmed',
  SHIPPED: 'already shipped',
  DELIVERED: 'already shipped',
  REJECTED: 'already rejected',
};

/** Cancels an order that is not confirmed yet; again is the same answer. The fee is in yuan. */
export function cancelOrder(order: Order, ctx: GatewayContext, res: Response): void {
  const status = statusOf(order, ctx.now(), ctx.speed);
  const { cancelFeeFen } = ITEMS[order.item].ordering;
  if (order.cancelFeeFen !== null) {
    res.json({ fee: order.cancelFeeFen / 100 });
  } else if (cancelFeeFen === null) {
    res.status(409).json({ reason: 'already shipped' });
  } else if (status === 'ACCEPTED') {
    ctx.store.cancel(order, cancelFeeFen);
    res.json({ fee: cancelFeeFen / 100 });
  } else if (status !== 'CANCELLED') {
    res.status(409).json({ reason: REASONS[status] });
  }
}
