import {
  CANCEL_REFUSAL_TEXTS,
  FAILURE_BY_REJECT_REASON,
  NUMBER_REUSED,
} from '@procurement-intents/contract/gateway/codes';
import { type CancelAnswer, isDead, type OrderFacts } from './answers.ts';
import {
  acceptedMs,
  isCancelOverdue,
  isPastRetryBudget,
  mayHaveBeenSetBack,
  mayHoldOlderContent,
} from './purchase-rules.ts';
import type { Evidence, OrderDoubt, Outcome, Purchase, Retry, Step } from './purchase-steps.ts';

/** Why a cancellation is refused that a platform did not answer in time. */
export const NO_ANSWER = 'the platform does not answer';

/** What follows from an order that the platform knows, for a purchase that nobody wants to cancel. */
export function decideByOrder<Order extends OrderFacts>(
  purchase: Purchase<Order>,
  order: Order,
): Step<Order> {
  return decideByContent(purchase, order) ?? decideByStatus(purchase, order);
}

/**
 * An intent that was set back may have been changed since its order was sent. The platform itself compares: it takes
 * the same number again with the same product, quantity and recipient alone, and makes nothing of it. An order with
 * another content is withdrawn, and so is one of a changed intent that nobody compares in time; one that has left is what
 * the caller gets. Null: the order is the intent's.
 */
function decideByContent<Order extends OrderFacts>(
  { intent, evidence, now, bounds }: Purchase<Order>,
  order: Order,
): Step<Order> | null {
  const { placed, compared, isChanged } = evidence;
  if (isReused(evidence)) {
    if (isDead(order)) return { kind: 'retry', reason: `ordering: ${NUMBER_REUSED}`, isReused: true };
    return withdraw(evidence, order, 'reused');
  }
  if (placed?.ok || compared?.ok || intent.orderId !== null || isDead(order)) return null;
  const isLastTry = isPastRetryBudget(intent, now, bounds);
  if (!compared) {
    return mayHoldOlderContent(intent, now, bounds) ? { kind: 'compareOrder', isLastTry } : null;
  }
  if (!isLastTry || evidence.isStopping) {
    const retryAfterMs = compared.kind === 'unclear' ? compared.retryAfterMs : undefined;
    return { kind: 'retry', reason: `comparing the order: ${compared.reason}`, retryAfterMs };
  }
  // The intent does not wait for the comparison for ever, and nobody gets what may not be what they asked for.
  if (intent.mustCompareOrder || isChanged) return withdraw(evidence, order, 'uncompared');
  return isChanged === undefined ? { kind: 'readChanges' } : null;
}

/** Cancels an order whose content is not, or may not be, the intent's. Null: it cannot be taken back. */
function withdraw<Order extends OrderFacts>(
  { cancelled }: Evidence<Order>,
  order: Order,
  doubt: OrderDoubt,
): Step<Order> | null {
  if (!cancelled) return { kind: 'cancelOrder', order, doubt };
  if (cancelled.ok) return end(unconfirmed(order, cancelled.feeFen));
  return cancelled.kind === 'unclear' && !hasLeft(order) ? retryCancel(cancelled) : null;
}

/** Whether the parcel is on its way, so that no answer to a cancellation has to be waited for. */
const hasLeft = ({ status }: OrderFacts): boolean => status === 'SHIPPED' || status === 'DELIVERED';

/** Whether the platform has said that the number was used before, for something else. */
const isReused = ({ placed, compared }: Evidence<OrderFacts>): boolean =>
  [placed, compared].some((answer) => answer?.ok === false && answer.reason === NUMBER_REUSED);

function decideByStatus<Order extends OrderFacts>(purchase: Purchase<Order>, order: Order): Step<Order> {
  const { intent, evidence, now, bounds } = purchase;
  switch (order.status) {
    case 'REJECTED':
      return end(failed(order, FAILURE_BY_REJECT_REASON[order.reason ?? 'OTHER']));
    case 'CANCELLED':
      return decideDead(purchase, order);
    case 'ACCEPTED': {
      const elapsedMs = acceptedMs(intent, now);
      if (elapsedMs > bounds.confirmTimeoutMs) {
        if (!evidence.cancelled) return { kind: 'cancelOrder', order, doubt: null };
        if (evidence.cancelled.ok) return end(unconfirmed(order, evidence.cancelled.feeFen));
      }
      return { kind: 'awaitConfirmation', order, acceptedMs: elapsedMs };
    }
    case 'CONFIRMED':
    case 'SHIPPED':
    case 'DELIVERED':
      return end({ to: 'COMPLETED', order });
  }
}

/**
 * A lost answer to a cancellation of ours leaves a cancelled order too, and only asking again tells its fee. A platform
 * that gives no answer keeps the purchase open for as long as one is tried.
 */
function decideDead<Order extends OrderFacts>(purchase: Purchase<Order>, order: Order): Step<Order> {
  const { intent, evidence, now, bounds } = purchase;
  const elapsedMs = acceptedMs(intent, now);
  const isOverdue = elapsedMs > bounds.confirmTimeoutMs;
  const byTheShop = end(failed(order, 'PLATFORM_REJECTED'));
  const { cancelled } = evidence;
  if (!cancelled) {
    const mayBeOurs =
      isOverdue ||
      intent.cancelRefusal !== null ||
      intent.mustCompareOrder ||
      mayHaveBeenSetBack(intent, now, bounds);
    return mayBeOurs ? { kind: 'cancelOrder', order, doubt: null } : byTheShop;
  }
  if (cancelled.ok && (isOverdue || cancelled.feeFen > 0)) return end(unconfirmed(order, cancelled.feeFen));
  const isLastTry = isOverdue
    ? elapsedMs > bounds.confirmTimeoutMs + bounds.retryBudgetMs
    : isPastRetryBudget(intent, now, bounds);
  return !cancelled.ok && cancelled.kind === 'unclear' && !isLastTry ? retryCancel(cancelled) : byTheShop;
}

/**
 * What follows from an order whose caller wants to cancel: CANCELLED only when the platform has cancelled it; a refusal
 * is told and the purchase goes on; an unclear answer is asked again.
 */
export function decideCancel<Order extends OrderFacts>(purchase: Purchase<Order>, order: Order): Step<Order> {
  const { intent, evidence, now, bounds } = purchase;
  if (order.status === 'REJECTED') return decideByStatus(purchase, order);
  const { cancelled } = evidence;
  // Also when it is cancelled already, by us before a crash or by the shop: its answer alone tells the fee.
  if (!cancelled) return { kind: 'cancelOrder', order, doubt: null };
  const ended = (feeFen: number): Step<Order> =>
    end({ to: 'CANCELLED', order: { ...order, status: 'CANCELLED' }, feeFen, mayTurnUp: false });
  if (cancelled.ok) return ended(cancelled.feeFen);
  if (cancelled.kind === 'refused') {
    if (order.status === 'CANCELLED') return ended(0);
    return { kind: 'refuseCancel', reason: cancelled.message ?? CANCEL_REFUSAL_TEXTS[cancelled.reason] };
  }
  if (hasLeft(order)) return { kind: 'refuseCancel', reason: CANCEL_REFUSAL_TEXTS.SHIPPED };
  if (isCancelOverdue(intent, now, bounds)) {
    return { kind: 'refuseCancel', reason: NO_ANSWER };
  }
  return retryCancel(cancelled);
}

const end = <Order extends OrderFacts>(outcome: Outcome<Order>): Step<Order> => ({ kind: 'end', outcome });

type Failed<Order extends OrderFacts> = Extract<Outcome<Order>, { to: 'FAILED' }>;

const failed = <Order extends OrderFacts>(
  order: Order,
  failureCode: Failed<Order>['failureCode'],
): Failed<Order> => ({ to: 'FAILED', failureCode, order, mayTurnUp: false });

/** The end of an order that nobody confirmed and that was cancelled. */
const unconfirmed = <Order extends OrderFacts>(order: Order, feeFen: number): Failed<Order> => ({
  ...failed({ ...order, status: 'CANCELLED' }, 'PROCESSING_TIMEOUT'),
  feeFen,
});

const retryCancel = ({ reason, retryAfterMs }: Extract<CancelAnswer, { kind: 'unclear' }>): Retry => ({
  kind: 'retry',
  reason: `cancelling: ${reason}`,
  retryAfterMs,
});
