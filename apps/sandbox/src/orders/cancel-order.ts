import type { GatewayCancelled, GatewayCancelRefusal } from '@procurement-intents/contract/gateway/messages';
import type { CancelRefusal, OrderStatus } from '@procurement-intents/contract/gateway/codes';
import type { Response } from 'express';
import type { GatewayContext } from '../gateway-context.ts';
import { ITEMS } from '../items.ts';
import { statusOf } from './order-status.ts';
import type { Order } from './order-store.ts';

const REFUSALS: Record<Exclude<OrderStatus, 'ACCEPTED' | 'CANCELLED'>, CancelRefusal> = {
  CONFIRMED: 'CONFIRMED',
  SHIPPED: 'SHIPPED',
  DELIVERED: 'SHIPPED',
  REJECTED: 'OTHER',
};

/**
 * Cancels an order that is not confirmed yet. A repeated call gets the same answer; free when the shop cancelled
 * first.
 */
export function cancelOrder(order: Order, ctx: GatewayContext, res: Response): void {
  const { status } = statusOf(order, ctx.now(), ctx.speed);
  const { cancelFeeFen } = ITEMS[order.item].ordering;
  if (status === 'CANCELLED') return confirm(res, order.cancelled?.feeFen ?? 0);
  if (cancelFeeFen === null) return refuse(res, 'SHIPPED');
  if (status !== 'ACCEPTED') return refuse(res, REFUSALS[status]);
  ctx.store.cancel(order, cancelFeeFen);
  return confirm(res, cancelFeeFen);
}

function confirm(res: Response, feeFen: number): void {
  res.json({ fee: feeFen / 100, refund: 'done' } satisfies GatewayCancelled);
}

function refuse(res: Response, reason: CancelRefusal): void {
  res.status(409).json({ reason } satisfies GatewayCancelRefusal);
}
