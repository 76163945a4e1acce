import type { Intent, IntentStatus } from '../generated/types.ts';
import type { Signal } from '../runtime-types.ts';

/** Limits of a call, set for a client or a call. */
export interface CallLimits {
  /**
   * Bounds the call from its first attempt: attempts, response bodies, and the waits between attempts. Milliseconds above
   * 0, default 60 000.
   */
  timeoutMs?: number | undefined;
  /**
   * Bounds the wait for the turn of the first attempt, in the queue that keeps to the rate limits. Milliseconds above 0,
   * default none.
   */
  queueTimeoutMs?: number | undefined;
  /**
   * At most so many repeats, whatever their reason; 0 sends one request. Default: five after failures, and as many as
   * `timeoutMs` allows after a 429.
   */
  maxRetries?: number | undefined;
}

/** Options of every call. */
export interface CallOptions extends CallLimits {
  /** Ends the call at once, at any point; the call throws the signal's reason. */
  signal?: Signal | undefined;
  /**
   * Sent as `X-Request-Id`, to find the call in the logs of both sides: 1 to 128 characters of `[A-Za-z0-9._:-]`. Default:
   * the service makes one.
   */
  requestId?: string | undefined;
}

export interface CreateOptions extends CallOptions {
  /**
   * Names the purchase: repeating the call with the same key and body, in this process or a later one, buys nothing
   * more. The order of the body's fields and labels does not matter. 1 to 255 visible ASCII characters; your own order number serves
   * well. Default: a new key for each call.
   */
  idempotencyKey?: string | undefined;
}

export interface ChangeOptions extends CallOptions {
  /**
   * Refuses with `VERSION_CONFLICT` (40902) unless the intent still has this `version`. A call with `ifVersion` is
   * not retried after a lost response, because its own success would then look like the conflict.
   */
  ifVersion?: number | undefined;
}

export interface WaitOptions<S extends IntentStatus = IntentStatus> {
  /** Wait for one of these; default COMPLETED, FAILED and CANCELLED. */
  until?: readonly S[] | undefined;
  /** Bounds the whole wait. Milliseconds above 0, default 300 000. */
  timeoutMs?: number | undefined;
  /** Ends the wait at once with the signal's reason. The purchase continues. */
  signal?: Signal | undefined;
  /** Called with the intent after the first read, and again whenever its version has changed. */
  onChange?: ((intent: Intent) => void) | undefined;
}

/** Options of a wait, and of the create before it. */
export type CreateAndWaitOptions<S extends IntentStatus = IntentStatus> = WaitOptions<S> &
  Pick<CreateOptions, 'idempotencyKey' | 'queueTimeoutMs' | 'maxRetries' | 'requestId'>;
