import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Calls that come in bursts until they are stopped. */
export interface Bursts {
  /** How many were answered as expected: log-ins with a password that was compared, unsigned reads with a refusal. */
  stop(): Promise<number>;
}

export interface BurstPlan {
  port: number;
  person: { username: string; password: string };
  count: number;
  calls: 'log-ins' | 'unsigned reads';
}

/**
 * Sends `count` calls at once, again each second: reads of an intent without a signature, or log-ins, every second one of a
 * person who is let in, the others of people whom nobody knows. Each comes from an address of its own, so that no limit but
 * that of the hashes keeps any from being compared. A thread of its own sends them: on that of the loader, a burst would be
 * in the times that it measures.
 */
export function keepCalling(plan: BurstPlan): Bursts {
  const thread = new Worker(new URL('call-thread.ts', import.meta.url), { workerData: plan });
  return {
    async stop() {
      const counted = once(thread, 'message');
      thread.postMessage('stop');
      const [asExpected] = (await counted) as [number];
      await thread.terminate();
      return asExpected;
    },
  };
}
