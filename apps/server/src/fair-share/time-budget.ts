import { setImmediate as yieldToEventLoop, setTimeout as delay } from 'node:timers/promises';

/** Limits the time spent on something to a share of all time. */
export class TimeBudget {
  readonly #share: number;
  #restUntil = 0;

  /** @param share - above 0, at most 1. */
  constructor(share: number) {
    this.#share = share;
  }

  /** Counts the time spent up to now, and returns how long the spender has to rest. Milliseconds. */
  spend(spentMs: number): number {
    const now = performance.now();
    this.#restUntil = Math.max(this.#restUntil, now - spentMs) + spentMs / this.#share;
    return this.#restUntil - now;
  }
}

/** Leaves the event loop to others, at least once. Rejects when `signal` fires. */
export const rest = (restMs: number, signal?: AbortSignal): Promise<void> =>
  restMs < 1 ? yieldToEventLoop(undefined, { signal }) : delay(restMs, undefined, { signal });
