import { isPastRetryBudget, mayOrderAppear, processingMs } from '@procurement-intents/domain';
import { fenceOf, pauseAfter, type Run, timesOf } from './processing-context.ts';
import type { IntentPatch, NewEvent } from '../intents/store/intent-row.ts';

interface RetryOptions {
  /** The pause that the platform asks for. */
  retryAfterMs?: number | undefined;
  patch?: IntentPatch;
  /** The run was held up by ourselves, and the platform was not asked. */
  isOurDelay?: boolean;
}

// The first attempts tell how a purchase went wrong; of thousands more nobody reads each.
const ALL_SHOWN = 10;

/** The event of an attempt that brought nothing: of the first ten each, then of every attempt that doubles them. */
function attemptEvent(attempt: number, reason: string): NewEvent | null {
  const type = 'intent.attempt_failed';
  if (attempt <= ALL_SHOWN) return { type, detail: reason };
  const doublings = Math.log2(attempt / ALL_SHOWN);
  return Number.isInteger(doublings) ? { type, detail: `${reason} (attempt ${attempt})` } : null;
}

/** Notes that nothing definite came of this run, and asks for another one after a pause. */
export async function retryLater(
  { context, row }: Run,
  reason: string,
  { retryAfterMs = 0, patch = {}, isOurDelay = false }: RetryOptions = {},
): Promise<void> {
  const now = context.clock.now();
  const elapsedMs = processingMs(row, now);
  // A pause that the platform asks for counts as far as our own patience goes.
  const askedMs = Math.min(retryAfterMs, Math.max(0, context.patienceMs - elapsedMs));
  // Nobody out there needs a rest from what did not reach them.
  const pauseMs = isOurDelay ? pauseAfter(0) : Math.max(pauseAfter(elapsedMs), askedMs);
  const dispatchAt = patch.dispatchAt ?? new Date(now.getTime() + pauseMs);
  if (isPastRetryBudget(row, now, timesOf(context))) {
    context.log.warn({ intentId: row.id, detail: reason }, 'still no definite answer of the platform');
  }
  await context.purchases.update(fenceOf(row), { ...patch, dispatchAt }, now, {
    event: attemptEvent(row.attempt, reason),
  });
}

/** After the pause that grows with the time since the first attempt. */
const nextAttempt = (row: Run['row'], now: Date): Date =>
  new Date(now.getTime() + pauseAfter(processingMs(row, now)));

/** Looks for an order that may still appear again, at `time` at the latest, without a trace in the timeline. */
export async function waitForOrder(run: Run, time: Date, patch: IntentPatch = {}): Promise<void> {
  const { context, row } = run;
  const now = context.clock.now();
  const nextLook = nextAttempt(row, now);
  const dispatchAt = mayOrderAppear(row, now) && nextLook < time ? nextLook : time;
  await context.purchases.update(fenceOf(row), { ...patch, dispatchAt }, now);
}

/**
 * Puts off a run that had to wait for others of its App until its time was over. The platform has not been asked, so the
 * timeline tells nothing and no end follows, however long it goes on.
 */
export async function postpone({ context, row }: Run): Promise<void> {
  const now = context.clock.now();
  await context.purchases.update(fenceOf(row), { dispatchAt: nextAttempt(row, now) }, now);
}
