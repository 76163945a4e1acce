import type { Jobs } from '../queue/jobs.ts';
import type { Logger } from '../observability/logger.ts';
import { Sweeper } from '../queue/sweeper.ts';
import type { DueLookup, OrderLookups } from './store/order-lookups.ts';
import { reconcileOrderJobs } from './reconcile-order.job.ts';

// Looks are due minutes after an intent has ended: a second more says nothing.
const POLL_MS = 1000;
const BATCH = 500;
// A job that was lost or died is replaced this long after it was handed over. A live one makes the new one drop.
const LEASE_MS = 300_000;

const JOBS = Object.entries(reconcileOrderJobs);

interface LookupDeps {
  lookups: OrderLookups;
  jobs: Jobs;
}

/** Hands the looks for late orders that are due to the queue of their platform, and says how many. */
export function handOverLookups({ lookups, jobs }: LookupDeps): Promise<number> {
  async function hand(due: DueLookup[], transaction: Parameters<Jobs['add']>[2]): Promise<void> {
    for (const [platform, job] of JOBS) {
      const ids = due.filter((one) => one.platform === platform).map(({ intentId }) => intentId);
      if (ids.length > 0) await jobs.add(job, ids, transaction);
    }
  }
  return lookups.takeDue({ limit: BATCH, leaseMs: LEASE_MS }, hand);
}

/** Hands them over again and again. Any number of dispatchers may run. */
export function createLookupDispatcher({ log, ...deps }: LookupDeps & { log: Logger }): Sweeper {
  const sweep = async (): Promise<boolean> => (await handOverLookups(deps)) === BATCH;
  return new Sweeper({ name: 'looks for late orders', everyMs: POLL_MS, sweep, log });
}
