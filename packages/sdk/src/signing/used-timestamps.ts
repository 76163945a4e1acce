/** Returns the first timestamp from `ms` on that the App has not used in the last ten minutes. */
export type TakeTimestamp = (ms: number) => number;

// The service accepts a timestamp from five minutes before its time to five minutes after it.
const KEEP_MS = 600_000;

/** Unused timestamps of an App: a clock that is set back must not repeat one. */
export function createTimestamps(): TakeTimestamp {
  let recent = new Set<number>();
  let older = recent;
  let keptUntil = 0;
  return (ms) => {
    if (performance.now() > keptUntil) {
      keptUntil = performance.now() + KEEP_MS;
      older = recent;
      recent = new Set();
    }
    while (recent.has(ms) || older.has(ms)) ms += 1;
    recent.add(ms);
    return ms;
  };
}
