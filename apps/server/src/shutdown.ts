import { setTimeout as delay } from 'node:timers/promises';

type Stop = () => Promise<unknown>;

export interface ShutdownTimes {
  /** How long everything goes on while health and readiness already say no. Milliseconds. */
  delayMs: number;
  /** How long requests and jobs may take to end after that. Milliseconds. */
  drainMs: number;
}

/** The steps that end a process: first what takes in work, all at once, then what that work stood on, last first. */
export interface Shutdown {
  times: ShutdownTimes;
  readonly isStopping: boolean;
  /** Adds a step that lets running work end; called with the drain time. */
  onDrain(stop: (timeoutMs: number) => Promise<unknown>): void;
  /** Adds a step that closes what was opened. */
  onClose(stop: Stop): void;
  /** Ends the process. A `reason` is an emergency: it is printed, and nothing is waited for before draining. */
  run(exitCode: number, reason?: string): Promise<void>;
}

// After the drain only connections close; what still hangs then is cut off.
const CLOSE_MS = 1500;

/** @param times - those of a terminal: Ctrl-C must end everything within 5 s. */
export function createShutdown(times: ShutdownTimes = { delayMs: 0, drainMs: 3000 }): Shutdown {
  const drains: ((timeoutMs: number) => Promise<unknown>)[] = [];
  const closes: Stop[] = [];
  let isStopping = false;
  const report = (error: unknown): void => void process.stderr.write(`${String(error)}\n`);

  return {
    times,
    get isStopping() {
      return isStopping;
    },
    onDrain: (stop) => void drains.push(stop),
    onClose: (stop) => void closes.push(stop),
    async run(exitCode, reason) {
      if (isStopping) return;
      isStopping = true;
      const { drainMs } = this.times;
      const delayMs = reason === undefined ? this.times.delayMs : 0;
      if (reason !== undefined) process.stderr.write(`${reason}\n`);
      setTimeout(() => process.exit(exitCode || 1), delayMs + drainMs + CLOSE_MS).unref();
      // Load balancers get time to hear the no, while every request is still served.
      await delay(delayMs);
      await Promise.all(drains.map((stop) => stop(drainMs).catch(report)));
      for (const stop of closes.reverse()) await stop().catch(report);
      process.exit(exitCode);
    },
  };
}
