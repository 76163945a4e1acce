import type { EventType } from '@procurement-intents/contract';
import type { TimelineEvent } from '../intents/intent-change.ts';
import type { FindAnswer } from './answers.ts';
import { nextTrackingAt } from './due.ts';
import { type OrderAlarm, overchargeAlarms } from './order-alarms.ts';
import type { AgreedAmount, ListedState, OrderDetails } from './order-details.ts';
import { chargeOf, listedStateOf, orderFields, withCharge } from './order-details.ts';

/** The fields of a completed intent that come from its order. */
export interface OrderedIntent extends AgreedAmount {
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
export interface TrackedIntent extends OrderedIntent, MissingTimes {
  orderId: string;
  completedAt: Date | null;
}

/**
 * Decides what the platform's answer about the order changes on a completed intent, when the order is asked about next,
 * and the alarms.
 *
 * @param isFollowed - whether the list of changed orders names every change at the platform.
 */
export function decideTracking(
  intent: TrackedIntent,
  answer: FindAnswer<OrderDetails>,
  now: Date,
  isFollowed: boolean,
) {
  const order = answer.ok ? answer.order : null;
  const { isMissing, ...times } = missingOf(intent, answer, now);
  const dueAt = nextTrackingAt(intent.completedAt, order, now, isFollowed);
  if (!order) {
    const alarms: OrderAlarm[] = isMissing ? [{ kind: 'missing', orderId: intent.orderId }] : [];
    return { fields: times.fields, event: null, isVisible: false, dueAt, alarms };
  }
  const { fields, ...change } = orderChangeOf(intent, order);
  return { ...change, fields: { ...fields, ...times.fields }, dueAt };
}

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
 * What the order of a completed intent writes when it has changed, its events (shipped, delivered, cancelled by the shop,
 * paid back) and alarms. The status stays COMPLETED; such changes have fields of their own.
 */
export function orderChangeOf(intent: OrderedIntent, order: OrderDetails) {
  const { orderId } = order;
  const state = listedStateOf(order);
  const change = changeEvent(intent, order, state);
  const charge = chargeOf(order, intent, true);
  const orderStatus = state.orderStatus ?? intent.orderStatus;
  return {
    fields: { ...(change && { ...orderFields(order), orderStatus }), ...charge.fields },
    ...withCharge(change, charge),
    alarms: [
      ...(change?.type === CANCELLED_BY_SHOP ? [{ kind: 'cancelled_by_shop', orderId } as const] : []),
      ...overchargeAlarms(order, charge),
    ],
  };
}

const CANCELLED_BY_SHOP = 'order.cancelled_by_shop' satisfies EventType;

/** The event of a change of the order; null when nothing has changed. */
function changeEvent(
  intent: OrderedIntent,
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
