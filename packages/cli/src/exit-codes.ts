/** Exit codes for scripts, documented in the README. A number never changes its meaning. */
export const EXIT = {
  ok: 0,
  /** The service refused, or a check failed. The same call will not succeed unchanged. */
  refused: 1,
  /** The command line, the settings or a file are wrong; nothing was sent. */
  usage: 2,
  /** No response, or a temporary error. Repeating may help. */
  unavailable: 3,
  /** The intent ended FAILED. */
  failed: 4,
  /** The intent ended CANCELLED. */
  cancelled: 5,
  /** The time limit of the wait is over; the purchase continues. */
  stillRunning: 6,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
