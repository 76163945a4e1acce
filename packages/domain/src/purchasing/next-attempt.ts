import type { OrderFacts } from './answers.ts';
import type { TimelineEvent } from './order-news.ts';
import {
  mayOrderAppear,
  PAGE_GONE_MS,
  pauseAfter,
  processingMs,
  type PurchaseBounds,
  type PurchaseState,
} from './purchase-rules.ts';
import type { Decision, Retry } from './purchase-steps.ts';

// A person or a payment confirms an order within seconds to hours, so the first question may wait.
const FIRST_CONFIRM_MS = 1000;
// The queue drops a new job until the present one counts as done.
const JOB_END_MS = 500;

/** When the intent is due again after this decision; null when nothing is left to do. */
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
      // Its parcels are tracked until they have arrived.
      const isTracked = outcome.to === 'COMPLETED' && outcome.order.status !== 'DELIVERED';
      return isTracked ? after(pauseAfter(0)) : null;
    }
    case 'wait': {
      const next = after(pauseMs);
      // An order that may still appear is asked for in between.
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
  // The platform needs no rest from a call that did not reach it.
  if (isOurDelay) return pauseAfter(0);
  const elapsedMs = processingMs(intent, now);
  // The pause that the platform asks for counts as far as the retry budget goes.
  const askedMs = Math.min(retryAfterMs, Math.max(0, retryBudgetMs - elapsedMs));
  return Math.max(pauseAfter(elapsedMs), askedMs);
}

// The first attempts show how a purchase went wrong; nobody reads thousands more.
const ALL_SHOWN = 10;

/**
 * The event of an attempt that brought nothing: of each of the first ten, then of every one that doubles their number.
 *
 * @param attempts - the number of attempts, this one included.
 */
export function attemptEvent(attempts: number, reason: string): TimelineEvent | null {
  const type = 'intent.attempt_failed';
  if (attempts <= ALL_SHOWN) return { type, detail: reason };
  const doublings = Math.log2(attempts / ALL_SHOWN);
  return Number.isInteger(doublings) ? { type, detail: `${reason} (attempt ${attempts})` } : null;
}
