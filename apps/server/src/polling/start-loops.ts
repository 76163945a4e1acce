import type { PollingLoop } from './polling-loop.ts';

/** Starts loops that do not need each other. The result stops them all. */
export function startLoops(...loops: readonly PollingLoop[]): () => Promise<void> {
  for (const loop of loops) loop.start();
  return async () => {
    await Promise.all(loops.map((loop) => loop.stop()));
  };
}
