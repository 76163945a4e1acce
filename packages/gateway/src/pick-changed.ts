import type { ChangedOrders, ListPosition, ShopOrder } from './adapter.ts';

/** What `list` returns, picked from all orders of a shop that holds them in memory. */
export function pickChanged(
  orders: readonly ShopOrder[],
  { changedSinceMs, changedBeforeMs, after, limit }: ChangedOrders,
): ShopOrder[] {
  return orders
    .filter(({ updatedAtMs }) => updatedAtMs >= changedSinceMs && updatedAtMs < changedBeforeMs)
    .filter((order) => !after || compare(order, after) > 0)
    .toSorted(compare)
    .slice(0, limit);
}

function compare(one: ListPosition, other: ListPosition): number {
  if (one.updatedAtMs !== other.updatedAtMs) return one.updatedAtMs - other.updatedAtMs;
  return one.orderId < other.orderId ? -1 : Number(one.orderId > other.orderId);
}
