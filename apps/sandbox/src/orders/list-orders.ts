import { GatewayListQuery } from '@procurement-intents/contract/gateway/messages';
import type { GatewayOrderPage } from '@procurement-intents/contract/gateway/messages';
import type { Request, Response } from 'express';
import type { GatewayContext } from '../gateway-context.ts';
import { presentOrder, statusOf } from './order-status.ts';
import type { Order } from './order-store.ts';
import { refuseRequest } from '../refuse-request.ts';
import type { Shop } from '../shops.ts';

const PAGE_SIZE = 100;

/** The position of an order in the list: the time of its last change, then its id. */
interface SortKey {
  atMs: number;
  orderId: string;
}

/**
 * `GET /orders`: orders changed at `changedSince` or later, the oldest change first. Changes of the current
 * millisecond are left for the next call: another order may still change in this millisecond, at a position before
 * the returned cursor.
 */
export function listOrders(shop: Shop, ctx: GatewayContext, req: Request, res: Response): void {
  const query = GatewayListQuery.safeParse(req.query);
  if (!query.success) return refuseRequest(res, query.error.issues);
  const { changedSince, cursor } = query.data;
  const after = cursor === undefined ? null : readCursor(cursor);
  if (cursor !== undefined && !after)
    return refuseRequest(res, [{ path: ['cursor'], message: 'is none of ours' }]);
  const nowMs = ctx.now();
  const changed = ctx.store
    .list()
    .filter((order) => order.shop === shop)
    .map((order) => ({ order, sortKey: sortKeyOf(order, nowMs, ctx.speed) }))
    .filter(({ sortKey }) => sortKey.atMs >= Date.parse(changedSince) && sortKey.atMs < nowMs)
    .filter(({ sortKey }) => !after || compare(sortKey, after) > 0)
    .sort((one, other) => compare(one.sortKey, other.sortKey));
  const page = changed.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  res.json({
    orders: page.map(({ order }) => presentOrder(order, nowMs, ctx.speed)),
    nextCursor: last && changed.length > PAGE_SIZE ? writeCursor(last.sortKey) : null,
  } satisfies GatewayOrderPage);
}

function sortKeyOf(order: Order, nowMs: number, speed: number): SortKey {
  return { atMs: statusOf(order, nowMs, speed).atMs, orderId: order.orderId };
}

function compare(one: SortKey, other: SortKey): number {
  if (one.atMs !== other.atMs) return one.atMs - other.atMs;
  return one.orderId < other.orderId ? -1 : Number(one.orderId > other.orderId);
}

function writeCursor({ atMs, orderId }: SortKey): string {
  return Buffer.from(`${atMs} ${orderId}`).toString('base64url');
}

function readCursor(cursor: string): SortKey | null {
  const [, atMs, orderId] = /^(\d{1,15}) (\S+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return atMs !== undefined && orderId !== undefined ? { atMs: Number(atMs), orderId } : null;
}
