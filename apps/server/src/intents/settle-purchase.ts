import type { FailureCode } from '@procurement-intents/contract';
import { FAILURE_BY_REJECT_REASON } from '@procurement-intents/contract/gateway/words';
import type { CancelOrderResult, PlatformOrder, RejectReason } from '../platforms/platform.ts';
import { platformOf } from './intents-context.ts';
import { fenceOf, orderPatch, pauseAfter, type Run } from './processing-context.ts';
import type { IntentPatch } from './repository.ts';
import { planReconciling } from './plan-reconciling.ts';
import { transition } from './transition.ts';

/** Every write below is fenced: when another run or a move came between, it writes nothing and the other goes on. */

/** Ends the purchase without an order that counts. */
export async function failPurchase(
  { context, row }: Run,
  failureCode: FailureCode,
  extra: IntentPatch = {},
): Promise<void> {
  const now = context.clock.now();
  const patch = {
    ...transition('fail', row.status, now),
    dispatchAt: null,
    ...planReconciling(row, now),
    ...extra,
    failureCode,
    cancelRequestedAt: null,
  };
  const event = { type: 'intent.failed', from: row.status, to: 'FAILED', detail: failureCode } as const;
  await context.intents.record(fenceOf(row), patch, now, event);
}

/** Ends a purchase that its platform did not take for as long as we wait. `patch` is written either way. */
export async function giveUp(run: Run, patch: IntentPatch = {}): Promise<void> {
  const { context, row } = run;
  const now = context.clock.now();
  if (row.placingUntil === null || row.placingUntil <= now) {
    return failPurchase(run, 'PLATFORM_UNAVAILABLE', patch);
  }
  // An order that was sent may still appear, so until then nothing is final.
  await context.intents.patch(fenceOf(row), { ...patch, dispatchAt: row.placingUntil }, now);
}

/** What the platform's reason for a rejection means for the caller. */
export function failureOf(reason: RejectReason = 'OTHER'): FailureCode {
  return FAILURE_BY_REJECT_REASON[reason];
}

/** Writes down what the platform says of the order, and moves the intent when that is an outcome. */
export async function recordOrder(run: Run, order: PlatformOrder): Promise<void> {
  const { amountPaidFen, orderId } = order;
  if (BigInt(amountPaidFen) > run.row.totalFen) {
    run.context.log.error({ intentId: run.row.id, orderId }, 'the platform charges more than was ordered');
  }
  switch (order.status) {
    case 'REJECTED':
      return failPurchase(run, failureOf(order.reason), orderPatch(order));
    case 'CANCELLED':
      return recordCancelled(run, order);
    case 'ACCEPTED':
      return awaitConfirmation(run, order);
    case 'CONFIRMED':
    case 'SHIPPED':
    case 'DELIVERED':
      return complete(run, order);
  }
}

async function complete({ context, row }: Run, order: PlatformOrder): Promise<void> {
  const now = context.clock.now();
  const patch = {
    ...transition('complete', row.status, now),
    ...orderPatch(order),
    amountPaidFen: BigInt(order.amountPaidFen),
    cancelRequestedAt: null,
    dispatchAt: order.trackingNumber === undefined ? new Date(now.getTime() + pauseAfter(0)) : null,
  };
  const event = {
    type: 'intent.completed',
    from: row.status,
    to: 'COMPLETED',
    detail: order.orderId,
  } as const;
  await context.intents.record(fenceOf(row), patch, now, event);
}

// Confirmation is a person's or a payment's work of seconds to hours, so the first look back may take its time.
const FIRST_LOOK_MS = 1000;

async function awaitConfirmation(run: Run, order: PlatformOrder): Promise<void> {
  const { context, row } = run;
  const now = context.clock.now();
  const elapsedMs = now.getTime() - (row.processingAt ?? now).getTime();
  if (elapsedMs > context.confirmTimeoutMs) {
    const result = await withdraw(run, order);
    if (result.ok) return failUnconfirmed(run, order, result.feeFen);
  }
  const dispatchAt = new Date(now.getTime() + Math.max(FIRST_LOOK_MS, pauseAfter(elapsedMs / 4)));
  if (row.orderId !== null) return void (await context.intents.patch(fenceOf(row), { dispatchAt }, now));
  const event = { type: 'order.accepted', detail: order.orderId };
  await context.intents.record(fenceOf(row), { ...orderPatch(order), dispatchAt }, now, event);
}

/** A lost answer to our own withdrawal leaves a cancelled order too, and only asking again tells its fee. */
async function recordCancelled(run: Run, order: PlatformOrder): Promise<void> {
  const { context, row } = run;
  const now = context.clock.now();
  if (now.getTime() - (row.processingAt ?? now).getTime() > context.confirmTimeoutMs) {
    const result = await withdraw(run, order);
    if (result.ok) return failUnconfirmed(run, order, result.feeFen);
    if (result.kind === 'unclear') return tryLater(run, `cancelling: ${result.reason}`, result);
  }
  return failPurchase(run, 'PLATFORM_REJECTED', orderPatch(order));
}

function failUnconfirmed(run: Run, order: PlatformOrder, feeFen: number): Promise<void> {
  const fee = { cancellationFeeFen: BigInt(feeFen) };
  return failPurchase(run, 'PROCESSING_TIMEOUT', { ...orderPatch(order), ...fee, dispatchAt: null });
}

/** Asks the platform to cancel an order that nobody confirms. */
function withdraw({ context, row, signal }: Run, order: PlatformOrder): Promise<CancelOrderResult> {
  const options = { timeoutMs: context.orderTimeoutMs, signal };
  return platformOf(context, row.platform).cancelOrder(order.orderId, options);
}

interface RetryOptions {
  /** The pause that the platform asks for. */
  retryAfterMs?: number | undefined;
  patch?: IntentPatch;
  /** The run was held up by ourselves, and the platform was not asked. */
  isOurDelay?: boolean;
}

/** Notes that nothing definite came of this run, and asks for another one after a pause. */
export async function tryLater(
  { context, row }: Run,
  detail: string,
  { retryAfterMs = 0, patch = {}, isOurDelay = false }: RetryOptions = {},
): Promise<void> {
  const now = context.clock.now();
  const elapsedMs = now.getTime() - (row.processingAt ?? now).getTime();
  // A pause that the platform asks for counts as far as our own patience goes.
  const askedMs = Math.min(retryAfterMs, Math.max(0, context.patienceMs - elapsedMs));
  // Nobody out there needs a rest from what did not reach them.
  const pauseMs = isOurDelay ? pauseAfter(0) : Math.max(pauseAfter(elapsedMs), askedMs);
  const dispatchAt = new Date(now.getTime() + pauseMs);
  if (elapsedMs > context.patienceMs) {
    context.log.warn({ intentId: row.id, detail }, 'still no definite answer of the platform');
  }
  const event = { type: 'intent.attempt_failed', detail };
  await context.intents.note(fenceOf(row), { ...patch, dispatchAt }, now, event);
}

/** Asks for the next run at `time`, without a trace in the timeline. */
export async function waitUntil({ context, row }: Run, time: Date): Promise<void> {
  await context.intents.patch(fenceOf(row), { dispatchAt: time }, context.clock.now());
}
