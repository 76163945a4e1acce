import type { Deadline } from './deadline.ts';
import type { AttemptError, Prepared } from './scheme.ts';

/** How often a call has been sent and has failed so far. */
export interface Tally {
  attempts: number;
  /** Attempts that failed, except those refused with 429. */
  failedTries: number;
}

/** How far a call has come. */
export interface Progress extends Tally {
  /** When the last attempt ended, or the call began. By `performance.now()`, as the next. */
  idleSince: number;
  /** Since when the call waits for its turn; `undefined` while it does not. */
  queuedSince?: number | undefined;
  /** The error of the last attempt. */
  last?: AttemptError;
}

/** A call under way: its request, its limits, and how far it has come. */
export interface Course extends Prepared, Progress {
  deadline: Deadline;
  timeoutMs: number;
  maxRetries: number;
}
