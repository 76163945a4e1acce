import { NUMBER_REUSED } from '@procurement-intents/contract/gateway/codes';
import { wasCalled } from '../call-answers.ts';
import { hasShipped, isDead, type OrderFacts, type PlaceAnswer } from './answers.ts';
import { confirmationPauseMs } from './due.ts';
import {
  cancelledAsAsked,
  cancelledByShop,
  end,
  rejected,
  retryCancel,
  unconfirmed,
} from './order-outcomes.ts';
import { acceptedMs, isPastRetryBudget, mayHaveBeenSetBack, mayHoldOlderContent } from './purchase-rules.ts';
import type { OrderDoubt } from './order-alarms.ts';
import { cancelOrder, type Evidence, type Purchase, retryReason, type Step } from './purchase-steps.ts';
import { isCancelOpen, isCancelUnanswered } from './sent-cancel.ts';

/** Decides by an order that the platform knows, for a purchase whose caller has not asked to cancel. */
export function decideByOrder<Order extends OrderFacts>(
  purchase: Purchase<Order>,
  order: Order,
): Step<Order> {
  const decided = decideByContent(purchase, order);
  return typeof decided === 'string' || decided === null
    ? decideByStatus(purchase, order, decided ?? undefined)
    : decided;
}

/**
 * Decides whether the content of the order is the intent's. An intent that was set back may have changed since its order
 * was sent. The platform compares: it accepts a known number only with the same product, quantity and recipient, and
 * makes no second order. An order with other content is cancelled, and so is the order of a changed intent if the
 * platform does not compare it in time.
 *
 * @returns null when the order counts as the intent's; a doubt when it does not and cannot be taken back.
 */
function decideByContent<Order extends OrderFacts>(
  purchase: Purchase<Order>,
  order: Order,
): Step<Order> | OrderDoubt | null {
  const { intent, evidence, now, bounds } = purchase;
  const { compared, isChanged } = evidence;
  if (isReused(evidence)) {
    if (isDead(order)) return { kind: 'retry', reason: retryReason('placed', NUMBER_REUSED) };
    return withdraw(purchase, order, 'reused');
  }
  if (compared?.ok || isSettled(purchase, order) || isDead(order)) return null;
  const isLastTry = isPastRetryBudget(intent, now, bounds);
  if (!compared) {
    return mayHoldOlderContent(intent, now, bounds) ? { kind: 'compareOrder', isLastTry } : null;
  }
  if (!isLastTry || !wasCalled(compared)) {
    const retryAfterMs = compared.kind === 'unclear' ? compared.retryAfterMs : undefined;
    return { kind: 'retry', reason: retryReason('compared', compared.reason), retryAfterMs };
  }
  // The comparison is given up after the retry budget. An order whose content may differ is then cancelled.
  if (intent.mustCompareOrder || isChanged) return withdraw(purchase, order, 'uncompared');
  return isChanged === undefined ? { kind: 'readChanges' } : null;
}

/** Whether the row, or an answer of this attempt, says that the order has the intent's content. */
const isSettled = ({ intent, evidence }: Purchase<OrderFacts>, { orderId }: OrderFacts): boolean =>
  evidence.placed?.ok || evidence.compared?.ok || intent.orderId === orderId;

/**
 * Whether an order that the platform has shown is taken for the intent's own: nobody has to pay for another one, and its
 * content cannot be that from before a change.
 */
export const isOwnOrder = (purchase: Purchase<OrderFacts>, order: OrderFacts): boolean =>
  !isDead(order) &&
  !isReused(purchase.evidence) &&
  (isSettled(purchase, order) || !mayHoldOlderContent(purchase.intent, purchase.now, purchase.bounds));

/**
 * Cancels an order whose content differs from the intent's, or may differ. One that has shipped cannot be cancelled. Any
 * other refusal may change, so the platform is asked until the retry budget, counted from when the order was first seen,
 * is used up.
 *
 * @returns the doubt when the order cannot be taken back.
 */
function withdraw<Order extends OrderFacts>(
  { intent, evidence: { placed, cancelled }, now, bounds }: Purchase<Order>,
  order: Order,
  doubt: OrderDoubt,
): Step<Order> | OrderDoubt {
  const isLastTry = hasShipped(order) || acceptedMs(intent, now) > bounds.retryBudgetMs;
  // What the order itself was answered is on the row since the look-up that followed.
  if (!cancelled) return cancelOrder(order, { isLastTry, doubt: isReusedBy(placed) ? null : doubt });
  if (cancelled.ok) return end(unconfirmed(order, cancelled.feeFen));
  if (hasShipped(order) || (isLastTry && wasCalled(cancelled))) return doubt;
  if (cancelled.kind === 'unclear') return retryCancel(cancelled);
  return cancelled.reason === 'SHIPPED' ? doubt : retryCancel(cancelled);
}

/** Whether the platform has answered that the number was used before with other content. */
const isReused = ({ placed, compared }: Evidence<OrderFacts>): boolean =>
  isReusedBy(placed) || isReusedBy(compared);
const isReusedBy = (answer: PlaceAnswer<OrderFacts> | undefined): boolean =>
  answer?.ok === false && answer.reason === NUMBER_REUSED;

/** @param doubt - why the content of the order differs or may differ, which could not be taken back. */
function decideByStatus<Order extends OrderFacts>(
  purchase: Purchase<Order>,
  order: Order,
  doubt: OrderDoubt | undefined,
): Step<Order> {
  const { intent, evidence, now, bounds } = purchase;
  switch (order.status) {
    case 'REJECTED':
      return end(rejected(order));
    case 'CANCELLED':
      return decideByCancelled(purchase, order);
    case 'ACCEPTED': {
      const elapsedMs = acceptedMs(intent, now);
      const overdueMs = elapsedMs - bounds.confirmTimeoutMs;
      const awaiting = {
        kind: 'awaitConfirmation',
        order,
        acceptedMs: elapsedMs,
        ...(doubt && { doubt }),
      } as const;
      if (overdueMs <= 0) return awaiting;
      const { cancelled } = evidence;
      if (!cancelled) return cancelOrder(order);
      if (cancelled.ok) return end(unconfirmed(order, cancelled.feeFen));
      const isFirstRefusal = cancelled.kind === 'refused' && overdueMs <= confirmationPauseMs(elapsedMs);
      return { ...awaiting, overdue: { reason: cancelled.reason, isFirstRefusal } };
    }
    case 'CONFIRMED':
    case 'SHIPPED':
    case 'DELIVERED':
      return decideBySentCancel(purchase, order) ?? end({ to: 'COMPLETED', order, ...(doubt && { doubt }) });
  }
}

/**
 * Decides by an order that stands although this service may have sent a cancellation of it. One without an answer may
 * still be carried out, so it is repeated until the platform decides or the time to repeat it is over. A caller who was
 * told that the purchase goes on is not overruled by another one.
 *
 * @returns null when the order counts as bought.
 */
function decideBySentCancel<Order extends OrderFacts>(
  purchase: Purchase<Order>,
  order: Order,
): Step<Order> | null {
  const { cancelled } = purchase.evidence;
  // The parcel of a shipped order is on its way: nobody waits for an answer.
  const isLastTry = hasShipped(order) || isLastCancel(purchase);
  if (!cancelled) {
    const isRepeated = isCancelUnanswered(purchase.intent, order) && !isToGoOn(purchase);
    return isRepeated ? cancelOrder(order, { isLastTry }) : null;
  }
  if (cancelled.ok) return end(unconfirmed(order, cancelled.feeFen));
  const isGivenUp = hasShipped(order) || (isLastTry && wasCalled(cancelled));
  return cancelled.kind === 'refused' || isGivenUp ? null : retryCancel(cancelled);
}

/** Whether the caller was told that the purchase goes on, and the platform still has time to confirm its order. */
const isToGoOn = ({ intent, now, bounds }: Purchase<OrderFacts>): boolean =>
  intent.cancelRefusal !== null && acceptedMs(intent, now) <= bounds.confirmTimeoutMs;

/** Whether the time is over for which a cancellation without an answer is repeated that no caller waits for. */
function isLastCancel({ intent, now, bounds }: Purchase<OrderFacts>): boolean {
  const overdueMs = acceptedMs(intent, now) - bounds.confirmTimeoutMs;
  return overdueMs > 0 ? overdueMs > bounds.retryBudgetMs : isPastRetryBudget(intent, now, bounds);
}

/** Whether the service itself cancels such an order: it was not confirmed in time, or a caller has asked for it. */
const hasOwnReason = ({ intent, now, bounds }: Purchase<OrderFacts>, order: OrderFacts): boolean =>
  acceptedMs(intent, now) > bounds.confirmTimeoutMs || isCancelOpen(intent, order);

/** Whether the cancellation of an order may be the service's own, of this attempt or of one that is not remembered. */
const mayBeOurs = (purchase: Purchase<OrderFacts>, order: OrderFacts): boolean =>
  hasOwnReason(purchase, order) ||
  purchase.intent.cancelRefusal !== null ||
  purchase.intent.mustCompareOrder ||
  mayHaveBeenSetBack(purchase.intent, purchase.now, purchase.bounds);

/**
 * Decides by a cancelled order. The service may have cancelled it and lost the answer; only a repeated cancellation
 * returns the fee. While the platform gives no answer the purchase stays open, until the retry budget is used up. An
 * order that a caller had asked to cancel ends the intent as the caller wanted, though the cancellation came late.
 */
function decideByCancelled<Order extends OrderFacts>(purchase: Purchase<Order>, order: Order): Step<Order> {
  const { intent, evidence } = purchase;
  const isOwnReason = hasOwnReason(purchase, order);
  const isLastTry = isLastCancel(purchase);
  const { cancelled, foundAgain } = evidence;
  const isAsAsked = isCancelOpen(intent, order) && isToGoOn(purchase);
  const byTheShop = end(isAsAsked ? cancelledAsAsked(order, 0) : cancelledByShop(order));
  if (!cancelled) return mayBeOurs(purchase, order) ? cancelOrder(order, { isLastTry }) : byTheShop;
  if (cancelled.ok && (isOwnReason || cancelled.feeFen > 0)) {
    return end((isAsAsked ? cancelledAsAsked : unconfirmed)(order, cancelled.feeFen));
  }
  if (cancelled.ok || cancelled.kind === 'refused') return byTheShop;
  return isLastTry && wasCalled(cancelled) && !foundAgain ? byTheShop : retryCancel(cancelled);
}
