import { LIMITS } from '@procurement-intents/contract';
import type { OrderStatus } from '@procurement-intents/contract/gateway/codes';
import type { OrderFacts } from './answers.ts';
import { mayOrderAppear, processingMs, type PurchaseBounds, type PurchaseState } from './purchase-rules.ts';
import type { Decision, Retry } from './purchase-steps.ts';

// All times at which an intent is due for a job. Besides these, a request to cancel, a change in the platform's list of
// orders and the adoption of an order after a restore make it due at once.

/** When the first attempt is due: until then, updates and a cancellation are free. */
export const firstAttemptAt = (submittedAt: Date, graceMs: number): Date =>
  new Date(submittedAt.getTime() + graceMs);

/**
 * A caller waits for a cancellation. For `waitMs` after the request, the next attempt is at most `retryMs` away, whatever
 * an attempt has decided meanwhile.
 */
export const CANCEL_WAIT = { waitMs: LIMITS.cancelWaitMs, retryMs: 1000 } as const;

/**
 * How long a due intent is left to the job that was added for it; after that, a lost job is replaced. An intent that has
 * waited longer for its first attempt is left for as long again, at most `longestMs`: in a long queue, fewer jobs are
 * added in vain. An intent that falls due while its job runs is due again after `runningMs`; most jobs have ended by then.
 */
export const LEASE = { leaseMs: 30_000, longestMs: 600_000, runningMs: 1000 } as const;

/** A page must be missing in two fetches this far apart before the purchase fails. */
export const PAGE_GONE_MS = 10_000;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** The pause before the next attempt: half the elapsed time, at least 0.5 s and at most 30 s. */
export function pauseAfter(elapsedMs: number): number {
  return Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, elapsedMs / 2));
}

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

/** What the platform reports of the order of a completed intent. Amounts in fen. */
export interface TrackedOrder {
  status: OrderStatus;
  amountPaidFen: number;
  /** The total paid back; a platform may report 0 before it pays back anything. */
  refundedFen?: number;
}

/** An order is tracked for 30 days: a shop that has not delivered by then is not expected to. */
const TRACKING_MS = 30 * 86_400_000;

/**
 * Whether tracking has ended: the order is delivered, or the shop has cancelled it and paid everything back (it charges
 * no fee for its own cancellation), or `TRACKING_MS` have passed.
 *
 * @param order - null while the platform does not answer.
 * @param completedForMs - the time since the intent was COMPLETED.
 */
function isTrackingOver(order: TrackedOrder | null, completedForMs: number): boolean {
  if (completedForMs > TRACKING_MS) return true;
  if (order === null) return false;
  return order.status === 'DELIVERED' || (order.status === 'CANCELLED' && isPaidBack(order));
}

const isPaidBack = ({ amountPaidFen, refundedFen = 0 }: TrackedOrder): boolean =>
  refundedFen >= amountPaidFen;

const LONGEST_TRACKING_PAUSE_MS = 15 * 60_000;
// A delivery and a refund take days.
const LONGEST_TRACKING_PAUSE_OF_DAYS_MS = 6 * 3_600_000;
// The list of changed orders reports every change; a single request is a safety net for what the list has missed.
const FOLLOWED_PAUSE_MS = 6 * 3_600_000;
const FOLLOWED_PAUSE_OF_DAYS_MS = 24 * 3_600_000;

/**
 * When the order of a completed intent is asked about next; null when tracking has ended.
 *
 * @param order - null while the platform does not answer.
 * @param isFollowed - whether the list of changed orders names every change at the platform.
 */
export function nextTrackingAt(
  completedAt: Date | null,
  order: TrackedOrder | null,
  now: Date,
  isFollowed: boolean,
): Date | null {
  const elapsedMs = now.getTime() - (completedAt ?? now).getTime();
  if (isTrackingOver(order, elapsedMs)) return null;
  const takesDays = order?.status === 'SHIPPED' || order?.status === 'CANCELLED';
  // Without an answer the next request does not wait for the list of changed orders.
  if (order && isFollowed) {
    return new Date(now.getTime() + (takesDays ? FOLLOWED_PAUSE_OF_DAYS_MS : FOLLOWED_PAUSE_MS));
  }
  const longestMs = takesDays ? LONGEST_TRACKING_PAUSE_OF_DAYS_MS : LONGEST_TRACKING_PAUSE_MS;
  return new Date(now.getTime() + Math.min(longestMs, Math.max(pauseAfter(0), elapsedMs / 4)));
}
