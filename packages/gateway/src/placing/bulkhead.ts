import { ComeBack } from '../adapter.ts';
import type { CallTime } from './call-time.ts';

/** How much a new duration counts in the average: the last ten or so decide. */
const WEIGHT = 0.2;

/** Bounds what runs at once. Who would wait longer than its time is sent away at once. */
export class Bulkhead {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #averageMs = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get running(): number {
    return this.#running;
  }

  get queued(): number {
    return this.#waiting.length;
  }

  /**
   * Waits for a place. The caller calls what it returns, once, to free it.
   *
   * @throws ComeBack when there is none in time.
   */
  async acquire(time: CallTime): Promise<() => void> {
    if (this.#running < this.#limit) {
      this.#running += 1;
      return this.#enter();
    }
    const waitMs = (this.#averageMs * (this.#waiting.length + 1)) / this.#limit;
    if (waitMs >= time.leftMs) throw new ComeBack(waitMs, 'too many orders at once');
    await this.#queue(time);
    return this.#enter();
  }

  #enter(): () => void {
    const startedAt = performance.now();
    let isFreed = false;
    return () => {
      if (isFreed) return;
      isFreed = true;
      this.#average(performance.now() - startedAt);
      this.#pass();
    };
  }

  /** Gives a place to the first in the queue; nobody who comes now can take it. */
  #pass(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }

  #average(ms: number): void {
    this.#averageMs = this.#averageMs === 0 ? ms : this.#averageMs + WEIGHT * (ms - this.#averageMs);
  }

  async #queue(time: CallTime): Promise<void> {
    let turn: () => void = () => {};
    const isTurn = new Promise<void>((resolve) => (turn = resolve));
    this.#waiting.push(turn);
    try {
      await time.race(isTurn);
    } catch (error) {
      const index = this.#waiting.indexOf(turn);
      if (index >= 0) this.#waiting.splice(index, 1);
      else this.#pass(); // The turn came as the time ended.
      throw error;
    }
  }
}
