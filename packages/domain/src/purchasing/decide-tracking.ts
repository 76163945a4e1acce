import type { EventType } from '@procurement-intents/contract';
import type { TimelineEvent } from '../intents/intent-change.ts';
import type { CancelAnswer, FindAnswer } from './answers.ts';
import { nextTrackingAt } from './due.ts';
import { lateAlarm, missingAlarms, type OrderAlarm, overchargeAlarms } from './order-alarms.ts';
import type { AgreedAmount, ListedState, OrderDetails } from './order-details.ts';
import { chargeOf, listedStateOf, orderFields, withCharge } from './order-details.ts';
import { afterFee, type SentCancel } from './sent-cancel.ts';

/** The fields of a completed intent that come from its order. */
export interface BoughtIntent extends AgreedAmount {
  orderStatus: string | null;
  refundedFen: bigint | null;
  /** As stored: a list, or null before the first parcel. */
  parcels: unknown;
}

/** The times of an order that the platform does not know; null while it does. */
interface MissingTimes {
  orderMissingAt: Date | null;
  missingReportedAt: Date | null;
}

/** The fields of a completed intent that tracking reads. */
export interface TrackedIntent extends BoughtIntent, MissingTimes, SentCancel {
  orderId: string;
  completedAt: Date | null;
}

/** What the platform answers about the order of a completed intent. */
export interface TrackingAnswers {
  found: FindAnswer<OrderDetails>;
  /** To the cancellation that was repeated for its fee; see `isFeeMissing`. */
  cancelled?: CancelAnswer | undefined;
}

/**
 * Decides what the platform's answer about the order changes on a completed intent, when the order is asked about next,
 * and the alarms.
 *
 * @param isFollowed - whether the list of changed orders names every change at the platform.
 */
export function decideTracking(
  intent: TrackedIntent,
  { found, cancelled }: TrackingAnswers,
  now: Date,
  isFollowed: boolean,
) {
  const order = found.ok ? found.order : null;
  const { isMissing, ...times } = missingOf(intent, found, now);
  // No list names a fee.
  const isListed = isFollowed && !isUnclear(cancelled);
  const nextAttemptAt = nextTrackingAt(intent.completedAt, order, now, isListed);
  const checked = found.ok ? { orderCheckedAt: now } : {};
  if (!order) {
    const alarms = isMissing ? missingAlarms(intent.orderId) : [];
    return { fields: { ...times.fields, ...checked }, event: null, isVisible: false, nextAttemptAt, alarms };
  }
  const { fields, ...change } = orderChangeOf(intent, order, cancelled);
  const remains = afterFee(cancelled);
  return { ...change, fields: { ...fields, ...times.fields, ...remains, ...checked }, nextAttemptAt };
}

const isUnclear = (answer: CancelAnswer | undefined): boolean =>
  answer?.ok === false && answer.kind === 'unclear';

/** A platform must say in two answers this far apart that it does not know an order. */
const ORDER_MISSING_MS = 10_000;

/** Whether the platform knows the order. That it does not is reported once. */
function missingOf(
  { orderMissingAt, missingReportedAt }: MissingTimes,
  answer: FindAnswer<OrderDetails>,
  now: Date,
): { fields: Partial<MissingTimes>; isMissing: boolean } {
  if (!answer.ok) return { fields: {}, isMissing: false };
  if (answer.order) {
    const isBack = orderMissingAt !== null;
    return { fields: isBack ? { orderMissingAt: null, missingReportedAt: null } : {}, isMissing: false };
  }
  const since = orderMissingAt ?? now;
  const isMissing = missingReportedAt === null && now.getTime() - since.getTime() >= ORDER_MISSING_MS;
  return { fields: { orderMissingAt: since, ...(isMissing && { missingReportedAt: now }) }, isMissing };
}

/**
 * What the order of a completed intent writes when it has changed, its events (shipped, delivered, cancelled by the shop or
 * for us, paid back) and alarms. The status stays COMPLETED; such changes have fields of their own. Whether there is such a
 * change is in SQL, too, in `update-feed.ts` of the server: `listed-orders.test.ts` holds both to one answer.
 *
 * @param cancelled - the answer to our cancellation, which was repeated; absent without one.
 */
export function orderChangeOf(intent: BoughtIntent, order: OrderDetails, cancelled?: CancelAnswer) {
  const change = cancelEvent(order, changeEvent(intent, order, listedStateOf(order)), cancelled);
  const charge = chargeOf(order, intent, true);
  const orderStatus = listedStateOf(order).orderStatus ?? intent.orderStatus;
  return {
    fields: {
      ...(change && { ...orderFields(order), orderStatus }),
      ...charge.fields,
      ...(cancelled?.ok && { cancellationFeeFen: BigInt(cancelled.feeFen) }),
    },
    ...withCharge(change, charge),
    alarms: [
      ...(orderStatus === intent.orderStatus ? [] : cancelAlarms(order, change, cancelled)),
      ...overchargeAlarms(order, charge),
    ],
  };
}

const CANCELLED_BY_SHOP = 'order.cancelled_by_shop' satisfies EventType;
const CANCELLED_FOR_US = 'order.late_cancelled' satisfies EventType;

/** The event of a change, by who has cancelled the order. A fee that becomes known later is told of, too. */
function cancelEvent(
  { orderId }: OrderDetails,
  change: TimelineEvent | null,
  cancelled: CancelAnswer | undefined,
): TimelineEvent | null {
  const isForUs = cancelled?.ok || isUnclear(cancelled);
  const isNews = change?.type === CANCELLED_BY_SHOP || (change === null && cancelled?.ok);
  return isForUs && isNews ? { type: CANCELLED_FOR_US, detail: orderId } : change;
}

function cancelAlarms(
  order: OrderDetails,
  change: TimelineEvent | null,
  cancelled: CancelAnswer | undefined,
): OrderAlarm[] {
  if (change?.type === CANCELLED_BY_SHOP) return [{ kind: 'cancelled_by_shop', orderId: order.orderId }];
  return change?.type === CANCELLED_FOR_US ? [lateAlarm(order, 'cancelled', cancelled)] : [];
}

/** The event of a change of the order; null when nothing has changed. */
function changeEvent(
  intent: BoughtIntent,
  order: OrderDetails,
  { orderStatus, refundedFen, parcelCount }: ListedState,
): TimelineEvent | null {
  if (orderStatus !== null && orderStatus !== intent.orderStatus) return statusEvent(order, orderStatus);
  if (refundedFen !== null && BigInt(refundedFen) !== (intent.refundedFen ?? 0n)) {
    return { type: 'order.refunded' };
  }
  const known = Array.isArray(intent.parcels) ? intent.parcels.length : 0;
  return parcelCount > known ? shipped(order) : null;
}

function statusEvent(order: OrderDetails, status: NonNullable<ListedState['orderStatus']>): TimelineEvent {
  switch (status) {
    case 'SHIPPED':
      return shipped(order);
    case 'DELIVERED':
      return { type: 'order.delivered' };
    case 'CANCELLED':
      return { type: CANCELLED_BY_SHOP, ...(order.reason !== undefined && { detail: order.reason }) };
  }
}

const shipped = (order: OrderDetails): TimelineEvent => ({
  type: 'order.shipped',
  detail: order.parcels.map(({ trackingNumber }) => trackingNumber).join(', '),
});
