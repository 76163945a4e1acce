import { SecondCounts } from '../../auth/rate-limit/second-counts.ts';

/** How many requests callers have sent in the last second or two, and have on their way. */
export class CallerLoad {
  readonly #limit: number;
  readonly #sent: SecondCounts;
  readonly #onTheirWay = new Map<string, number>();

  /** @param limit - of the requests that a caller sends in a second, and of those that it has on their way. */
  constructor(limit: number) {
    this.#limit = limit;
    this.#sent = new SecondCounts(limit);
  }

  /** Whether `isOver` may hold for a caller because of what it has sent. */
  get isAnyOver(): boolean {
    return this.#sent.isAnyOver;
  }

  isOver(caller: string): boolean {
    return this.#sent.isOver(caller) || (this.#onTheirWay.get(caller) ?? 0) >= this.#limit;
  }

  add(caller: string): void {
    this.#sent.add(caller);
  }

  /** Adds a request that is on its way, until `end`. */
  begin(caller: string): void {
    this.#onTheirWay.set(caller, (this.#onTheirWay.get(caller) ?? 0) + 1);
  }

  end(caller: string): void {
    const left = (this.#onTheirWay.get(caller) ?? 0) - 1;
    if (left > 0) this.#onTheirWay.set(caller, left);
    else this.#onTheirWay.delete(caller);
  }
}
