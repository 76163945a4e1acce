import { checkTimeout } from '../check-options.ts';
import type { Signal } from '../runtime-types.ts';

// The longest delay of a timer, 24 days; a longer one would fire at once.
const MAX_TIMEOUT_MS = 2_147_483_647;

/** A time limit for everything that one call does, one wait after the other. */
export class Deadline {
  /** Whether the time is over, as opposed to an abort by the caller. */
  isExpired = false;
  /** Whether the last wait was longer than its own limit. The next one has another `signal`. */
  isLate = false;
  #endsAt!: number;
  #controller = new AbortController();
  // Ends with the next wait or with the deadline, not with its own wait: nothing happens between two waits.
  #timer: ReturnType<typeof setTimeout> | undefined;
  #endWait: ((reason: unknown) => void) | undefined;
  /** Clears the timer, and lets go of the caller's signal. The code that opened the deadline closes it. */
  readonly close: () => void;

  /**
   * @param timeoutMs - above 0; more than 2^31-1 counts as no limit.
   * @throws TypeError for any other number, or the signal's reason when it has already aborted.
   */
  constructor(timeoutMs: number, callerSignal?: Signal) {
    callerSignal?.throwIfAborted();
    this.restart(timeoutMs);
    const onAbort = () => this.#abort(callerSignal?.reason);
    callerSignal?.addEventListener('abort', onAbort);
    this.close = () => {
      clearTimeout(this.#timer);
      callerSignal?.removeEventListener('abort', onAbort);
    };
  }

  /** Aborts when the time or the limit of a wait is over, or when the caller's signal aborts. */
  get signal(): Signal {
    return this.#controller.signal;
  }

  /** Milliseconds left, never below 0. */
  remainingMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  /** Begins again with another limit. @throws TypeError as the constructor. */
  restart(timeoutMs: number): void {
    checkTimeout(timeoutMs);
    this.#endsAt = performance.now() + timeoutMs;
  }

  /**
   * Waits for `promise`, for at most `limitMs`, even when it ignores the signal; without a promise, for `limitMs`.
   *
   * @throws the signal's reason, at once, when it aborts.
   */
  await<T>(promise?: Promise<T>, limitMs = Infinity): Promise<T> {
    const restMs = this.remainingMs();
    const ms = Math.min(restMs, limitMs);
    this.isLate = false;
    clearTimeout(this.#timer);
    return new Promise((resolve, reject) => {
      const end = () => {
        const isOver = restMs <= limitMs;
        if (!promise && !isOver) return resolve(undefined as T);
        this.isLate = !isOver;
        this.isExpired = isOver;
        this.#abort();
      };
      this.#endWait = reject;
      promise?.then(resolve, reject);
      if (this.signal.aborted) reject(this.signal.reason as Error);
      if (ms <= MAX_TIMEOUT_MS) this.#timer = setTimeout(end, ms);
    });
  }

  #abort(reason?: unknown): void {
    this.#controller.abort(reason);
    this.#endWait?.(this.signal.reason);
    if (this.isLate) this.#controller = new AbortController();
  }
}
