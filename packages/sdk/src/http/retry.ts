import type { ProcurementIntentsError } from '../errors.ts';
import type { FetchHeaders } from '../runtime-types.ts';

/** The error of an attempt: an ApiError or BearerError has all of these parts, a ConnectionError none. */
export interface AttemptError extends ProcurementIntentsError {
  status?: number;
  code?: number | string;
  data?: unknown;
  requestId?: string | null;
}

/** How often a call has been sent and has failed so far. */
export interface Tally {
  attempts: number;
  /** Attempts that failed, except those refused with 42901. */
  failures: number;
}

/** How far a call has come. */
export interface Progress extends Tally {
  /** When the last attempt ended, or the call began. By `performance.now()`, as the next. */
  idleSince: number;
  /** Since when the call waits for its turn; `undefined` while it does not. */
  queuedSince?: number | undefined;
  /** The error of the last attempt. */
  last?: AttemptError;
}

// With the back-off below, a call gives up after about 8 s of an outage in which the service asks for no wait.
const MAX_FAILURES = 6;
const BACK_OFF_FIRST_MS = 500;
const BACK_OFF_MAX_MS = 8_000;
// Random addition, so that callers refused in the same second do not all return in the same millisecond.
const SPREAD_MS = 50;

/** Whether the rate limit refused the request. */
export const isLimited = (error: AttemptError): boolean => error.status === 429;

/**
 * How long to wait before the next attempt, in milliseconds; `null` when there should be none.
 *
 * @param isRepeatable - whether a request that may have been carried out may be sent again.
 * @param random - returns a number from 0 to 1.
 */
export function planRetry(
  error: AttemptError,
  { attempts, failures }: Tally,
  isRepeatable = true,
  random: () => number = Math.random,
): number | null {
  // A rate limit refuses before anything is done, and it ends by itself: only the deadline ends the retries.
  const mayRepeat = isLimited(error) || (isRepeatable && failures < MAX_FAILURES);
  if (!error.retryable || !mayRepeat) return null;
  const askedMs = error.retryAt ? error.retryAt.getTime() - Date.now() : 0;
  // A requested wait of 0 is ignored: obeying it would be a busy loop.
  return askedMs > 0
    ? askedMs + random() * SPREAD_MS
    : random() * Math.min(BACK_OFF_MAX_MS, BACK_OFF_FIRST_MS * 2 ** (attempts - 1));
}

/**
 * The wait that the headers ask for, in milliseconds: `Retry-After`, else, with a 429, `X-RateLimit-Reset`; `null`
 * without either.
 *
 * @param nowMs - Unix milliseconds by the service's clock.
 */
export function readAskedWait(headers: FetchHeaders, status: number, nowMs: number): number | null {
  const retryAfter = headers.get('retry-after')?.trim();
  if (retryAfter && /^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const resetMs = status === 429 && Number(headers.get('x-ratelimit-reset')) * 1_000;
  const atMs = Date.parse(retryAfter ?? '') || resetMs;
  return atMs ? Math.max(0, atMs - nowMs) : null;
}
