import type { AnyApiError, ConnectionError } from './errors.ts';

/** What a failed attempt leaves for the decision about another one. */
export interface FailedAttempt {
  error: AnyApiError | ConnectionError;
  /** How long the service asked to wait, if it did. */
  askedWaitMs: number | null;
}

/** How often a call has failed so far. */
export interface Tally {
  attempts: number;
  /** Those of `attempts` that were answered with anything but 42901. */
  failures: number;
}

// Together with the back-off below: gives up after some 8 s of an outage in which nothing asks us to wait.
const MAX_FAILURES = 6;
const BACK_OFF_FIRST_MS = 500;
const BACK_OFF_MAX_MS = 8_000;
// Callers that were refused in the same second should not all come back in the same millisecond.
const SPREAD_MS = 50;
// `Date` has whole seconds and is a journey old, so a difference below this says nothing about our clock.
const CLOCK_TOLERANCE_MS = 2_000;

/**
 * How long to wait before the next attempt, in milliseconds; `null` when there should be none.
 *
 * @param isRepeatable - whether a request that may have been carried out may be sent again.
 * @param random - from 0 to 1.
 */
export function planRetry(
  { error, askedWaitMs }: FailedAttempt,
  { attempts, failures }: Tally,
  isRepeatable: boolean,
  random: () => number = Math.random,
): number | null {
  if (!error.retryable) return null;
  // A rate limit refuses before anything is done, and passes by itself: only the deadline ends it.
  if (error.name !== 'RATE_LIMITED' && (!isRepeatable || failures >= MAX_FAILURES)) return null;
  // A wait of 0 is no wait to rely on: taken at its word it would become a busy loop.
  if (askedWaitMs) return askedWaitMs + random() * SPREAD_MS;
  const ceilingMs = Math.min(BACK_OFF_MAX_MS, BACK_OFF_FIRST_MS * 2 ** Math.min(attempts - 1, 10));
  return random() * ceilingMs;
}

/**
 * How long the headers ask to wait, in milliseconds from `nowMs`: `Retry-After`, else, with a 429,
 * `X-RateLimit-Reset`; `null` when they do not say.
 */
export function readAskedWait(headers: Headers, status: number, nowMs: number): number | null {
  const retryAfter = headers.get('retry-after')?.trim();
  const serverNowMs = readServerNow(headers, nowMs);
  if (retryAfter) {
    if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
    const atMs = Date.parse(retryAfter);
    if (!Number.isNaN(atMs)) return Math.max(0, atMs - serverNowMs);
  }
  const reset = headers.get('x-ratelimit-reset')?.trim();
  if (status !== 429 || !reset || !/^\d+$/.test(reset)) return null;
  return Math.max(0, Number(reset) * 1_000 - serverNowMs);
}

/** Our clock, unless the answer's `Date` shows that it is off. */
function readServerNow(headers: Headers, nowMs: number): number {
  const dateMs = Date.parse(headers.get('date') ?? '');
  return Math.abs(dateMs - nowMs) > CLOCK_TOLERANCE_MS ? dateMs : nowMs;
}
