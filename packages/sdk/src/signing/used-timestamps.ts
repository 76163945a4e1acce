/** Gives an App the first timestamp from `ms` on that it has not had in the last ten minutes. */
export type TakeTimestamp = (ms: number) => number;

// A timestamp is accepted from five minutes before its time to five minutes after it.
const KEEP_MS = 600_000;

/** Timestamps that nobody has yet: a clock that is set back must not give one of them again. */
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
