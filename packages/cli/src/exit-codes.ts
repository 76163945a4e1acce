/** What the exit code says to a script. Documented in the README; a number never changes its meaning. */
export const EXIT = {
  ok: 0,
  /** The service refused, or a check found a fault. The same call will not succeed unchanged. */
  refused: 1,
  /** The command line, the settings or a file are at fault; nothing was sent. */
  usage: 2,
  /** No answer, or one that says "not now". Repeating may help. */
  unavailable: 3,
  /** The intent ended FAILED. */
  failed: 4,
  /** The intent ended CANCELLED. */
  cancelled: 5,
  /** The time for waiting was over; the intent goes on. */
  stillRunning: 6,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
