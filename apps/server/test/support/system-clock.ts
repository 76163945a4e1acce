import type { Clock } from '../../src/clock.ts';

/** The machine's own time, which the service itself never goes by. */
export const systemClock: Clock = { now: () => new Date() };
