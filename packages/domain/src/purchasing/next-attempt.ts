import { isReported } from '../is-reported.ts';
import type { OrderFacts } from './answers.ts';
import type { TimelineEvent } from './order-details.ts';
import {
  mayOrderAppear,
  PAGE_GONE_MS,
  pauseAfter,
  processingMs,
  type PurchaseBounds,
  type PurchaseState,
} from './purchase-rules.ts';
import type { Decision, Retry } from './purchase-steps.ts';

// A confirmation by a person or a payment takes seconds to hours, so the first request may wait.
const FIRST_CONFIRM_MS = 1000;
// The queue drops a new job of an intent until the running one is acknowledged.
const JOB_END_MS = 500;

/** When the next attempt is due after this decision; null when there is none. */
export function nextAttemptAt(
  intent: PurchaseState,
  decision: Decision<OrderFacts>,
  now: Date,
  bounds: PurchaseBounds,
): Date | null {
  const after = (ms: number): Date => new Date(now.getTime() + ms);
  const pauseMs = pauseAfter(processingMs(intent, now));
  switch (decision.kind) {
    case 'end': {
      const { outcome } = decision;
      // The order of a completed intent is tracked until it is delivered.
      const isTracked = outcome.to === 'COMPLETED' && outcome.order.status !== 'DELIVERED';
      return isTracked ? after(pauseAfter(0)) : null;
    }
    case 'wait': {
      const next = after(pauseMs);
      // An order that may still appear is looked up in between.
      return mayOrderAppear(intent, now) && next < decision.until ? next : decision.until;
    }
    case 'retry':
      return decision.pageGoneAt
        ? new Date(decision.pageGoneAt.getTime() + PAGE_GONE_MS)
        : after(retryPauseMs(intent, decision, now, bounds));
    case 'postpone':
      return after(pauseMs);
    case 'awaitConfirmation':
      return after(Math.max(FIRST_CONFIRM_MS, pauseAfter(decision.acceptedMs / 4)));
    case 'refuseCancel':
      return after(JOB_END_MS);
  }
}

function retryPauseMs(
  intent: PurchaseState,
  { retryAfterMs = 0, isOurDelay }: Retry,
  now: Date,
  { retryBudgetMs }: PurchaseBounds,
): number {
  // A call that did not reach the platform needs no pause.
  if (isOurDelay) return pauseAfter(0);
  const elapsedMs = processingMs(intent, now);
  // `Retry-After` of the platform applies up to the end of the retry budget.
  const askedMs = Math.min(retryAfterMs, Math.max(0, retryBudgetMs - elapsedMs));
  return Math.max(pauseAfter(elapsedMs), askedMs);
}

// The first attempts show what goes wrong; thousands of equal entries would only fill the timeline.
const ALL_SHOWN = 10;

/**
 * The event of an attempt without a result; null when it is not reported. The first ten attempts are reported, then only
 * each that doubles the number of attempts.
 *
 * @param attempts - the number of attempts, this one included.
 */
export function attemptEvent(attempts: number, reason: string): TimelineEvent | null {
  const type = 'intent.attempt_failed';
  if (!isReported(attempts, ALL_SHOWN)) return null;
  return { type, detail: attempts <= ALL_SHOWN ? reason : `${reason} (attempt ${attempts})` };
}
