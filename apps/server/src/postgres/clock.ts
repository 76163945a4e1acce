/** The wall clock, as an argument, so that tests can set it. */
export interface Clock {
  now(): Date;
  /**
   * The latest that it can be; differs from `now` only while the clock has lost its way. What grows too old to be
   * accepted is judged by both. Absent: the same as `now`.
   */
  latest?(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
