import { LIMITS } from '../generated/tables.ts';

/** Returns the first timestamp from `ms` on that the App has not used in the last ten minutes. */
export type TakeTimestamp = (ms: number) => number;

/** Unused timestamps of an App: a clock that is set back must not repeat one. */
export function createTimestamps(): TakeTimestamp {
  let recent = new Set<number>();
  let older = recent;
  let keptUntil = 0;
  return (ms) => {
    if (performance.now() > keptUntil) {
      // The service accepts a timestamp from so long before its time to so long after it.
      keptUntil = performance.now() + 2 * LIMITS.timestampSkewMs;
      older = recent;
      recent = new Set();
    }
    while (recent.has(ms) || older.has(ms)) ms += 1;
    recent.add(ms);
    return ms;
  };
}
