import type { TestClock, TestServiceOptions } from './types.ts';

/** @param onAdvance - called when the clock was advanced. */
export function createTestClock(start: TestServiceOptions['now'], onAdvance: () => void): TestClock {
  const startMs = start === undefined ? null : new Date(start).getTime();
  if (Number.isNaN(startMs)) throw new RangeError('now must be a time');
  let advancedMs = 0;
  return {
    now: () => new Date((startMs ?? Date.now()) + advancedMs),
    advance(ms) {
      if (!(ms >= 0 && ms < Infinity))
        throw new RangeError('a clock goes forward, by a number of milliseconds');
      advancedMs += ms;
      onAdvance();
    },
  };
}
