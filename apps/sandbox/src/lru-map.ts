import { createHash } from 'node:crypto';

/** Stores a number for each key; drops the least recently used keys. */
export interface LruMap {
  /** How often the key was counted, including this call. */
  count(key: string): number;
  /** The number stored for the key; the first call stores `value`. */
  keep(key: string, value: number): number;
  clear(): void;
}

/** @param maxKeys - number of keys; each takes about 100 bytes, whatever its length. */
export function createLruMap(maxKeys: number): LruMap {
  const numbers = new Map<string, number>();

  function update(key: string, next: (kept: number | undefined) => number): number {
    const digest = createHash('sha256').update(key).digest('base64');
    const number = next(numbers.get(digest));
    numbers.delete(digest);
    numbers.set(digest, number);
    if (numbers.size > maxKeys) {
      for (const oldest of numbers.keys()) {
        numbers.delete(oldest);
        break;
      }
    }
    return number;
  }

  return {
    count: (key) => update(key, (kept = 0) => kept + 1),
    keep: (key, value) => update(key, (kept = value) => kept),
    clear: () => numbers.clear(),
  };
}
