import { createHash } from 'node:crypto';

/** Counts how often each key was seen; the least recently seen keys are forgotten first. */
export interface BoundedMemory {
  /** How often the key was seen, this time included. */
  count(key: string): number;
  clear(): void;
}

/** @param maxKeys - keys kept; each costs about 100 bytes, whatever its length. */
export function createBoundedMemory(maxKeys: number): BoundedMemory {
  const seen = new Map<string, number>();
  return {
    count(key) {
      const digest = createHash('sha256').update(key).digest('base64');
      const times = (seen.get(digest) ?? 0) + 1;
      seen.delete(digest);
      seen.set(digest, times);
      if (seen.size > maxKeys) {
        for (const oldest of seen.keys()) {
          seen.delete(oldest);
          break;
        }
      }
      return times;
    },
    clear: () => seen.clear(),
  };
}
