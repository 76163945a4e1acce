import { ProcurementIntentsError } from '../errors.ts';
import { attempt, type Sender, type WithResponse } from './attempt.ts';
import type { CallOptions } from './call-options.ts';
import type { Course, Tally } from './course.ts';
import type { AttemptError } from './scheme.ts';

// With the back-off below, a call gives up after about 8 s of an outage in which the service asks for no wait.
const MAX_FAILURES = 6;
const BACK_OFF_FIRST_MS = 500;
const BACK_OFF_MAX_MS = 8_000;
// Random addition, so that callers refused in the same second do not all return in the same millisecond.
const SPREAD_MS = 50;

/** Whether the rate limit refused the request. */
export const isLimited = (error: Pick<AttemptError, 'status'>): boolean => error.status === 429;

/**
 * How long to wait before the next attempt, in milliseconds; `null` when there should be none.
 *
 * @param isRepeatable - whether a request that may have been carried out may be sent again.
 * @param random - returns a number from 0 to 1.
 */
export function planRetry(
  error: Pick<AttemptError, 'status' | 'retryable' | 'retryAt'>,
  { attempts, failedTries }: Tally,
  isRepeatable = true,
  random: () => number = Math.random,
): number | null {
  // A rate limit refuses before anything is done, and it ends by itself: only the deadline ends the retries.
  const mayRepeat = isLimited(error) || (isRepeatable && failedTries < MAX_FAILURES);
  if (!error.retryable || !mayRepeat) return null;
  const askedMs = error.retryAt ? error.retryAt.getTime() - Date.now() : 0;
  // A requested wait of 0 is ignored: obeying it would be a busy loop.
  return askedMs > 0
    ? askedMs + random() * SPREAD_MS
    : random() * Math.min(BACK_OFF_MAX_MS, BACK_OFF_FIRST_MS * 2 ** (attempts - 1));
}

/** The parts of a refusal that no proxy hides, as it may hide the header with the name. */
export interface Refusal {
  code?: number | string;
  data?: unknown;
}

/**
 * Called for the last error when an earlier attempt may have been carried out: the error may only mean that this
 * attempt succeeded. Returns the result then, else `false`.
 */
export type RecoverResult<T> = (refusal: Refusal, rest: CallOptions) => Promise<T> | false;

/**
 * Sends the request until there is a result, a permanent error, or no time left.
 *
 * @throws as {@link attempt}, or as the wait of the deadline.
 */
export async function sendWithRetries<T>(
  sender: Sender,
  course: Course,
  recoverResult: RecoverResult<T> | undefined,
): Promise<WithResponse<T>> {
  const { deadline, maxRetries, isRepeatable } = course;
  let mayHaveRun = false;
  const remedied: AttemptError['code'][] = [];
  for (;;) {
    try {
      const response = await attempt(sender, course);
      return response as WithResponse<T>;
    } catch (thrown) {
      // An error of another operation is that of a token, which has its own retries.
      if (!(thrown instanceof ProcurementIntentsError) || thrown.operation !== course.facts.operation)
        throw thrown;
      const error: AttemptError = thrown;
      course.last = error;
      const mayRepeat = course.attempts <= maxRetries;
      const { code } = error;
      const remedyMs = mayRepeat && !remedied.includes(code) && course.credentials.remedy(error);
      if (remedyMs !== false) {
        remedied.push(code);
        await deadline.await(undefined, remedyMs);
        continue;
      }
      if (!isLimited(error)) course.failedTries += 1;
      const waitMs = mayRepeat ? planRetry(error, course, isRepeatable) : null;
      if (waitMs === null || waitMs >= deadline.remainingMs()) {
        const recovered = mayHaveRun && recoverResult?.(error, { signal: deadline.signal });
        if (!recovered) throw error;
        const { requestId = null } = error;
        return {
          data: await deadline.await(recovered),
          requestId,
          headers: { get: () => null },
          isReplayed: false,
        };
      }
      // After no response or an error of the service, it is unknown whether the service acted.
      mayHaveRun ||= !(error.status && error.status < 500);
      await deadline.await(undefined, waitMs);
    }
  }
}
