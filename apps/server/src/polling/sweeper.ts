import { redactError } from '../observability/redact-error.ts';
import type { Logger } from '../observability/logger.ts';
import { PollingLoop } from './polling-loop.ts';

export interface SweepOptions {
  /** What is swept, for the log. */
  name: string;
  everyMs: number;
  /** Runs one bounded statement, and returns whether there is more to do at once. */
  sweep: () => Promise<boolean>;
  log: Logger;
}

// The pause between two statements of a sweep, so that a large sweep takes half a core of the database at most.
const PAUSE_MS = 20;

/** Sweeps on its own timer, one bounded statement at a time. */
export class Sweeper extends PollingLoop {
  constructor({ name, everyMs, sweep, log }: SweepOptions) {
    super({
      everyMs,
      poll: async () => ((await sweep()) ? PAUSE_MS : everyMs),
      onError: (error) =>
        log.warn({ err: redactError(error), sweep: name }, 'a sweep failed; the next one continues'),
    });
  }
}
