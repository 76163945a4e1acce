import {
  decideLateCancel,
  decideLateOrder,
  fenToYuan,
  isDead,
  type LateDecision,
  lateOrderOf,
} from '@procurement-intents/domain';
import {
  type CallOptions,
  type CancelOrderResult,
  platformOf,
  type PlatformOrder,
} from '../platforms/platform.ts';
import { findByNumbers } from './find-by-numbers.ts';
import { merchantOrderNosOf } from '../intent-rows/merchant-order-no.ts';
import { alarmOvercharge } from './order-alarms.ts';
import type { ProcessingContext } from './processing-context.ts';
import { countAttempts } from './store/attempt-number.ts';
import type { OrderLookupRow } from './store/order-lookups.ts';

// Attempts are a minute apart. After ten without an answer to the cancellation, a person must ask the shop.
const ATTEMPTS_TO_ALARM = 10;

interface LateAttempt {
  context: ProcessingContext;
  lookup: OrderLookupRow;
  signal: AbortSignal;
}

/**
 * Looks for an order of an intent that has ended without one; the intent may be deleted. An order that is found is
 * cancelled. One that cannot be cancelled is reported in the log, a metric and the timeline.
 */
export async function reconcileOrder(
  context: ProcessingContext,
  intentId: string,
  signal: AbortSignal,
): Promise<void> {
  const lookup = await context.lookups.begin(intentId);
  if (!lookup) return;
  const attempt: LateAttempt = { context, lookup, signal };
  const { merchantOrderNo, cancelRequestedOrderId } = lookup;
  const found = await findByNumbers(
    platformOf(context, lookup.platform),
    merchantOrderNosOf({ id: intentId, merchantOrderNo }),
    callOptions(attempt),
    cancelRequestedOrderId,
  );
  const decision = decideLateOrder(lookup, found);
  await (decision.kind === 'cancel' ? cancel(attempt, decision.order) : apply(attempt, decision));
}

/** Cancels the order. A repeated cancellation returns the fee when the first answer was lost. */
async function cancel(attempt: LateAttempt, order: PlatformOrder): Promise<void> {
  const { context, lookup } = attempt;
  if (!(await context.lookups.requestCancel(lookup, order.orderId))) return;
  const answer = await platformOf(context, lookup.platform).cancelOrder(order.orderId, callOptions(attempt));
  const decision = decideLateCancel(lookup, order, answer);
  const isAlarmDue = countAttempts(lookup.attempt) % ATTEMPTS_TO_ALARM === 0;
  if (decision.kind === 'finish' || isAlarmDue) alarmLateOrder(attempt, order, answer);
  await apply(attempt, decision, answer);
}

/** The circuit breaker counts by App, or by intent when the App is unknown. */
const callOptions = ({ context, lookup, signal }: LateAttempt): CallOptions => ({
  timeoutMs: context.orderTimeoutMs,
  signal,
  appId: lookup.appId ?? lookup.intentId,
});

function alarmLateOrder(
  { context, lookup }: LateAttempt,
  order: PlatformOrder,
  answer: CancelOrderResult,
): void {
  const isCancelled = answer.ok || isDead(order);
  const amounts = {
    amountPaid: fenToYuan(order.amountPaidFen),
    ...(answer.ok && { fee: fenToYuan(answer.feeFen) }),
  };
  context.log.error(
    { intentId: lookup.intentId, orderId: order.orderId, isCancelled, ...amounts },
    'an order appeared after its intent had ended without one',
  );
  context.alarms.lateOrder(lookup.platform, isCancelled ? 'cancelled' : 'stands');
}

async function apply(
  { context, lookup }: LateAttempt,
  decision: Exclude<LateDecision<PlatformOrder>, { kind: 'cancel' }>,
  answer?: CancelOrderResult,
): Promise<void> {
  const { lookups } = context;
  if (decision.kind === 'giveUp') return lookups.finish(lookup, null);
  if (decision.kind === 'lookUpAgain') return lookups.repeat(lookup, decision.step, decision.afterMs);
  const { intentId: id, platform, totalFen, amountPaidFen } = lookup;
  const agreed = totalFen === null ? null : { totalFen, amountPaidFen };
  const { fields, events, charge } = lateOrderOf(agreed, decision, answer);
  if (charge) alarmOvercharge(context, { id, platform }, decision.order, charge);
  await lookups.finish(lookup, { patch: fields, events });
}
