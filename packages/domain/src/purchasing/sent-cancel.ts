import type { IntentChange } from '../intents/intent-change.ts';
import { type CancelAnswer, type FindAnswer, isDead, type OrderFacts } from './answers.ts';

// A cancellation has no time limit at the platform: one that got no answer may be carried out at any later time.

/** What an intent knows of a cancellation that this service has sent. */
export interface SentCancel {
  /** The order whose cancellation was sent and got no definite answer; null: none. */
  cancelSentOrderId: string | null;
  /** The platform has refused a later cancellation of that order: it is not asked again, and may still carry out the first. */
  isSentCancelRefused: boolean;
}

/** Whether a cancellation of the order was sent that may still be carried out, or has been since. */
export const isCancelOpen = (
  { cancelSentOrderId }: SentCancel,
  { orderId }: Pick<OrderFacts, 'orderId'>,
): boolean => cancelSentOrderId === orderId;

/** Whether that cancellation is to be repeated: no later one was refused. */
export const isCancelUnanswered = (intent: SentCancel, order: Pick<OrderFacts, 'orderId'>): boolean =>
  isCancelOpen(intent, order) && !intent.isSentCancelRefused;

/**
 * What an attempt writes before it sends a cancellation, so that every later attempt knows of it; null: nothing. An order
 * that has ended is only asked about its fee.
 */
export const cancelSentOf = (
  intent: SentCancel,
  order: Pick<OrderFacts, 'orderId' | 'status'>,
): IntentChange<SentCancel> | null =>
  isDead(order) || isCancelUnanswered(intent, order)
    ? null
    : {
        fields: { cancelSentOrderId: order.orderId, isSentCancelRefused: false },
        event: null,
        isVisible: false,
      };

const NONE_SENT = { cancelSentOrderId: null, isSentCancelRefused: false } as const satisfies SentCancel;

/**
 * What remains of a cancellation after its answer. Only a definite answer ends it. One of which no byte left leaves the
 * row as it was claimed. A refusal is the answer to this one alone: of one that was sent before, the row keeps a mark.
 *
 * @param answer - absent when the attempt has sent none.
 */
export function afterCancel(
  { cancelSentOrderId, isSentCancelRefused }: SentCancel,
  answer: CancelAnswer | undefined,
): Partial<SentCancel> {
  if (answer === undefined) return {};
  if (answer.ok) return NONE_SENT;
  if (answer.kind === 'refused') {
    return cancelSentOrderId === null ? NONE_SENT : { cancelSentOrderId, isSentCancelRefused: true };
  }
  return answer.isNotSent ? { cancelSentOrderId, isSentCancelRefused } : {};
}

/** What remains once the platform was asked for the fee of an order that is cancelled: a refusal ends the question, too. */
export const afterFee = (answer: CancelAnswer | undefined): Partial<SentCancel> =>
  answer === undefined || (!answer.ok && answer.kind === 'unclear') ? {} : NONE_SENT;

/**
 * Whether the platform is asked once more to cancel the order of a completed intent, for its fee: it is cancelled, and the
 * answer to our cancellation is still missing.
 */
export const isFeeMissing = (intent: SentCancel, found: FindAnswer<OrderFacts>): boolean =>
  found.ok && found.order?.status === 'CANCELLED' && isCancelOpen(intent, found.order);
