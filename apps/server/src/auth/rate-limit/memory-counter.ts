import { addWeight, type BucketCount, countRequest } from '@procurement-intents/domain';

/** Counts events by key in each window of time, a second unless it is said otherwise. */
export interface Counter {
  /**
   * Adds one to each of `counts` in order, and stops after the first that exceeds its limit. Returns the new counts of
   * those that were added to.
   */
  add(
    counts: readonly { key: string; limit: number }[],
    second: number,
  ): Promise<readonly number[]> | readonly number[];
  /** Adds the weight to one count, or one when there is no room for it. */
  addWeight(
    count: { key: string; limit: number; weight: number },
    second: number,
  ): Promise<BucketCount> | BucketCount;
  read(key: string, second: number): Promise<number> | number;
  /** Takes one from each of `keys`. */
  takeBack(keys: readonly string[], second: number): Promise<void> | void;
}

// After a pause or a clock correction, a request may be counted in a second that has passed.
const KEEP_WINDOWS = 10;

export interface MemoryCounterOptions {
  maxKeys?: number;
  whenFull?: 'allow' | 'refuse';
  keepWindows?: number;
}

/**
 * Counts in this process alone. A timer and an object for each key and second cost three to six times as much.
 *
 * @param maxKeys - how many keys a window are counted. Default: all.
 * @param whenFull - whether further keys count 0, or are over every limit. Default `allow`.
 * @param keepWindows - how many of the last windows are kept. Default 10.
 */
export function createMemoryCounter({
  maxKeys = Infinity,
  whenFull = 'allow',
  keepWindows = KEEP_WINDOWS,
}: MemoryCounterOptions = {}) {
  const seconds = new Map<number, Map<string, number>>();

  function countsOf(second: number): Map<string, number> {
    const known = seconds.get(second);
    if (known) return known;
    const counts = new Map<string, number>();
    seconds.set(second, counts);
    if (seconds.size > keepWindows) seconds.delete(seconds.keys().next().value ?? second);
    return counts;
  }

  return {
    add(counts: readonly { key: string; limit: number }[], second: number): number[] {
      const known = countsOf(second);
      const counted = countRequest(counts, ({ key }) => {
        const count = (known.get(key) ?? 0) + 1;
        if (count === 1 && known.size >= maxKeys) return whenFull === 'refuse' ? Infinity : 0;
        known.set(key, count);
        return count;
      });
      return counted.map(({ used }) => used);
    },
    addWeight(
      { key, limit, weight }: { key: string; limit: number; weight: number },
      second: number,
    ): BucketCount {
      const known = countsOf(second);
      const counted = addWeight(limit, known.get(key) ?? 0, weight);
      known.set(key, counted.used);
      return counted;
    },
    read: (key: string, second: number): number => seconds.get(second)?.get(key) ?? 0,
    takeBack(keys: readonly string[], second: number): void {
      const known = seconds.get(second);
      for (const key of keys) {
        const left = (known?.get(key) ?? 0) - 1;
        // What is not counted any more takes no memory: a refused caller can name others without end.
        if (left > 0) known?.set(key, left);
        else known?.delete(key);
      }
    },
  } satisfies Counter;
}
