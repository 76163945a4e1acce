/**
 * Milliseconds since 1970 that never go back: when `now` steps back, time goes on from where it was. It starts at
 * `startMs` or later, so that nothing on record lies ahead of it.
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
