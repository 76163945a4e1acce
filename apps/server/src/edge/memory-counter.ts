/** Counts what happens in each second of Unix time, by key. */
export interface Counter {
  /** Counts one more and answers how many there are now. */
  add(key: string, second: number): Promise<number> | number;
  read(key: string, second: number): Promise<number> | number;
}

// A slow machine or a corrected clock may come back to a second that has passed.
const KEEP_SECONDS = 10;

/** Counts for this process alone. A timer and an object for each key and second cost three to six times as much. */
export function createMemoryCounter() {
  const seconds = new Map<number, Map<string, number>>();

  function countsOf(second: number): Map<string, number> {
    const known = seconds.get(second);
    if (known) return known;
    const counts = new Map<string, number>();
    seconds.set(second, counts);
    if (seconds.size > KEEP_SECONDS) seconds.delete(seconds.keys().next().value ?? second);
    return counts;
  }

  return {
    add(key: string, second: number): number {
      const counts = countsOf(second);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
    read: (key: string, second: number): number => seconds.get(second)?.get(key) ?? 0,
  } satisfies Counter;
}
