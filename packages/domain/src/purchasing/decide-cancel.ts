import { CANCEL_REFUSAL_TEXTS } from '@procurement-intents/contract/gateway/codes';
import { wasCalled } from '../call-answers.ts';
import { hasShipped, type OrderFacts } from './answers.ts';
import { cancelledAsAsked, end, rejected, retryCancel } from './order-outcomes.ts';
import { isCancelOverdue } from './purchase-rules.ts';
import { cancelOrder, type Purchase, type Step } from './purchase-steps.ts';

/** Why a cancellation is refused that a platform did not answer in time. */
export const NO_ANSWER = 'the platform does not answer';

/**
 * Decides by an order whose caller has asked to cancel. The intent is CANCELLED only when the platform has cancelled the
 * order. After a refusal the purchase continues; after an unclear answer the cancellation is repeated.
 */
export function decideCancel<Order extends OrderFacts>(
  { intent, evidence, now, bounds }: Purchase<Order>,
  order: Order,
): Step<Order> {
  if (order.status === 'REJECTED') return end(rejected(order));
  const { cancelled } = evidence;
  const isLastTry = isCancelOverdue(intent, now, bounds);
  // A cancelled order is cancelled again too: only the answer contains the fee.
  if (!cancelled) return cancelOrder(order, { isLastTry });
  if (cancelled.ok) return end(cancelledAsAsked(order, cancelled.feeFen));
  // Only the fee is missing then.
  const isCancelled = order.status === 'CANCELLED';
  if (cancelled.kind === 'refused') {
    if (isCancelled) return end(cancelledAsAsked(order, 0));
    return { kind: 'refuseCancel', reason: cancelled.message ?? CANCEL_REFUSAL_TEXTS[cancelled.reason] };
  }
  const isGivenUp = isLastTry && wasCalled(cancelled);
  if (isCancelled) {
    return isGivenUp && !evidence.foundAgain ? end(cancelledAsAsked(order, 0)) : retryCancel(cancelled);
  }
  if (hasShipped(order)) return { kind: 'refuseCancel', reason: CANCEL_REFUSAL_TEXTS.SHIPPED };
  return isGivenUp ? { kind: 'refuseCancel', reason: NO_ANSWER } : retryCancel(cancelled);
}
