import type { AnyOperationId, CallFacts } from '../errors.ts';
import type { Progress } from './course.ts';
import type { FetchResponse } from '../runtime-types.ts';

/** A request that is about to be sent. */
export interface AttemptStart {
  operation: AnyOperationId;
  /** Id of the intent that the call is about; absent for creates, lists and the health check. */
  intentId?: string;
  /** Id of the resource that a call of the bearer scheme is about. */
  resourceId?: string;
  /** The key of a create, the same in all its attempts. */
  idempotencyKey?: string;
  /** 1 for the first request of the call. */
  attempt: number;
  /** Whole milliseconds since the call began or the attempt before it ended. */
  waitMs: number;
  /**
   * Why it waited: `queue` for the turn of a first attempt, else the name of the error of the attempt before it, such as
   * `RATE_LIMITED` or `ConnectionError`.
   */
  reason: string;
}

/** How an attempt ended. */
export interface AttemptEnd {
  /** HTTP status; `null` without a response. */
  status: number | null;
  /** `X-Request-Id` of the response. */
  requestId: string | null;
  /**
   * The name of the error with which the attempt ended, else `null`: that of an {@link ApiError}, `ConnectionError`,
   * `TimeoutError` when `timeoutMs` was over, or the name of the reason of your signal (`AbortError`). No message.
   */
  error: string | null;
  /** Milliseconds from the request to the end of the response. */
  durationMs: number;
}

/**
 * Called before each attempt; the function that it returns, if any, is called after the attempt. It gets no body, no
 * header and no secret. An error that either throws is ignored: it must not end a purchase.
 */
export type OnAttempt = (attempt: AttemptStart) => ((end: AttemptEnd) => void) | void;

/** @returns a function to call once at the end of the attempt, with its response, if any, and the name of its error. */
export function announce(
  onAttempt: OnAttempt | undefined,
  facts: CallFacts,
  { attempts, idleSince, last }: Progress,
): ((response: FetchResponse | undefined, error: AttemptEnd['error']) => void) | undefined {
  if (!onAttempt) return undefined;
  const startedAt = performance.now();
  const waitMs = Math.round(startedAt - idleSince);
  const attempt = { ...facts, attempt: attempts, waitMs, reason: last?.name ?? 'queue' };
  const onEnd = ignoreErrors(() => onAttempt(attempt));
  return (response, error) =>
    ignoreErrors(() =>
      onEnd?.({
        status: response?.status ?? null,
        requestId: response?.headers.get('x-request-id') ?? null,
        error,
        durationMs: performance.now() - startedAt,
      }),
    );
}

function ignoreErrors<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
