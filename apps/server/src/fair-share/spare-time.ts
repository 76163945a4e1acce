import { performance } from 'node:perf_hooks';
import { rest } from './time-budget.ts';

// Above it, those who wait for an answer notice each millisecond that others take.
const BUSY = 0.5;
// The others keep nine tenths of the thread then.
const REST_PER_SPENT = 9;

/** The time of a thread that others leave: whoever takes it rests as long as they are busy. */
export class SpareTime {
  #before = performance.eventLoopUtilization();
  #spentMs = 0;

  /** Does a piece of work of a millisecond or two. */
  spend<T>(work: () => T): T {
    const startedMs = performance.now();
    const result = work();
    this.#spentMs += performance.now() - startedMs;
    return result;
  }

  /** Leaves the thread to others, for longer while they are busy. Rejects when `signal` fires. */
  async rest(signal: AbortSignal): Promise<void> {
    const { active, idle } = performance.eventLoopUtilization(this.#before);
    const spentMs = this.#spentMs;
    const others = (active - spentMs) / Math.max(1, active + idle);
    await rest(others > BUSY ? REST_PER_SPENT * spentMs : 0, signal);
    this.#before = performance.eventLoopUtilization();
    this.#spentMs = 0;
  }
}
