import type { PlatformId } from '@procurement-intents/contract';
import type { JobQueue, Jobs } from '../queue/jobs.ts';
import type { Logger } from '../observability/logger.ts';
import { Sweeper } from '../polling/sweeper.ts';
import type { DueLookups } from './store/take-due-lookups.ts';
import { INTENT_JOBS } from './intent-jobs.ts';

// Look-ups are due minutes after the end of an intent, so another second does not matter.
const POLL_MS = 1000;
const BATCH = 500;
// The share of each App in a batch, so that many Apps fit into one.
const PER_APP = 16;
// The longest queue of one App; the rest of its look-ups waits in the table, where it delays no other App. A worker
// completes fewer than this in a second.
const MAX_WAITING = 64;
// A lost job is replaced after this time. The queue drops the new job while the old one is alive.
const LEASE_MS = 300_000;

const JOBS = Object.entries(INTENT_JOBS.reconcile) as [PlatformId, JobQueue][];

interface LookupDeps {
  dueLookups: DueLookups;
  jobs: Jobs;
}

/** Adds jobs for the due look-ups of late orders to the queue of their platform, and returns their number. */
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

/** Dispatches due look-ups once a second. Any number of dispatchers may run at once. */
export function createLookupDispatcher({ log, ...deps }: LookupDeps & { log: Logger }): Sweeper {
  const sweep = async (): Promise<boolean> => (await dispatchLookups(deps)) >= PER_APP;
  return new Sweeper({ name: 'look-ups of late orders', everyMs: POLL_MS, sweep, log });
}
