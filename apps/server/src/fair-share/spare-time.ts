import { performance } from 'node:perf_hooks';
import type { CallCounter } from './call-counter.ts';
import { rest } from './time-budget.ts';

// Above it, those who wait for an answer notice each millisecond that others take.
const BUSY = 0.5;
// The others keep nine tenths of the thread then.
const REST_PER_SPENT = 9;

/** The time of a thread that others leave: whoever takes it rests while others call, or keep the thread busy. */
export class SpareTime {
  readonly #count: CallCounter;
  readonly #cost: number;
  readonly #pause: typeof rest;
  #before = performance.eventLoopUtilization();
  #calls: number;
  #spentMs = 0;

  /**
   * @param cost - what each millisecond that is spent costs in all, with what is not measured of it. Default 1.
   * @param pause - waits for so many milliseconds. Default: {@link rest}.
   */
  constructor(count: CallCounter, { cost = 1, pause = rest }: { cost?: number; pause?: typeof rest } = {}) {
    this.#count = count;
    this.#cost = cost;
    this.#pause = pause;
    this.#calls = count.calls;
  }

  /** Does a piece of work of a millisecond or two. */
  spend<T>(work: () => T): T {
    const startedMs = performance.now();
    const result = work();
    this.#spentMs += (performance.now() - startedMs) * this.#cost;
    return result;
  }

  /** Leaves the thread to others, for longer while they want it. Rejects when `signal` fires. */
  async rest(signal: AbortSignal): Promise<void> {
    const { active, idle } = performance.eventLoopUtilization(this.#before);
    const others = (active - this.#spentMs) / Math.max(1, active + idle);
    const isWanted = this.#count.calls > this.#calls || others > BUSY;
    this.#calls = this.#count.calls;
    await this.#pause(isWanted ? REST_PER_SPENT * this.#spentMs : 0, signal);
    this.#before = performance.eventLoopUtilization();
    this.#spentMs = 0;
  }
}
