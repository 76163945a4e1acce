import type { FailureCode } from '@procurement-intents/contract';
import { FAILURE_BY_REJECT_REASON, NUMBER_REUSED } from '@procurement-intents/contract/gateway/codes';
import { isOwnReason, ORDER_ID_REUSED, OVER_SHARE, type UnclearAnswer, wasCalled } from '../call-answers.ts';
import { hasShipped, ORDER_MISSING, type OrderFacts, type PlaceAnswer } from './answers.ts';
import { decideByOrder } from './decide-by-order.ts';
import { decideByPage } from './decide-by-product-page.ts';
import { decideCancel, NO_ANSWER } from './decide-cancel.ts';
import { doubtAlarms, type OrderDoubt } from './order-alarms.ts';
import {
  acceptedMs,
  hadLastTry,
  isCancelOverdue,
  isCertainlyUnsent,
  isPastRetryBudget,
  knownOrderId,
  mayHaveBeenSetBack,
  mayHoldOlderContent,
  mayOrderAppear,
} from './purchase-rules.ts';
import {
  CALLS,
  type Evidence,
  knownOrder,
  pauseOf,
  type Purchase,
  type Retry,
  retryReason,
  type Step,
} from './purchase-steps.ts';

/**
 * Decides what one attempt does next, from the row as it was claimed and the answers received since: the next call to
 * make, or the decision that ends the attempt. Pure: no clock, no I/O.
 *
 * An attempt looks up an earlier order before it sends one. Only a definite answer moves the intent. An end without a
 * known order is never decided while an order may still appear.
 */
export function decidePurchase<Order extends OrderFacts>(purchase: Purchase<Order>): Step<Order> {
  const step = withFreshOrder(purchase, withoutConfused(purchase, decideStep(purchase)));
  return step.kind === 'retry' ? { ...step, ...revertInFlight(purchase.evidence) } : step;
}

/**
 * The step, but for the cancellation of an order that the platform shows under its number as the intent's and under its id as
 * another's. A cancellation goes by the id, and could take the other's order back: it counts as one without an answer.
 */
function withoutConfused<Order extends OrderFacts>(
  purchase: Purchase<Order>,
  step: Step<Order>,
): Step<Order> {
  const { intent, evidence } = purchase;
  if (step.kind !== 'cancelOrder' || step.order.orderId !== knownOrderId(intent)) return step;
  if (evidence.found?.ok !== false || evidence.found.reason !== ORDER_ID_REUSED) return step;
  return decideStep({ ...purchase, evidence: { ...evidence, cancelled: evidence.found } });
}

/**
 * The step, unless it counts on an order as it was before a cancellation of this attempt that got no answer. The platform
 * may have carried that out, unless the order has shipped, so the order is asked for again first.
 */
function withFreshOrder<Order extends OrderFacts>(
  { evidence }: Purchase<Order>,
  step: Step<Order>,
): Step<Order> {
  const { cancelled, foundAgain } = evidence;
  const isOpen = cancelled?.ok === false && cancelled.kind === 'unclear' && !cancelled.isNotSent;
  const countsOnOrder =
    step.kind === 'refuseCancel' || (step.kind === 'end' && step.outcome.to === 'COMPLETED');
  const order = knownOrder(evidence);
  if (!isOpen || foundAgain || !countsOnOrder || !order || hasShipped(order)) return step;
  return { kind: 'readOrder', orderId: order.orderId };
}

/**
 * The first of these that holds decides:
 *
 * 1. A call that this service has held back by itself, or a second look at the order without an answer, is made again.
 * 2. A known order: its state, or the cancellation that is asked for.
 * 3. The platform has refused the order of this attempt.
 * 4. An order may exist, and the platform was not asked for it yet, or has not answered: it is asked.
 * 5. An order that was known is gone.
 * 6. Nothing is ordered. The purchase ends when a cancellation is asked for, after the last try, and when the company buys
 *    nothing from the supplier; it waits while the platform wants it to; else its page decides.
 */
function decideStep<Order extends OrderFacts>(purchase: Purchase<Order>): Step<Order> {
  const { intent, evidence, now, bounds } = purchase;
  const held = retryHeld(evidence);
  if (held) return held;
  if (evidence.foundAgain?.ok === false) return retryLookUp(evidence.foundAgain);
  if (evidence.foundAgain?.order === null) {
    return { kind: 'retry', reason: retryReason('foundAgain', ORDER_MISSING) };
  }
  const isCancelling = intent.cancelRequestedAt !== null;
  const order = knownOrder(evidence);
  if (order) return isCancelling ? decideCancel(purchase, order) : decideByOrder(purchase, order);
  if (evidence.placed?.ok === false) return decideByRefusal(purchase, evidence.placed);
  const isKnown = knownOrderId(intent) !== null;
  if (!evidence.found && (isKnown || !isCertainlyUnsent(intent, now, bounds))) {
    return findOrder(purchase, false);
  }
  if (evidence.found?.ok === false && !(isKnown && evidence.found.reason === ORDER_ID_REUSED)) {
    return retryLookUp(evidence.found);
  }
  if (isKnown) return decideMissing(purchase);
  if (isCancelling) return endWithoutOrder(purchase, { to: 'CANCELLED', feeFen: 0 });
  if (hadLastTry(intent, bounds)) return fail(purchase, 'PLATFORM_UNAVAILABLE');
  if (purchase.isSupplierBlocked) return fail(purchase, 'SUPPLIER_BLOCKED');
  if (intent.retryOrderAfter !== null && intent.retryOrderAfter > now)
    return { kind: 'wait', until: intent.retryOrderAfter };
  return continueByPage(purchase);
}

/** A call that this service held back or broke off says nothing of the platform. It decides nothing, and is made again. */
function retryHeld(evidence: Evidence<OrderFacts>): Retry | { kind: 'postpone' } | null {
  for (const call of Object.keys(CALLS) as (keyof typeof CALLS)[]) {
    const answer = evidence[call];
    if (!answer || answer.ok || !isOwnReason(answer)) continue;
    if (answer.reason === OVER_SHARE) return { kind: 'postpone' };
    return { kind: 'retry', reason: retryReason(call, answer.reason), isOurDelay: true };
  }
  return null;
}

/**
 * What follows when the platform does not know an order that it has shown, or shows that of another intent under its id: a
 * defect there, and no answer. The order is asked for by its number, too. Without it, the purchase ends like any other that
 * nobody confirms in time, and the order is looked for afterwards.
 */
function decideMissing<Order extends OrderFacts>(purchase: Purchase<Order>): Step<Order> {
  const { intent, evidence, now, bounds } = purchase;
  const { foundLast } = evidence;
  if (!foundLast) return findOrder(purchase, true);
  const isAnswered = foundLast.ok || wasCalled(foundLast);
  if (intent.cancelRequestedAt !== null && isAnswered && isCancelOverdue(intent, now, bounds)) {
    return { kind: 'refuseCancel', reason: NO_ANSWER };
  }
  if (!foundLast.ok) return retryLookUp(foundLast);
  const isOverdue = acceptedMs(intent, now) > bounds.confirmTimeoutMs;
  if (isOverdue && intent.cancelRequestedAt === null) return fail(purchase, 'PROCESSING_TIMEOUT');
  return { kind: 'retry', reason: retryReason('found', ORDER_MISSING) };
}

/** Applies the decision on the product page to the purchase, which ends or orders at the page's price. */
function continueByPage<Order extends OrderFacts>(purchase: Purchase<Order>): Step<Order> {
  const { intent, evidence, now, bounds } = purchase;
  const { page: answer } = evidence;
  const isLastTry = isPastRetryBudget(intent, now, bounds);
  if (!answer) return { kind: 'readPage', isLastTry };
  const decision = decideByPage(intent, answer, now, isLastTry);
  if (decision.kind === 'fail') return fail(purchase, decision.failureCode);
  return decision.kind === 'order' ? orderAt(purchase, decision.unitPriceFen, isLastTry) : decision;
}

/** Sends the order, once it is known whether an older order of a changed intent may appear in its place. */
function orderAt<Order extends OrderFacts>(
  { intent, evidence, now, bounds }: Purchase<Order>,
  unitPriceFen: number,
  isLastTry: boolean,
): Step<Order> {
  const isOpen = !intent.mustCompareOrder && mayHoldOlderContent(intent, now, bounds);
  if (isOpen && evidence.isChanged === undefined) return { kind: 'readChanges' };
  return {
    kind: 'placeOrder',
    unitPriceFen,
    isLastTry,
    mustCompare: isOpen && evidence.isChanged === true,
  };
}

/** Decides by the answer to an order call that was refused or unclear. */
function decideByRefusal<Order extends OrderFacts>(
  purchase: Purchase<Order>,
  answer: Extract<PlaceAnswer<Order>, { ok: false }>,
): Step<Order> {
  const { intent, evidence, now, bounds } = purchase;
  // The platform refused this call; an order that still appears belongs to an earlier call.
  if (answer.kind === 'refused') return fail(purchase, FAILURE_BY_REJECT_REASON[answer.reason]);
  const reason = retryReason('placed', answer.reason);
  // The platform has an older order of this number, with the content that the intent had before a change.
  if (answer.reason === NUMBER_REUSED) {
    return evidence.foundLast ? { kind: 'retry', reason } : findOrder(purchase, true, 'reused');
  }
  const wasSent = answer.isNotSent !== true;
  if (!wasSent && wasCalled(answer) && isPastRetryBudget(intent, now, bounds)) {
    return fail(purchase, 'PLATFORM_UNAVAILABLE');
  }
  // Where a status came the connection has ended, so the number may be sent again after a look-up; what the first one
  // did stays open.
  const mayResend = wasSent && answer.status !== undefined;
  return { kind: 'retry', reason, mayResend, ...pauseOf(answer) };
}

const fail = <Order extends OrderFacts>(purchase: Purchase<Order>, failureCode: FailureCode): Step<Order> =>
  endWithoutOrder(purchase, { to: 'FAILED', failureCode });

/**
 * Ends a purchase for which no order is known. It first waits while an order may still appear, and then asks the
 * platform once more.
 */
function endWithoutOrder<Order extends OrderFacts>(
  purchase: Purchase<Order>,
  end: { to: 'FAILED'; failureCode: FailureCode } | { to: 'CANCELLED'; feeFen: number },
): Step<Order> {
  const { intent, evidence, now, bounds } = purchase;
  const back = revertInFlight(evidence);
  if (mayOrderAppear(intent, now)) return { kind: 'wait', until: intent.orderInFlightUntil, ...back };
  if (!evidence.foundLast) return findOrder(purchase, true);
  // If nothing was sent, an unclear answer does not delay the end. A look-up is owed in any case: a failover may have
  // lost the record of an order that is still on its way.
  if (!evidence.foundLast.ok && !isCertainlyUnsent(intent, now, bounds)) {
    return retryLookUp(evidence.foundLast);
  }
  return { kind: 'end', outcome: { ...end, order: null, mayAppear: true }, ...back };
}

function findOrder<Order extends OrderFacts>(
  { intent, now, bounds }: Purchase<Order>,
  isLast: boolean,
  doubt: OrderDoubt | null = null,
): Step<Order> {
  const bothNumbers = mayHaveBeenSetBack(intent, now, bounds);
  return { kind: 'findOrder', isLast, bothNumbers, doubt, alarms: doubtAlarms(doubt) };
}

const retryLookUp = (answer: UnclearAnswer): Retry => ({
  kind: 'retry',
  reason: retryReason('found', answer.reason),
  ...pauseOf(answer),
});

/** Whether the order that this attempt recorded was certainly not sent, or was refused by the platform. */
function revertInFlight({ placed }: Evidence<OrderFacts>): { revertsInFlight?: true } {
  const isUnsent = placed?.ok === false && (placed.kind === 'refused' || placed.isNotSent === true);
  return isUnsent ? { revertsInFlight: true } : {};
}
