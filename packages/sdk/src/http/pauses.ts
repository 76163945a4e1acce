import type { Deadline } from './deadline.ts';

// The first changes come within seconds; later, a read about every 5 s by 20 waits uses 4 % of the limit of an App.
const FIRST_MS = 500;
const MAX_MS = 5_000;
const GROWTH = 1.5;

/** Returns a wait for whoever asks again and again: half a second at first, longer with each call. */
export function growingPauses(deadline: Deadline): () => Promise<void> {
  let ms = FIRST_MS;
  return () => {
    // Between 80 and 120 %, so that many programs do not ask at the same moments.
    const pause = deadline.await<void>(undefined, ms * (0.8 + 0.4 * Math.random()));
    ms = Math.min(ms * GROWTH, MAX_MS);
    return pause;
  };
}
