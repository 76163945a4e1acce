import type { PlatformId } from '@procurement-intents/contract';
import type { JobQueue, Jobs } from '../queue/jobs.ts';
import type { Logger } from '../observability/logger.ts';
import { Sweeper } from '../queue/sweeper.ts';
import type { DueLookups } from './store/take-due-lookups.ts';
import { reconcileOrderJobs } from './reconcile-order.job.ts';

// Looks are due minutes after an intent has ended: a second more says nothing.
const POLL_MS = 1000;
const BATCH = 500;
// Of each App at once, so that many of them share a batch.
const PER_APP = 16;
// What one App owes waits in its own rows, and not in the queue in front of others. A worker carries out fewer in a second.
const MAX_WAITING = 64;
// A job that was lost or died is replaced this long after it was queued. A live one makes the new one drop.
const LEASE_MS = 300_000;

const JOBS = Object.entries(reconcileOrderJobs) as [PlatformId, JobQueue][];

interface LookupDeps {
  dueLookups: DueLookups;
  jobs: Jobs;
}

/**
 * Hands the looks for late orders that are due to the queue of their platform, and says how many. Each App has a few in
 * the queue at once, whatever it owes.
 */
export async function dispatchLookups({ dueLookups, jobs }: LookupDeps): Promise<number> {
  let queued = 0;
  for (const [platform, job] of JOBS) {
    const waiting = await jobs.countWaiting(job);
    const exceptApps = [...waiting].filter(([, count]) => count >= MAX_WAITING).map(([appId]) => appId);
    queued += await dueLookups.takeDue(
      { platform, perApp: PER_APP, limit: BATCH, leaseMs: LEASE_MS, exceptApps },
      (due, transaction) => {
        const apps = new Map(due.map(({ intentId, appId }) => [intentId, appId]));
        return jobs.add(job, [...apps.keys()], transaction, (id) => apps.get(id));
      },
    );
  }
  return queued;
}

/** Hands them over again and again. Any number of dispatchers may run. */
export function createLookupDispatcher({ log, ...deps }: LookupDeps & { log: Logger }): Sweeper {
  const sweep = async (): Promise<boolean> => (await dispatchLookups(deps)) >= PER_APP;
  return new Sweeper({ name: 'looks for late orders', everyMs: POLL_MS, sweep, log });
}
