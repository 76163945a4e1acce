import { createMemoryCounter } from './memory-counter.ts';

// A flood from more addresses than this is no longer one caller's, and must not take more memory.
const MAX_KEYS = 10_000;

/** Finds keys that come too often, in bounded memory: beyond 10,000 keys a second, new ones are not counted. */
export class SecondCounts {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #counter = createMemoryCounter({ maxKeys: MAX_KEYS });
  /** The last second in which a key is over the limit. */
  #lastOver = -Infinity;

  /** @param now - milliseconds of any clock that never steps back. */
  constructor(limit: number, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Whether `isOver` holds for any key. One comparison as long as it has for none. */
  get isAnyOver(): boolean {
    return this.#lastOver !== -Infinity && this.#second() <= this.#lastOver;
  }

  add(key: string): void {
    const second = this.#second();
    const [count = 0] = this.#counter.add([{ key, limit: this.#limit }], second);
    if (count > this.#limit) this.#lastOver = second + 1;
  }

  /** Whether the key has been added more than `limit` times in this second or in the one before. */
  isOver(key: string): boolean {
    const second = this.#second();
    return [second, second - 1].some((each) => this.#counter.read(key, each) > this.#limit);
  }

  #second(): number {
    return Math.floor(this.#now() / 1000);
  }
}
