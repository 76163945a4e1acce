import { CANCEL_REFUSAL_TEXTS } from '@procurement-intents/contract/gateway/codes';
import { hasShipped, type OrderFacts, wasAsked } from './answers.ts';
import { end, rejected, retryCancel } from './order-outcomes.ts';
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
  const ended = (feeFen: number): Step<Order> =>
    end({ to: 'CANCELLED', order: { ...order, status: 'CANCELLED' }, feeFen, mayAppear: false });
  if (cancelled.ok) return ended(cancelled.feeFen);
  if (cancelled.kind === 'refused') {
    if (order.status === 'CANCELLED') return ended(0);
    return { kind: 'refuseCancel', reason: cancelled.message ?? CANCEL_REFUSAL_TEXTS[cancelled.reason] };
  }
  if (hasShipped(order)) return { kind: 'refuseCancel', reason: CANCEL_REFUSAL_TEXTS.SHIPPED };
  return isLastTry && wasAsked(cancelled)
    ? { kind: 'refuseCancel', reason: NO_ANSWER }
    : retryCancel(cancelled);
}
