import { type IntentStatus, LIMITS, DAY_MS } from '@procurement-intents/contract';
import type { OrderStatus } from '@procurement-intents/contract/gateway/codes';
import { isDead, type OrderFacts } from './answers.ts';
import { mayOrderAppear, processingMs, type PurchaseBounds, type PurchaseState } from './purchase-rules.ts';
import type { Decision, Retry } from './purchase-steps.ts';

// All times at which an intent is due for a job. Besides these, its first attempt is due after the grace period, and a
// request to cancel, a look at its order that somebody asks for, a change in the platform's list of orders and the adoption of
// an order after a restore make it due at once.

/**
 * A caller waits for a cancellation. For `waitMs` after the request, the next attempt is at most `retryMs` away, whatever
 * an attempt has decided meanwhile.
 */
export const CANCEL_WAIT = { waitMs: LIMITS.cancelWaitMs, retryMs: 1000 } as const;

/** The shortest and the longest time that a due intent is left to its job; see `leaseUntil`. */
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

/** The pause between two requests for an order that the platform has had for `acceptedMs` without confirming it. */
export const confirmationPauseMs = (acceptedMs: number): number =>
  Math.max(FIRST_CONFIRM_MS, pauseAfter(acceptedMs / 4));

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

/** The fields of an intent on which its lease depends. */
export interface DueState extends Pick<PurchaseState, 'cancelRequestedAt'> {
  id: string;
  status: IntentStatus;
}

/**
 * Whether a caller waits at `now` for the cancellation of the intent. `change-sql.ts` of the server has it in SQL, for the
 * row as it is by then: `write-intents.test.ts` holds both to one answer.
 */
export const isCallerWaiting = (
  { cancelRequestedAt }: Pick<DueState, 'cancelRequestedAt'>,
  now: Date,
): boolean => cancelRequestedAt !== null && cancelRequestedAt > after(now, -CANCEL_WAIT.waitMs);

/**
 * What the queue has for an intent that is due: a job that was just `added`, one of before that is `running`, or one that is
 * `waiting` in a long line.
 */
export type JobState = 'added' | 'running' | 'waiting';

/** Until when an intent that is due at `now` is left to its job; after that, a lost job is replaced. */
export const leaseUntil = (intent: DueState, now: Date, job: JobState): Date =>
  after(now, leaseMs(intent, now, job));

function leaseMs(intent: DueState, now: Date, job: JobState): number {
  // What falls due together does not fall due together again, so that it leaves room for others.
  const spread = 1 + spreadOf(intent.id);
  const longestMs = (LEASE.longestMs / 2) * spread;
  // The running job may have read the intent too early. Most jobs have ended by then.
  if (job === 'running') return LEASE.runningMs;
  // The job will read the intent. Adding jobs in vain would delay those of others.
  if (job === 'waiting') return longestMs;
  if (isCallerWaiting(intent, now)) return CANCEL_WAIT.retryMs;
  // No caller waits for tracking.
  return intent.status === 'COMPLETED' ? longestMs : LEASE.leaseMs * spread;
}

/** A number from 0 to 1 that is the intent's own: the last digits of an id are random. */
const spreadOf = (id: string): number => parseInt(id.slice(-4), 16) / 0x10000;

/** When an order that was confirmed is asked about first; null once it is delivered. */
export const firstTrackingAt = ({ status }: OrderFacts, now: Date): Date | null =>
  status === 'DELIVERED' ? null : after(now, pauseAfter(0));

/** When an order is asked about next that the platform has accepted and not confirmed. */
export const nextConfirmationAt = (acceptedMs: number, now: Date): Date =>
  after(now, confirmationPauseMs(acceptedMs));

/** When a purchase continues whose cancellation the platform has refused. */
export const afterRefusedCancel = (now: Date): Date => after(now, JOB_END_MS);

/** When an attempt is made again that only waited. */
export function afterWait(
  intent: Pick<PurchaseState, 'processingAt' | 'orderInFlightUntil'>,
  decision: Extract<Decision<OrderFacts>, { kind: 'wait' | 'postpone' }>,
  now: Date,
): Date {
  const next = after(now, pauseAfter(processingMs(intent, now)));
  if (decision.kind === 'postpone') return next;
  // An order that may still appear is looked up in between.
  return mayOrderAppear(intent, now) && next < decision.until ? next : decision.until;
}

/** When an attempt without a definite answer is made again. */
export function afterRetry(
  intent: Pick<PurchaseState, 'processingAt'>,
  { pageGoneAt, retryAfterMs = 0, isOurDelay }: Retry,
  now: Date,
  { retryBudgetMs }: Pick<PurchaseBounds, 'retryBudgetMs'>,
): Date {
  if (pageGoneAt) return after(pageGoneAt, PAGE_GONE_MS);
  // A call that did not reach the platform needs no pause.
  if (isOurDelay) return after(now, pauseAfter(0));
  const elapsedMs = processingMs(intent, now);
  // `Retry-After` of the platform applies up to the end of the retry budget.
  const askedMs = Math.min(retryAfterMs, Math.max(0, retryBudgetMs - elapsedMs));
  return after(now, Math.max(pauseAfter(elapsedMs), askedMs));
}

/** What the platform reports of the order of a completed intent. Amounts in fen. */
export interface TrackedOrder {
  status: OrderStatus;
  amountPaidFen: number;
  /** The total paid back; a platform may report 0 before it pays back anything. */
  refundedFen?: number;
}

/** An order is tracked for 30 days: a shop that has not delivered by then is not expected to. */
const TRACKING_MS = 30 * DAY_MS;

/**
 * Whether tracking has ended: the order is delivered, or the shop has withdrawn it and paid everything back (it charges
 * no fee for its own cancellation), or `TRACKING_MS` have passed.
 *
 * @param order - null while the platform does not answer.
 * @param completedForMs - the time since the intent was COMPLETED.
 */
function isTrackingOver(order: TrackedOrder | null, completedForMs: number): boolean {
  if (completedForMs > TRACKING_MS) return true;
  if (order === null) return false;
  return order.status === 'DELIVERED' || (isDead(order) && isPaidBack(order));
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
  const takesDays = order !== null && (order.status === 'SHIPPED' || isDead(order));
  // Without an answer the next request does not wait for the list of changed orders.
  if (order && isFollowed) {
    return after(now, takesDays ? FOLLOWED_PAUSE_OF_DAYS_MS : FOLLOWED_PAUSE_MS);
  }
  const longestMs = takesDays ? LONGEST_TRACKING_PAUSE_OF_DAYS_MS : LONGEST_TRACKING_PAUSE_MS;
  return after(now, Math.min(longestMs, Math.max(pauseAfter(0), elapsedMs / 4)));
}
