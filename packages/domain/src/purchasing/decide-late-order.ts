import { DAY_MS, type EventType, type IntentStatus, UNBOUGHT_STATUSES } from '@procurement-intents/contract';
import { type CancelAnswer, type FindAnswer, isDead, type OrderFacts } from './answers.ts';
import {
  keptAlarms,
  lateAlarm,
  missingAlarms,
  type OrderAlarm,
  overchargeAlarms,
  undecidedAlarms,
} from './order-alarms.ts';
import {
  type AgreedAmount,
  amountEvent,
  type Charge,
  chargeOf,
  keepsMoney,
  orderFields,
  type OrderDetails,
} from './order-details.ts';

/**
 * The pauses before each look-up of an order whose intent has ended without one; the first counts from the end of the
 * intent. A late order usually appears within minutes; the last look-up is for shop queues that were stopped overnight.
 */
export const LOOKUP_DELAYS_MS = [60_000, 600_000, 3_600_000, DAY_MS] as const;
const RETRY_MS = 60_000;

/**
 * Whether an order of the intent is looked for and cancelled: it has ended without a purchase, or does not exist (null). The order
 * of one that is being bought, or is bought, is left to the purchase.
 */
export const isUnbought = (status: IntentStatus | null): boolean =>
  status === null || UNBOUGHT_STATUSES.includes(status);

type Late = OrderFacts & Pick<OrderDetails, 'amountPaidFen'>;

/** The state of the look-ups of one ended intent. */
export interface LateLookup {
  /** Number of look-ups so far. */
  step: number;
  /** The order whose cancellation was sent before; null when none was. */
  cancelRequestedOrderId: string | null;
  /** The order that the platform had shown before the intent ended; null: none, or the intent is deleted. */
  shownOrderId: string | null;
  /** Whether the row of the intent tells that order as cancelled. */
  isShownCancelled: boolean;
}

/** The order that a look-up knows of; null: none. */
export const lookedForOrderId = ({
  cancelRequestedOrderId,
  shownOrderId,
}: Pick<LateLookup, 'cancelRequestedOrderId' | 'shownOrderId'>): string | null =>
  cancelRequestedOrderId ?? shownOrderId;

export type LateDecision<Order extends OrderFacts> =
  | { kind: 'lookUpAgain'; step: number; afterMs: number; alarms?: OrderAlarm[] }
  /** There is nothing to tell of an order, or it was never found: one that was shown before is told as missing. */
  | { kind: 'giveUp'; alarms: OrderAlarm[] }
  | { kind: 'cancel'; order: Order }
  | {
      kind: 'finish';
      type: Extract<EventType, 'order.found_without_effect' | 'order.late_cancelled' | 'order.late_stands'>;
      order: Order;
    };

/** Decides by the answer to a look-up. An order that is still open is cancelled, because the intent has ended. */
export function decideLateOrder<Order extends OrderFacts>(
  lookup: LateLookup,
  found: FindAnswer<Order>,
): LateDecision<Order> {
  const { step, cancelRequestedOrderId } = lookup;
  if (!found.ok) return { kind: 'lookUpAgain', step, afterMs: RETRY_MS };
  const { order } = found;
  if (order === null) {
    const afterMs = LOOKUP_DELAYS_MS[step + 1];
    if (afterMs !== undefined) return { kind: 'lookUpAgain', step: step + 1, afterMs };
    const orderId = lookedForOrderId(lookup);
    return { kind: 'giveUp', alarms: orderId === null ? [] : missingAlarms(orderId) };
  }
  // The answer to our cancellation was lost; only a repeated cancellation returns the fee.
  const isTakenBack = order.orderId === cancelRequestedOrderId && order.status === 'CANCELLED';
  // An order that the shop itself has ended needs no cancellation and no alarm.
  const isTold = lookup.isShownCancelled && lookup.shownOrderId === order.orderId;
  if (isDead(order) && !isTakenBack && isTold) return { kind: 'giveUp', alarms: [] };
  if (isDead(order) && !isTakenBack) return { kind: 'finish', type: 'order.found_without_effect', order };
  return { kind: 'cancel', order };
}

/**
 * Decides by the answer to the cancellation of a late order.
 *
 * @param attempts - the number of attempts, this one included.
 */
export function decideLateCancel<Order extends Late>(
  { step }: Pick<LateLookup, 'step'>,
  order: Order,
  answer: CancelAnswer,
  attempts: number,
): Exclude<LateDecision<Order>, { kind: 'cancel' }> {
  if (!answer.ok && answer.kind === 'unclear') {
    return { kind: 'lookUpAgain', step, afterMs: RETRY_MS, alarms: undecidedAlarms(order, attempts) };
  }
  return answer.ok || isDead(order)
    ? { kind: 'finish', type: 'order.late_cancelled', order: { ...order, status: 'CANCELLED' } }
    : { kind: 'finish', type: 'order.late_stands', order };
}

const LATE = {
  'order.found_without_effect': null,
  'order.late_cancelled': 'cancelled',
  'order.late_stands': 'stands',
} as const;

/**
 * What the last look-up writes to its intent, its events and alarms.
 *
 * @param agreed - the amounts of the intent; null when it is deleted.
 * @param answer - to the cancellation of the order; absent without one.
 */
export function lateOrderOf(
  agreed: AgreedAmount | null,
  { type, order }: Extract<LateDecision<OrderDetails>, { kind: 'finish' }>,
  answer?: CancelAnswer,
) {
  // What a cancellation of ours keeps is its fee.
  const isKept = type === 'order.found_without_effect' && keepsMoney(order);
  const charge: Charge | null = agreed && chargeOf(order, agreed, isKept || type === 'order.late_stands');
  return {
    fields: {
      ...orderFields(order),
      ...charge?.fields,
      ...(answer?.ok && { cancellationFeeFen: BigInt(answer.feeFen) }),
    },
    event: { type, detail: order.orderId },
    also: (charge && (isKept ? amountEvent(charge) : charge.overcharged)) ?? undefined,
    isVisible: true,
    alarms: [
      ...(LATE[type] ? [lateAlarm(order, LATE[type], answer)] : []),
      ...(charge ? overchargeAlarms(order, charge) : []),
      ...(isKept ? keptAlarms(order) : []),
    ],
  };
}
