import { Incomplete } from './broken-promise.ts';

/** Keeps count of what the orders of a run cost, in fen, so that the sum never exceeds the limit. */
export class Budget {
  readonly limitFen: number;
  readonly #costs = new Map<string, number>();
  #peakFen = 0;

  constructor(limitFen: number) {
    this.limitFen = limitFen;
  }

  get spentFen(): number {
    return [...this.#costs.values()].reduce((sum, cost) => sum + cost, 0);
  }

  get leftFen(): number {
    return this.limitFen - this.spentFen;
  }

  /** The most that was spent at once. */
  get peakFen(): number {
    return this.#peakFen;
  }

  /** @throws {@link Incomplete} when less than `fen` is left. */
  require(fen: number): void {
    if (fen > this.leftFen)
      throw new Incomplete(`costs up to ${yuan(fen)} yuan, and the limit leaves ${yuan(this.leftFen)}`);
  }

  /** Sets aside what the order with this number may cost, before it is sent for the first time. */
  reserve(merchantOrderNo: string, fen: number): void {
    const known = this.#costs.get(merchantOrderNo) ?? 0;
    if (fen <= known) return;
    this.require(fen - known);
    this.#costs.set(merchantOrderNo, fen);
    this.#peakFen = Math.max(this.#peakFen, this.spentFen);
  }

  /** The order has cost this much, and no more will be charged. */
  settle(merchantOrderNo: string, fen: number): void {
    this.#costs.set(merchantOrderNo, fen);
    this.#peakFen = Math.max(this.#peakFen, this.spentFen);
  }
}

/** An amount of fen as yuan with two decimals. */
export const yuan = (fen: number): string => (fen / 100).toFixed(2);
