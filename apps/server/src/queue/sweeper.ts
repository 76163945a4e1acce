import { setTimeout as delay } from 'node:timers/promises';
import { redactError } from '../observability/redact-error.ts';
import type { Logger } from '../observability/logger.ts';

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
export class Sweeper {
  readonly #options: SweepOptions;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: SweepOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#sweepAll().finally(() => {
        if (!this.#stopping.signal.aborted) this.start();
      });
    }, this.#options.everyMs);
    this.#timer.unref();
  }

  /** Begins no further chunk; resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #sweepAll(): Promise<void> {
    const { name, sweep, log } = this.#options;
    try {
      while (await sweep()) {
        // Rejects when it is to stop.
        await delay(PAUSE_MS, undefined, { signal: this.#stopping.signal });
      }
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      log.warn({ err: redactError(error), sweep: name }, 'a sweep failed, and goes on at its next turn');
    }
  }
}
