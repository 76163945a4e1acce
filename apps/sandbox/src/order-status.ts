import { ITEMS } from './items.ts';
import { CARRIERS } from './shops.ts';
import type { Order } from './order-store.ts';

export type OrderStatus = 'ACCEPTED' | 'CONFIRMED' | 'SHIPPED' | 'DELIVERED' | 'REJECTED' | 'CANCELLED';

const DELIVER_AFTER_SHIPPING_MS = 60_000;

/**
 * Where an order stands at `nowMs`. It follows from the order's age alone, so no timer has to survive a
 * restart. `speed` divides the delays of the item table.
 */
export function statusOf(order: Order, nowMs: number, speed: number): OrderStatus {
  const { refusal, confirmAfterMs, shipAfterMs } = ITEMS[order.item].ordering;
  if (refusal) return 'REJECTED';
  if (order.cancelFeeFen !== null) return 'CANCELLED';
  const ageMs = (nowMs - order.createdAtMs) * speed;
  if (ageMs >= shipAfterMs + DELIVER_AFTER_SHIPPING_MS) return 'DELIVERED';
  if (ageMs >= shipAfterMs) return 'SHIPPED';
  // At once means at once, also for a clock that steps back.
  return confirmAfterMs === 0 || ageMs >= confirmAfterMs ? 'CONFIRMED' : 'ACCEPTED';
}

/** The order as the gateway answers it; amounts in yuan. */
export function presentOrder(order: Order, nowMs: number, speed: number) {
  const status = statusOf(order, nowMs, speed);
  const { refusal } = ITEMS[order.item].ordering;
  return {
    orderId: order.orderId,
    merchantOrderNo: order.merchantOrderNo,
    status,
    amountPaid: order.amountPaidFen / 100,
    ...(refusal && { reason: refusal }),
    ...(hasLeft(status) && tracking(order)),
  };
}

/** The order as the ledger shows it: all that is needed to judge who bought what, and how often. */
export function presentLedgerRow(order: Order, nowMs: number, speed: number) {
  return {
    ...presentOrder(order, nowMs, speed),
    shop: order.shop,
    item: order.item,
    quantity: order.quantity,
    unitPrice: order.unitPriceFen / 100,
    createdAt: new Date(order.createdAtMs).toISOString(),
    postCount: order.postCount,
    ...(order.cancelFeeFen !== null && { fee: order.cancelFeeFen / 100 }),
  };
}

function hasLeft(status: OrderStatus): boolean {
  return status === 'SHIPPED' || status === 'DELIVERED';
}

function tracking(order: Order) {
  const { company, prefix } = CARRIERS[order.shop];
  return { trackingNumber: prefix + order.orderId.replace(/\D/g, ''), trackingCompany: company };
}
