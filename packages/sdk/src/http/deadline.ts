import { checkTimeout } from '../check-options.ts';
import type { Signal } from '../runtime-types.ts';

/** A time limit for everything that one call does. */
export interface Deadline {
  /** Aborts when the time is over or when the caller's signal aborts. */
  readonly signal: Signal;
  /** Whether the time is over, as opposed to an abort by the caller. */
  isExpired(): boolean;
  /** Milliseconds left, never below 0. */
  remainingMs(): number;
  /** Begins again with another limit. @throws TypeError as {@link openDeadline}. */
  restart(timeoutMs: number): void;
  /** Clears the timer. The code that opened the deadline closes it. */
  close(): void;
}

// The longest delay of a timer, 24 days; a longer one would fire at once.
const MAX_TIMEOUT_MS = 2_147_483_647;

/**
 * @param timeoutMs - above 0; more than 2^31-1 counts as no limit.
 * @throws TypeError for any other number, or the signal's reason when it has already aborted.
 */
export function openDeadline(timeoutMs: number, callerSignal?: Signal): Deadline {
  callerSignal?.throwIfAborted();
  const controller = new AbortController();
  let isExpired = false;
  let endsAt: number;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expire = () => {
    isExpired = true;
    controller.abort();
  };
  const restart = (limitMs: number) => {
    checkTimeout(limitMs);
    clearTimeout(timer);
    endsAt = performance.now() + limitMs;
    if (limitMs <= MAX_TIMEOUT_MS) timer = setTimeout(expire, limitMs);
  };
  restart(timeoutMs);
  const onAbort = () => controller.abort(callerSignal?.reason);
  callerSignal?.addEventListener('abort', onAbort);
  return {
    signal: controller.signal,
    isExpired: () => isExpired,
    remainingMs: () => Math.max(0, endsAt - performance.now()),
    restart,
    close() {
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', onAbort);
    },
  };
}

/** Resolves after `ms`. @throws the signal's reason, at once, when it aborts. */
export function sleep(ms: number, signal: Signal): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const slept = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return raceAbort(slept, signal).finally(() => clearTimeout(timer));
}

/** `promise`, unless `signal` aborts first: then throws its reason, even when the promise ignores the signal. */
export function raceAbort<T>(promise: T | Promise<T>, signal: Signal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    void Promise.resolve(promise)
      .then(resolve, reject)
      .then(() => signal.removeEventListener('abort', onAbort));
  });
}
