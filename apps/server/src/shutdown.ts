import { setTimeout as delay } from 'node:timers/promises';

/** Waits for running work, at most `timeoutMs`. */
type Drain = (timeoutMs: number) => Promise<unknown>;
type Close = () => Promise<unknown>;

export interface ShutdownTimes {
  /** How long the process serves on while health and readiness already fail. Milliseconds. */
  delayMs: number;
  /** How long requests and jobs may take to end after the delay. Milliseconds. */
  drainMs: number;
}

/** The steps that stop a service: all drains at once, then the resources in reverse order of their opening. */
export class Shutdown {
  /** Health and readiness fail once this is true. */
  isStopping = false;
  /** Before the configuration is known, short enough that Ctrl-C stops everything within 5 s. */
  times: ShutdownTimes = { delayMs: 0, drainMs: 3000 };
  readonly #drains = new Set<Drain>();
  readonly #closes: Close[] = [];

  /** Adds a step that waits for running work. The result runs it early; it does not run twice. */
  onDrain(step: Drain): Drain {
    this.#drains.add(step);
    return async (timeoutMs) => {
      if (this.#drains.delete(step)) await step(timeoutMs);
    };
  }

  /** Adds a step that closes a resource. */
  onClose(step: Close): void {
    this.#closes.push(step);
  }

  /** Runs all steps. `report` gets the error of a step that fails; the others still run. */
  async run(report: (error: unknown) => void): Promise<void> {
    this.isStopping = true;
    const { delayMs, drainMs } = this.times;
    // Load balancers get time to notice that this process is not ready, while it still serves requests.
    await delay(delayMs);
    await Promise.all([...this.#drains].map((step) => step(drainMs).catch(report)));
    for (const step of this.#closes.reverse()) await step().catch(report);
  }
}
