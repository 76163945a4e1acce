/** The current time. Passed as an argument, so that tests can set it. */
export interface Clock {
  now(): Date;
  /**
   * The latest time that it can be. Later than `now` only while the machine's clocks disagree. An expiry must be checked
   * against both. Absent: the same as `now`.
   */
  latest?(): Date;
}
