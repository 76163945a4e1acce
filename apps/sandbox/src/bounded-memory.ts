import { createHash } from 'node:crypto';

/** Keeps a number for each key; the least recently used keys are forgotten first. */
export interface BoundedMemory {
  /** How often the key was counted, this time included. */
  count(key: string): number;
  /** The number kept for the key, which is `value` from the first time on. */
  keep(key: string, value: number): number;
  clear(): void;
}

/** @param maxKeys - keys kept; each costs about 100 bytes, whatever its length. */
export function createBoundedMemory(maxKeys: number): BoundedMemory {
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
