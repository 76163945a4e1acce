import type { Clock } from '../../src/clock.ts';

export interface FakeClock extends Clock {
  advance(ms: number): void;
}

/** A clock that stands still until it is advanced. */
export function createFakeClock(start = '2026-11-21T08:30:00.000Z'): FakeClock {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    advance(ms) {
      time += ms;
    },
  };
}
