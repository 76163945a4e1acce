import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Log-ins that come in bursts until they are stopped. */
export interface LogIns {
  /** How many passwords were compared. */
  stop(): Promise<number>;
}

export interface LogInPlan {
  port: number;
  person: { username: string; password: string };
  count: number;
}

/**
 * Sends `count` log-ins at once, again each second: every second one of a person who is let in, the others of people whom
 * nobody knows. Each comes from an address of its own, so that no limit but that of the hashes keeps any from being compared.
 * A thread of its own sends them: on that of the loader, a burst would be in the times that it measures.
 */
export function keepLoggingIn(plan: LogInPlan): LogIns {
  const thread = new Worker(new URL('log-in-thread.ts', import.meta.url), { workerData: plan });
  return {
    async stop() {
      const counted = once(thread, 'message');
      thread.postMessage('stop');
      const [compared] = (await counted) as [number];
      await thread.terminate();
      return compared;
    },
  };
}
