import type { IntentChange } from '../intents/intent-change.ts';
import { type CancelAnswer, type FindAnswer, isDead, type OrderFacts } from './answers.ts';

// A cancellation has no time limit at the platform: one that got no answer may be carried out at any later time.

/** What an intent knows of a cancellation that this service has sent. */
export interface SentCancel {
  /** The order whose cancellation was sent and got no definite answer; null: none. */
  cancelSentOrderId: string | null;
}

/** Whether a cancellation of the order was sent that may still be carried out, or has been since. */
export const isCancelOpen = (
  { cancelSentOrderId }: SentCancel,
  { orderId }: Pick<OrderFacts, 'orderId'>,
): boolean => cancelSentOrderId === orderId;

/**
 * What an attempt writes before it sends a cancellation, so that every later attempt knows of it; null: nothing. An order
 * that has ended is only asked about its fee.
 */
export const cancelSentOf = (
  intent: SentCancel,
  order: Pick<OrderFacts, 'orderId' | 'status'>,
): IntentChange<SentCancel> | null =>
  isDead(order) || isCancelOpen(intent, order)
    ? null
    : { fields: { cancelSentOrderId: order.orderId }, event: null, isVisible: false };

/**
 * What remains of a cancellation after its answer. Only a definite answer ends it. One of which no byte left leaves the
 * row as it was claimed.
 *
 * @param answer - absent when the attempt has sent none.
 */
export function afterCancel(
  { cancelSentOrderId }: SentCancel,
  answer: CancelAnswer | undefined,
): Partial<SentCancel> {
  if (answer === undefined) return {};
  if (answer.ok || answer.kind === 'refused') return { cancelSentOrderId: null };
  return answer.isNotSent ? { cancelSentOrderId } : {};
}

/**
 * Whether the platform is asked once more to cancel the order of a completed intent, for its fee: it is cancelled, and the
 * answer to our cancellation is still missing.
 */
export const isFeeMissing = (intent: SentCancel, found: FindAnswer<OrderFacts>): boolean =>
  found.ok && found.order?.status === 'CANCELLED' && isCancelOpen(intent, found.order);
