import type { EventType } from '@procurement-intents/contract';
import { nextTrackingAt } from './due.ts';
import type { OrderDetails, TimelineEvent, AgreedAmount } from './order-details.ts';
import { chargeOf, orderFields, orderStatusOf, withCharge } from './order-details.ts';

/** The fields of a completed intent that tracking reads. */
export interface TrackedIntent extends AgreedAmount {
  completedAt: Date | null;
  orderStatus: string | null;
  refundedFen: bigint | null;
  /** As stored: a list, or null before the first parcel. */
  parcels: unknown;
}

/**
 * Decides what the current state of the order changes on a completed intent, and when the order is asked about next.
 *
 * @param reported - the order; null while the platform does not answer.
 * @param isFollowed - whether the list of changed orders names every change at the platform.
 */
export function decideTracking(
  intent: TrackedIntent,
  reported: OrderDetails | null,
  now: Date,
  isFollowed: boolean,
) {
  // A completed intent has bought: a shop that rejects its order afterwards withdraws it.
  const order = reported?.status === 'REJECTED' ? ({ ...reported, status: 'CANCELLED' } as const) : reported;
  const nextAttemptAt = nextTrackingAt(intent.completedAt, order, now, isFollowed);
  if (!order) return { fields: { nextAttemptAt }, event: null, charge: null, isCancelledByShop: false };
  const { fields, ...change } = orderChangeOf(intent, order);
  return { ...change, fields: { ...fields, nextAttemptAt } };
}

/**
 * What the order of a completed intent writes when it has changed, and its events: shipped, delivered, cancelled by the
 * shop, paid back. The status stays COMPLETED; such changes have fields of their own.
 */
export function orderChangeOf(intent: Omit<TrackedIntent, 'completedAt'>, order: OrderDetails) {
  const change = changeEvent(intent, order);
  const charge = chargeOf(order, intent, true);
  return {
    fields: { ...(change && orderFields(order)), ...charge.fields },
    ...withCharge(change, charge),
    charge,
    isCancelledByShop: change?.type === CANCELLED_BY_SHOP,
  };
}

const CANCELLED_BY_SHOP = 'order.cancelled_by_shop' satisfies EventType;

/** The event of a change of the order; null when nothing has changed. */
function changeEvent(intent: Omit<TrackedIntent, 'completedAt'>, order: OrderDetails): TimelineEvent | null {
  const status = orderStatusOf(order);
  const refund = order.refundedFen === undefined ? null : BigInt(order.refundedFen);
  if (status === intent.orderStatus && (refund === null || refund === (intent.refundedFen ?? 0n))) {
    const known = Array.isArray(intent.parcels) ? intent.parcels.length : 0;
    return order.parcels.length > known ? shipped(order) : null;
  }
  if (status === intent.orderStatus) return { type: 'order.refunded' };
  switch (status) {
    case 'SHIPPED':
      return shipped(order);
    case 'DELIVERED':
      return { type: 'order.delivered' };
    case 'CANCELLED':
      return { type: CANCELLED_BY_SHOP, ...(order.reason !== undefined && { detail: order.reason }) };
    default:
      return null;
  }
}

const shipped = (order: OrderDetails): TimelineEvent => ({
  type: 'order.shipped',
  detail: order.parcels.map(({ trackingNumber }) => trackingNumber).join(', '),
});
