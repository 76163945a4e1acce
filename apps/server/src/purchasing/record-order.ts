import { isPastRetryBudget } from '@procurement-intents/domain';
import { FAILURE_BY_REJECT_REASON } from '@procurement-intents/contract/gateway/words';
import type { PlatformOrder } from '../platforms/platform.ts';
import { cancelAtPlatform } from './cancel-at-platform.ts';
import type { RunRow } from './store/claim-intents.ts';
import { endRun, type Outcome } from './end-intent.ts';
import { mayHaveBeenSetBack } from './find-placed-order.ts';
import { orderPatch } from './order-patch.ts';
import { alarmOvercharge, chargeOf, toldWith } from './overcharge.ts';
import { fenceOf, pauseAfter, type Run, timesOf } from './processing-context.ts';
import { retryLater } from './retry-later.ts';

/** Every write below is fenced: when another run or a move came between, it writes nothing and the other goes on. */

/** Writes down what the platform says of the order, and moves the intent when that is an outcome. */
export async function recordOrder(run: Run, order: PlatformOrder): Promise<void> {
  switch (order.status) {
    case 'REJECTED':
      return endRun(run, failed(order, FAILURE_BY_REJECT_REASON[order.reason ?? 'OTHER']));
    case 'CANCELLED':
      return recordCancelled(run, order);
    case 'ACCEPTED':
      return awaitConfirmation(run, order);
    case 'CONFIRMED':
    case 'SHIPPED':
    case 'DELIVERED': {
      // Its parcels are looked for until they have arrived.
      const dispatchAt = new Date(run.context.clock.now().getTime() + pauseAfter(0));
      return endRun(run, { to: 'COMPLETED', order }, order.status === 'DELIVERED' ? {} : { dispatchAt });
    }
  }
}

type Failed = Extract<Outcome, { to: 'FAILED' }>;

const failed = (order: PlatformOrder, failureCode: Failed['failureCode'], feeFen?: number): Failed => ({
  to: 'FAILED',
  failureCode,
  order,
  mayTurnUp: false,
  ...(feeFen !== undefined && { feeFen }),
});

/** How long the platform has had the order, as far as this row knows; one that is news has all of its time before it. */
function acceptedForMs({ orderId, orderAcceptedAt, processingAt }: RunRow, now: Date): number {
  if (orderId === null) return 0;
  return now.getTime() - (orderAcceptedAt ?? processingAt ?? now).getTime();
}

// Confirmation is a person's or a payment's work of seconds to hours, so the first look back may take its time.
const FIRST_LOOK_MS = 1000;

async function awaitConfirmation(run: Run, order: PlatformOrder): Promise<void> {
  const { context, row } = run;
  const now = context.clock.now();
  const elapsedMs = acceptedForMs(row, now);
  if (elapsedMs > context.confirmTimeoutMs) {
    const result = await cancelAtPlatform(run, order);
    if (result.ok) return endRun(run, unconfirmed(order, result.feeFen));
  }
  const dispatchAt = new Date(now.getTime() + Math.max(FIRST_LOOK_MS, pauseAfter(elapsedMs / 4)));
  const isNews = row.orderId === null;
  const charge = chargeOf(order, row, false);
  const trace = toldWith(isNews ? { type: 'order.accepted', detail: order.orderId } : null, charge);
  if (!trace.event) return void (await context.purchases.update(fenceOf(row), { dispatchAt }, now));
  alarmOvercharge(context, row, order, charge);
  const orderAcceptedAt = row.orderAcceptedAt ?? now;
  const patch = { ...orderPatch(order), ...charge.patch, orderAcceptedAt, dispatchAt };
  await context.purchases.update(fenceOf(row), patch, now, { ...trace, isVisible: true });
}

/**
 * A lost answer to a cancellation of ours leaves a cancelled order too, and only asking again tells its fee. A platform
 * that gives no answer keeps the purchase open for as long as one is tried.
 */
async function recordCancelled(run: Run, order: PlatformOrder): Promise<void> {
  const { context, row } = run;
  const now = context.clock.now();
  const acceptedMs = acceptedForMs(row, now);
  const isOverdue = acceptedMs > context.confirmTimeoutMs;
  if (!isOverdue && row.cancelRefusal === null && !mayHaveBeenSetBack(run)) {
    return endRun(run, failed(order, 'PLATFORM_REJECTED'));
  }
  const result = await cancelAtPlatform(run, order);
  if (result.ok && (isOverdue || result.feeFen > 0)) return endRun(run, unconfirmed(order, result.feeFen));
  const isLastTry = isOverdue
    ? acceptedMs > context.confirmTimeoutMs + context.patienceMs
    : isPastRetryBudget(row, now, timesOf(context));
  if (!result.ok && result.kind === 'unclear' && !isLastTry) {
    return retryLater(run, `cancelling: ${result.reason}`, result);
  }
  return endRun(run, failed(order, 'PLATFORM_REJECTED'));
}

/** The end of an order that nobody stood by and that was cancelled. */
export const unconfirmed = (order: PlatformOrder, feeFen: number): Failed =>
  failed({ ...order, status: 'CANCELLED' }, 'PROCESSING_TIMEOUT', feeFen);
