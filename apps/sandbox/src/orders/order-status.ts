import type { GatewayOrder } from '@procurement-intents/contract/gateway/messages';
import type { OrderStatus, RejectReason } from '@procurement-intents/contract/gateway/codes';
import { ITEMS } from '../items.ts';
import type { Ordering } from '../items.ts';
import { CARRIERS } from '../shops.ts';
import type { Order } from './order-store.ts';

const DELIVER_AFTER_SHIPPING_MS = 60_000;

/** A status and the time since which the order has it. */
export interface StatusChange {
  status: OrderStatus;
  atMs: number;
}

const REJECT_MESSAGES: Record<RejectReason, string> = {
  OUT_OF_STOCK: 'nothing left of it',
  PRICE_CHANGED: 'it costs more than was agreed',
  ADDRESS_UNDELIVERABLE: 'no delivery to this address',
  UNKNOWN_PRODUCT: 'no such product',
  LIMIT_EXCEEDED: 'too many at once',
  PAYMENT_FAILED: 'the payment failed',
  OTHER: 'no reason stated',
};

/**
 * The status of an order at `nowMs`, and since when. It depends only on the order's age, so no timer has to survive a
 * restart. `speed` divides the delays of the item table.
 */
export function statusOf(order: Order, nowMs: number, speed: number): StatusChange {
  const [first, ...later] = changesOf(order, speed);
  return later.reduce((current, change) => (change.atMs <= nowMs ? change : current), first);
}

function changesOf(order: Order, speed: number): [StatusChange, ...StatusChange[]] {
  const { createdAtMs, cancelled } = order;
  const { confirmAfterMs, shipAfterMs, withdrawAfterMs }: Ordering = ITEMS[order.item].ordering;
  const after = (status: OrderStatus, delayMs: number): StatusChange => ({
    status,
    atMs: createdAtMs + Math.ceil(delayMs / speed),
  });
  if (order.refusal) return [after('REJECTED', 0)];
  const accepted = after('ACCEPTED', 0);
  if (cancelled) return [accepted, { status: 'CANCELLED', atMs: cancelled.atMs }];
  return [
    accepted,
    after('CONFIRMED', confirmAfterMs),
    ...(withdrawAfterMs === null
      ? [after('SHIPPED', shipAfterMs), after('DELIVERED', shipAfterMs + DELIVER_AFTER_SHIPPING_MS)]
      : [after('CANCELLED', confirmAfterMs + withdrawAfterMs)]),
  ];
}

/** The order as the gateway returns it; amounts in yuan. */
export function presentOrder(order: Order, nowMs: number, speed: number): GatewayOrder {
  const { status, atMs } = statusOf(order, nowMs, speed);
  return {
    orderId: order.orderId,
    merchantOrderNo: order.merchantOrderNo,
    status,
    amountPaid: order.amountPaidFen / 100,
    ...(order.shippingFen > 0 && { shipping: order.shippingFen / 100 }),
    ...(status === 'CANCELLED' && { refunded: refundedFen(order) / 100 }),
    ...(order.refusal && { reason: order.refusal, message: REJECT_MESSAGES[order.refusal] }),
    ...((status === 'SHIPPED' || status === 'DELIVERED') && presentParcels(order)),
    updatedAt: new Date(atMs).toISOString(),
  };
}

/** The order as the ledger shows it, with everything needed to check who bought what, and how often. */
export function presentLedgerRow(order: Order, nowMs: number, speed: number) {
  return {
    ...presentOrder(order, nowMs, speed),
    shop: order.shop,
    item: order.item,
    quantity: order.quantity,
    unitPrice: order.unitPriceFen / 100,
    createdAt: new Date(order.createdAtMs).toISOString(),
    postCount: order.postCount,
    ...(order.remarks !== null && { remarks: order.remarks }),
    ...(order.cancelled && { fee: order.cancelled.feeFen / 100 }),
  };
}

function refundedFen({ amountPaidFen, cancelled }: Order): number {
  return Math.max(0, amountPaidFen - (cancelled?.feeFen ?? 0));
}

function presentParcels(order: Order) {
  const { company, prefix } = CARRIERS[order.shop];
  const { parcelCount }: Ordering = ITEMS[order.item].ordering;
  const trackingNumber = prefix + order.orderId.replace(/\D/g, '');
  const parcels = Array.from({ length: parcelCount }, (_, index) => ({
    trackingNumber: index === 0 ? trackingNumber : `${trackingNumber}-${index + 1}`,
    trackingCompany: company,
  }));
  return { parcels, trackingNumber, trackingCompany: company };
}
