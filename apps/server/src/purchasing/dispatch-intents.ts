import type { Clock } from '../postgres/clock.ts';
import type { JobQueue, Jobs } from '../queue/jobs.ts';
import type { Logger } from '../observability/logger.ts';
import { processIntentJobs } from './process-intent.job.ts';
import type { OrderLookups } from './store/order-lookups.ts';
import type { DueIntent, DueIntents } from './store/take-due-intents.ts';
import { trackIntentJob } from './track-intent.job.ts';

export interface Dispatcher {
  /** Hands over what is due now, and says how many. */
  runOnce(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

// A due intent waits this long at most; one look at an index of waiting rows costs less than a millisecond.
const POLL_MS = 200;
// Where some were due, more will be: under load a purchase waits 25 ms at most, and some twenty share a transaction.
const BUSY_POLL_MS = 25;
const BATCH = 500;
// A job that was lost or died is replaced this long after it was handed over. A live one makes the new one drop.
const LEASE_MS = 30_000;

// A job that was still running when its intent's next turn came will have ended by then, as a rule.
const AGAIN_MS = 1000;

const JOBS = [...Object.values(processIntentJobs), trackIntentJob];

/** What a due intent of this status wants; null when its look for a late order is to be taken over. */
function jobOf({ status, platform }: Pick<DueIntent, 'status' | 'platform'>): JobQueue | null {
  if (status === 'FAILED' || status === 'CANCELLED') return null;
  return status === 'COMPLETED' ? trackIntentJob : processIntentJobs[platform];
}

/** Hands due intents to the queue. Any number of dispatchers may run: a row is taken by one of them. */
export function createDispatcher(deps: {
  dueIntents: Pick<DueIntents, 'takeDue'>;
  lookups: OrderLookups;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
}): Dispatcher {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function runOnce(): Promise<number> {
    const now = deps.clock.now();
    const handed = new Set<JobQueue>();
    const taken = await deps.dueIntents.takeDue(
      now,
      {
        limit: BATCH,
        retryAt: new Date(now.getTime() + LEASE_MS),
        againAt: new Date(now.getTime() + AGAIN_MS),
      },
      async (due, transaction) => {
        const ended = due.filter((row) => jobOf(row) === null).map(({ id }) => id);
        if (ended.length > 0) await deps.lookups.adopt(ended, transaction);
        const appIds = new Map(due.map(({ id, appId }) => [id, appId]));
        const stillRunning: string[] = [];
        for (const job of JOBS) {
          const ids = due.filter((row) => jobOf(row) === job).map(({ id }) => id);
          if (ids.length === 0) continue;
          stillRunning.push(...(await deps.jobs.add(job, ids, transaction, (id) => appIds.get(id))));
          handed.add(job);
        }
        return stillRunning;
      },
    );
    for (const job of handed) deps.jobs.wake(job);
    return taken;
  }

  async function loop(): Promise<void> {
    let taken = 0;
    try {
      do taken = await runOnce();
      while (!isStopped && taken === BATCH);
    } catch (error) {
      deps.log.warn({ err: (error as Error).message }, 'dispatching failed, trying again');
    }
    if (!isStopped) timer = setTimeout(begin, taken > 0 ? BUSY_POLL_MS : POLL_MS);
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
