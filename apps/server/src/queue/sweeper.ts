import { redactError } from '../observability/redact-error.ts';
import type { Logger } from '../observability/logger.ts';
import { PollingLoop } from '../polling-loop.ts';

export interface SweepOptions {
  /** What is swept, for the log. */
  name: string;
  everyMs: number;
  /** One bounded statement; whether there is more to do at once. */
  sweep: () => Promise<boolean>;
  log: Logger;
}

// Between two statements of one sweep, so that a large one takes half of a core of the database at most.
const PAUSE_MS = 20;

/** Works off what is due, chunk by chunk, on a timer of its own: nothing else waits for it. */
export class Sweeper extends PollingLoop {
  constructor({ name, everyMs, sweep, log }: SweepOptions) {
    super({
      everyMs,
      poll: async () => ((await sweep()) ? PAUSE_MS : everyMs),
      onError: (error) =>
        log.warn({ err: redactError(error), sweep: name }, 'a sweep failed, and goes on at its next turn'),
    });
  }
}
