/**
 * Milliseconds since 1970 that never decrease: when `now` steps back, time continues from its last value. Starts at
 * `startMs` or later, so that no recorded time is in its future.
 */
export function createSteadyClock(now: () => number, startMs: number): () => number {
  let wallMs = now();
  let aheadMs = Math.max(0, startMs - wallMs);
  return () => {
    const nextMs = now();
    if (nextMs < wallMs) aheadMs += wallMs - nextMs;
    wallMs = nextMs;
    return wallMs + aheadMs;
  };
}
