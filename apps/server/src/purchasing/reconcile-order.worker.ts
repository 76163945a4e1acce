import {
  decideLateCancel,
  decideLateOrder,
  isUnbought,
  type LateDecision,
  lateOrderOf,
  lookedForOrderId,
} from '@procurement-intents/domain';
import {
  type CallOptions,
  type CancelOrderResult,
  type FindOrderResult,
  type PlatformOrder,
} from '../platforms/platform.ts';
import { platformOf } from '../platforms/platform-of.ts';
import { findByNumbers } from './find-by-numbers.ts';
import { merchantOrderNosOf } from '../intent-rows/merchant-order-no.ts';
import { ownOrder } from './own-order.ts';
import { raiseAlarms, withRaised } from './order-alarms.ts';
import { countAttempts } from '../intent-rows/attempt-number.ts';
import { callOptionsOf, mayCancelFor, type ProcessingContext } from './processing-context.ts';
import type { OrderLookupRow } from './store/order-lookups.ts';

interface LateAttempt {
  context: ProcessingContext;
  lookup: OrderLookupRow;
  signal: AbortSignal;
}

/**
 * Looks for an order of an intent that has ended without one; the intent may be deleted. An order that is found is
 * cancelled. One that cannot be cancelled is reported in the log, a metric and the timeline. The look-up of an intent that is being
 * bought, or is bought, ends: `npm run recover` schedules one when another order was found first.
 */
export async function reconcileOrder(
  context: ProcessingContext,
  intentId: string,
  signal: AbortSignal,
): Promise<void> {
  const lookup = await context.lookups.begin(intentId);
  if (!lookup) return;
  if (!isUnbought(lookup.intentStatus)) return context.lookups.finish(lookup, null);
  const attempt: LateAttempt = { context, lookup, signal };
  const { merchantOrderNo, cancelRequestedOrderId } = lookup;
  const { platform } = lookup;
  const intent = { id: intentId, platform, merchantOrderNo, orderId: cancelRequestedOrderId };
  const found = await ownOrder(context, intent, await findLate(attempt));
  const decision = decideLateOrder(lookup, found);
  await (decision.kind === 'cancel' ? cancel(attempt, decision.order) : apply(attempt, decision));
}

/** Looks the order up by its numbers, and one that was shown before by its id, too. */
async function findLate(attempt: LateAttempt): Promise<FindOrderResult> {
  const { context, lookup } = attempt;
  const { intentId: id, merchantOrderNo } = lookup;
  const platform = platformOf(context, lookup.platform);
  const wanted = lookedForOrderId(lookup);
  const numbers = merchantOrderNosOf({ id, merchantOrderNo });
  const found = await findByNumbers(platform, numbers, callOptions(attempt), wanted);
  if (!found.ok || found.order !== null || wanted === null) return found;
  return platform.getOrder(wanted, callOptions(attempt));
}

/** Cancels the order. A repeated cancellation returns the fee when the first answer was lost. */
async function cancel(attempt: LateAttempt, order: PlatformOrder): Promise<void> {
  const { context, lookup } = attempt;
  const maySend = mayCancelFor(context);
  if (!(await context.lookups.requestCancel(lookup, order.orderId))) return;
  const options = { ...callOptions(attempt), maySend };
  const answer = await platformOf(context, lookup.platform).cancelOrder(order.orderId, options);
  const decision = decideLateCancel(lookup, order, answer, countAttempts(lookup.attempt));
  await apply(attempt, decision, answer);
}

/** The circuit breaker counts by App, or by intent when the App is unknown. */
const callOptions = ({ context, lookup, signal }: LateAttempt): CallOptions =>
  callOptionsOf(context, { ...lookup, appId: lookup.appId ?? lookup.intentId }, signal);

async function apply(
  { context, lookup }: LateAttempt,
  decision: Exclude<LateDecision<PlatformOrder>, { kind: 'cancel' }>,
  answer?: CancelOrderResult,
): Promise<void> {
  const { lookups } = context;
  const { intentId: id, platform, totalFen, amountPaidFen } = lookup;
  if (decision.kind === 'giveUp') {
    raiseAlarms(context, { id, platform }, decision.alarms);
    return lookups.finish(lookup, null);
  }
  if (decision.kind === 'lookUpAgain') {
    raiseAlarms(context, { id, platform }, decision.alarms ?? []);
    return lookups.repeat(lookup, decision.step, decision.afterMs);
  }
  const agreed = totalFen === null ? null : { totalFen, amountPaidFen };
  const change = lateOrderOf(agreed, decision, answer);
  await lookups.finish(lookup, withRaised(context, { id, platform }, change));
}
