import type { EventType } from '@procurement-intents/contract';
import type { OrderDetails, TimelineEvent, AgreedAmount, Charge } from './order-details.ts';
import { chargeOf, orderFields, orderStatusOf, withCharge } from './order-details.ts';
import { pauseAfter } from './purchase-rules.ts';
import type { OrderStatus } from '@procurement-intents/contract/gateway/codes';

/** What the platform reports of the order of a completed intent. Amounts in fen. */
export interface TrackedOrder {
  status: OrderStatus;
  amountPaidFen: number;
  /** The total paid back; a platform may report 0 before it pays back anything. */
  refundedFen?: number;
}

/** An order is tracked for 30 days: a shop that has not delivered by then is not expected to. */
export const TRACKING_MS = 30 * 86_400_000;

/**
 * Whether tracking has ended: the order is delivered, or the shop has cancelled it and paid everything back (it charges
 * no fee for its own cancellation), or `TRACKING_MS` have passed.
 *
 * @param order - null while the platform does not answer.
 * @param completedForMs - the time since the intent was COMPLETED.
 */
export function isTrackingOver(order: TrackedOrder | null, completedForMs: number): boolean {
  if (completedForMs > TRACKING_MS) return true;
  if (order === null) return false;
  return order.status === 'DELIVERED' || (order.status === 'CANCELLED' && isPaidBack(order));
}

const isPaidBack = ({ amountPaidFen, refundedFen = 0 }: TrackedOrder): boolean =>
  refundedFen >= amountPaidFen;

const LONGEST_PAUSE_MS = 15 * 60_000;
// A delivery and a refund take days.
const LONGEST_PAUSE_OF_DAYS_MS = 6 * 3_600_000;
// The list of changed orders reports every change; a single request is a safety net for what the list has missed.
const FOLLOWED_PAUSE_MS = 6 * 3_600_000;
const FOLLOWED_PAUSE_OF_DAYS_MS = 24 * 3_600_000;

/** The fields of a completed intent that tracking reads. */
export interface TrackedIntent extends AgreedAmount {
  completedAt: Date | null;
  orderStatus: string | null;
  refundedFen: bigint | null;
  /** As stored: a list, or null before the first parcel. */
  parcels: unknown;
}

/**
 * Decides what the current state of the order changes on a completed intent. The status stays COMPLETED; later changes of
 * the order are reported in fields of their own.
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
  const nextAttemptAt = nextQuestionAt(intent, order, now, isFollowed);
  if (!order) return { fields: { nextAttemptAt }, event: null, charge: null, isCancelledByShop: false };
  const change = changeEvent(intent, order);
  const charge: Charge = chargeOf(order, intent, true);
  return {
    fields: { ...(change && orderFields(order)), ...charge.fields, nextAttemptAt },
    ...withCharge(change, charge),
    charge,
    isCancelledByShop: change?.type === CANCELLED_BY_SHOP,
  };
}

const CANCELLED_BY_SHOP = 'order.cancelled_by_shop' satisfies EventType;

/** The event of a change of the order; null when nothing has changed. */
function changeEvent(intent: TrackedIntent, order: OrderDetails): TimelineEvent | null {
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

/** When to ask again; null when tracking has ended. */
function nextQuestionAt(
  { completedAt }: TrackedIntent,
  order: OrderDetails | null,
  now: Date,
  isFollowed: boolean,
): Date | null {
  const elapsedMs = now.getTime() - (completedAt ?? now).getTime();
  if (isTrackingOver(order, elapsedMs)) return null;
  const takesDays = order?.status === 'SHIPPED' || order?.status === 'CANCELLED';
  // Without an answer the next request does not wait for the list of changed orders.
  if (order && isFollowed) {
    return new Date(now.getTime() + (takesDays ? FOLLOWED_PAUSE_OF_DAYS_MS : FOLLOWED_PAUSE_MS));
  }
  const longestMs = takesDays ? LONGEST_PAUSE_OF_DAYS_MS : LONGEST_PAUSE_MS;
  return new Date(now.getTime() + Math.min(longestMs, Math.max(pauseAfter(0), elapsedMs / 4)));
}
