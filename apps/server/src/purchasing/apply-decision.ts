import {
  type Decision,
  isPastRetryBudget,
  mayOrderAppear,
  PAGE_GONE_MS,
  pauseAfter,
  processingMs,
  type Retry,
} from '@procurement-intents/domain';
import type { IntentPatch, NewEvent } from '../intents/store/intent-row.ts';
import type { PlatformOrder } from '../platforms/platform.ts';
import { endAttempt } from './end-intent.ts';
import { alarmReusedNumber } from './order-alarms.ts';
import { orderPatch } from './order-patch.ts';
import { alarmOvercharge, chargeOf, toldWith } from './overcharge.ts';
import { type Attempt, boundsOf, fenceOf } from './processing-context.ts';
import { countAttempts } from './store/attempt-number.ts';
import type { UpdateTrace } from './store/purchase-store.ts';

type Decided<Kind extends Decision<PlatformOrder>['kind']> = Extract<Decision<PlatformOrder>, { kind: Kind }>;

/**
 * Writes what an attempt has decided. Each write is fenced: when another attempt or a move came between, it writes
 * nothing and the other goes on.
 */
export function applyDecision(attempt: Attempt, decision: Decision<PlatformOrder>): Promise<void> {
  switch (decision.kind) {
    case 'end':
      return end(attempt, decision);
    case 'wait':
      return waitForOrder(attempt, decision);
    case 'retry':
      return retryLater(attempt, decision);
    case 'postpone':
      return update(attempt, { nextAttemptAt: nextAttempt(attempt) });
    case 'awaitConfirmation':
      return awaitConfirmation(attempt, decision);
    case 'refuseCancel':
      return refuseCancel(attempt, decision);
  }
}

async function update({ context, row }: Attempt, patch: IntentPatch, trace: UpdateTrace = {}): Promise<void> {
  await context.purchases.update(fenceOf(row), patch, context.clock.now(), trace);
}

const after = ({ context }: Attempt, ms: number): Date => new Date(context.clock.now().getTime() + ms);

/** After the pause that grows with the time since the first attempt. */
const nextAttempt = (attempt: Attempt): Date =>
  after(attempt, pauseAfter(processingMs(attempt.row, attempt.context.clock.now())));

/** The promise as it was claimed, when this attempt's own is certainly empty. */
const promisePatch = ({ row }: Attempt, takesBackPromise = false): IntentPatch =>
  takesBackPromise
    ? { orderInFlightUntil: row.orderInFlightUntil, retryOrderAfter: row.retryOrderAfter }
    : {};

function end(attempt: Attempt, { outcome, takesBackPromise }: Decided<'end'>): Promise<void> {
  const patch = promisePatch(attempt, takesBackPromise);
  const hasParcelsToCome = outcome.to === 'COMPLETED' && outcome.order.status !== 'DELIVERED';
  if (hasParcelsToCome) patch.nextAttemptAt = after(attempt, pauseAfter(0));
  return endAttempt(attempt, outcome, patch);
}

/** Looks for an order that may still appear again, without a trace in the timeline. */
function waitForOrder(attempt: Attempt, { until, takesBackPromise }: Decided<'wait'>): Promise<void> {
  const next = nextAttempt(attempt);
  const mayAppear = mayOrderAppear(attempt.row, attempt.context.clock.now());
  const nextAttemptAt = mayAppear && next < until ? next : until;
  return update(attempt, { ...promisePatch(attempt, takesBackPromise), nextAttemptAt });
}

/** Records that nothing definite came of this attempt, and asks for another one after a pause. */
function retryLater(attempt: Attempt, decision: Retry): Promise<void> {
  const { context, row } = attempt;
  const { reason, retryAfterMs = 0, isOurDelay = false, mayResend, pageGoneAt } = decision;
  const now = context.clock.now();
  const bounds = boundsOf(context);
  if (decision.isReused) alarmReusedNumber(attempt);
  if (isPastRetryBudget(row, now, bounds)) {
    context.log.warn({ intentId: row.id, detail: reason }, 'still no definite answer of the platform');
  }
  const elapsedMs = processingMs(row, now);
  // A pause that the platform asks for counts as far as the retry budget goes.
  const askedMs = Math.min(retryAfterMs, Math.max(0, bounds.retryBudgetMs - elapsedMs));
  // Nobody out there needs a rest from what did not reach them.
  const pauseMs = isOurDelay ? pauseAfter(0) : Math.max(pauseAfter(elapsedMs), askedMs);
  const patch: IntentPatch = {
    ...promisePatch(attempt, decision.takesBackPromise),
    ...(mayResend && { retryOrderAfter: now }),
    ...(pageGoneAt && { pageGoneAt }),
    ...(decision.isReused && { mustCompareOrder: true }),
    nextAttemptAt: pageGoneAt ? new Date(pageGoneAt.getTime() + PAGE_GONE_MS) : after(attempt, pauseMs),
  };
  return update(attempt, patch, { event: attemptEvent(countAttempts(row.attempt), reason) });
}

// The first attempts tell how a purchase went wrong; of thousands more nobody reads each.
const ALL_SHOWN = 10;

/** The event of an attempt that brought nothing: of the first ten each, then of every attempt that doubles them. */
function attemptEvent(attempts: number, reason: string): NewEvent | null {
  const type = 'intent.attempt_failed';
  if (attempts <= ALL_SHOWN) return { type, detail: reason };
  const doublings = Math.log2(attempts / ALL_SHOWN);
  return Number.isInteger(doublings) ? { type, detail: `${reason} (attempt ${attempts})` } : null;
}

// Confirmation is a person's or a payment's work of seconds to hours, so the first look back may take its time.
const FIRST_LOOK_MS = 1000;

function awaitConfirmation(
  attempt: Attempt,
  { order, acceptedMs }: Decided<'awaitConfirmation'>,
): Promise<void> {
  const { context, row } = attempt;
  const nextAttemptAt = after(attempt, Math.max(FIRST_LOOK_MS, pauseAfter(acceptedMs / 4)));
  const isNews = row.orderId === null;
  const charge = chargeOf(order, row, false);
  const trace = toldWith(isNews ? { type: 'order.accepted', detail: order.orderId } : null, charge);
  if (!trace.event) return update(attempt, { nextAttemptAt });
  alarmOvercharge(context, row, order, charge);
  const orderAcceptedAt = row.orderAcceptedAt ?? context.clock.now();
  const patch = { ...orderPatch(order), ...charge.patch, orderAcceptedAt, nextAttemptAt };
  return update(attempt, patch, { ...trace, isVisible: true });
}

// The queue drops a new job until this one counts as done.
const JOB_END_MS = 500;

function refuseCancel(attempt: Attempt, { reason }: Decided<'refuseCancel'>): Promise<void> {
  const patch = {
    cancelRequestedAt: null,
    cancelRefusal: reason,
    nextAttemptAt: after(attempt, JOB_END_MS),
  };
  return update(attempt, patch, { event: { type: 'intent.cancel_refused', detail: reason } });
}
