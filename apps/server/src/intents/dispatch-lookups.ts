import type { Jobs } from '../infra/jobs.ts';
import type { Logger } from '../infra/logger.ts';
import type { DueLookup, OrderLookups } from './lookup-repository.ts';
import { reconcileOrderJobs } from './reconcile-order.job.ts';

// Looks are due minutes after an intent has ended: a second more says nothing.
const POLL_MS = 1000;
const BATCH = 500;
// A job that was lost or died is replaced this long after it was handed over. A live one makes the new one drop.
const LEASE_MS = 300_000;

const JOBS = Object.entries(reconcileOrderJobs);

export interface LookupDispatcher {
  /** Hands over what is due now, and says how many. */
  runOnce(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

/** Hands the looks for late orders that are due to the queue of their platform. Any number of dispatchers may run. */
export function createLookupDispatcher(deps: {
  lookups: OrderLookups;
  jobs: Jobs;
  log: Logger;
}): LookupDispatcher {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function hand(due: DueLookup[], transaction: Parameters<Jobs['add']>[2]): Promise<void> {
    for (const [platform, job] of JOBS) {
      const ids = due.filter((one) => one.platform === platform).map(({ intentId }) => intentId);
      if (ids.length > 0) await deps.jobs.add(job, ids, transaction);
    }
  }
  const runOnce = (): Promise<number> => deps.lookups.takeDue({ limit: BATCH, leaseMs: LEASE_MS }, hand);

  async function loop(): Promise<void> {
    try {
      while (!isStopped && (await runOnce()) === BATCH);
    } catch (error) {
      deps.log.warn({ err: (error as Error).message }, 'handing over looks for orders failed, trying again');
    }
    if (!isStopped) timer = setTimeout(begin, POLL_MS);
  }
  function begin(): void {
    running = loop();
  }

  return {
    runOnce,
    start: begin,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
