export interface PollingOptions {
  /** The usual pause between two polls. */
  everyMs: number;
  /** One poll. Answers the pause before the next one, if that is not the usual one. */
  poll: () => Promise<number | void>;
  /** A failed poll is followed by the usual pause. */
  onError: (error: unknown) => void;
}

/** Polls on a timer of its own, one poll at a time. It does not keep the process alive. */
export class PollingLoop {
  readonly #options: PollingOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: PollingOptions) {
    this.#options = options;
  }

  /** Polls for the first time after `delayMs`; default: the usual pause. */
  start(delayMs = this.#options.everyMs): void {
    const begin = (): void => void (this.#running = this.#pollOnce());
    this.#timer = setTimeout(begin, delayMs);
    this.#timer.unref();
  }

  /** Begins no further poll; resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #pollOnce(): Promise<void> {
    const { everyMs, poll, onError } = this.#options;
    let pauseMs = everyMs;
    try {
      pauseMs = (await poll()) ?? everyMs;
    } catch (error) {
      if (!this.#isStopped) onError(error);
    }
    if (!this.#isStopped) this.start(pauseMs);
  }
}
