import { setTimeout as delay } from 'node:timers/promises';

/** Lets running work end within `timeoutMs`. */
type Drain = (timeoutMs: number) => Promise<unknown>;
type Close = () => Promise<unknown>;

export interface ShutdownTimes {
  /** How long everything goes on while health and readiness already say no. Milliseconds. */
  delayMs: number;
  /** How long requests and jobs may take to end after that. Milliseconds. */
  drainMs: number;
}

/** The steps that end a service: first what takes in work, all at once, then what that work stood on, last first. */
export class Shutdown {
  /** Health and readiness say no from then on. */
  isStopping = false;
  /** Those of a terminal, where Ctrl-C must end everything within 5 s, until the configuration is known. */
  times: ShutdownTimes = { delayMs: 0, drainMs: 3000 };
  readonly #drains = new Set<Drain>();
  readonly #closes: Close[] = [];

  /** Adds a step that lets running work end. The result takes it earlier, and then it is not taken again. */
  onDrain(step: Drain): Drain {
    this.#drains.add(step);
    return async (timeoutMs) => {
      if (this.#drains.delete(step)) await step(timeoutMs);
    };
  }

  /** Adds a step that closes what was opened. */
  onClose(step: Close): void {
    this.#closes.push(step);
  }

  /** Takes every step, also after one that fails: `report` is told of that. */
  async run(report: (error: unknown) => void): Promise<void> {
    this.isStopping = true;
    const { delayMs, drainMs } = this.times;
    // Load balancers get time to hear the no, while every request is still served.
    await delay(delayMs);
    await Promise.all([...this.#drains].map((step) => step(drainMs).catch(report)));
    for (const step of this.#closes.reverse()) await step().catch(report);
  }
}
