import { LEASE } from '@procurement-intents/domain';
import type { Clock } from '../postgres/clock.ts';
import type { JobQueue, Jobs } from '../queue/jobs.ts';
import type { Logger } from '../observability/logger.ts';
import { PollingLoop } from '../polling-loop.ts';
import { processIntentJobs } from './process-intent.job.ts';
import type { OrderLookups } from './store/order-lookups.ts';
import type { DueIntent, DueIntents } from './store/take-due-intents.ts';
import { trackIntentJobs } from './track-intent.job.ts';

// The longest wait of a due intent. A poll reads an index of the due rows and takes less than a millisecond.
const POLL_MS = 200;
// The pause after a poll that found some. Under load a purchase waits 25 ms at most, and about twenty share a transaction.
const BUSY_POLL_MS = 25;
const BATCH = 500;

const JOBS = [processIntentJobs, trackIntentJobs].flatMap((jobs) => Object.values(jobs));

/** The job of a due intent. Null for an ended one, whose look-up for a late order moves to `order_lookups`. */
function jobOf({ status, platform }: Pick<DueIntent, 'status' | 'platform'>): JobQueue | null {
  if (status === 'FAILED' || status === 'CANCELLED') return null;
  return (status === 'COMPLETED' ? trackIntentJobs : processIntentJobs)[platform];
}

type DueTransaction = Parameters<Parameters<DueIntents['takeDue']>[2]>[1];

export interface DispatcherDeps {
  dueIntents: Pick<DueIntents, 'takeDue'>;
  lookups: OrderLookups;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
}

/** Adds jobs for due intents. Any number of dispatchers may run at once: each row is taken by one of them. */
export class Dispatcher extends PollingLoop {
  readonly #deps: DispatcherDeps;

  constructor(deps: DispatcherDeps) {
    super({
      everyMs: POLL_MS,
      poll: async () => pauseAfter(await this.runOnce()),
      onError: (error) =>
        deps.log.warn({ err: (error as Error).message }, 'dispatching failed, trying again'),
    });
    this.#deps = deps;
  }

  /** Adds the jobs of the intents that are due now, and returns their number. */
  async runOnce(): Promise<number> {
    const { dueIntents, jobs, clock } = this.#deps;
    const now = clock.now();
    const times = {
      limit: BATCH,
      leaseUntil: new Date(now.getTime() + LEASE.leaseMs),
      retryAt: new Date(now.getTime() + LEASE.runningMs),
    };
    const queued = new Set<JobQueue>();
    const taken = await dueIntents.takeDue(now, times, (due, transaction) =>
      this.#enqueue(due, transaction, queued),
    );
    for (const job of queued) jobs.wake(job);
    return taken;
  }

  /** Adds jobs for these intents, and their queues to `queued`. Returns the ids whose job is still running. */
  async #enqueue(
    due: readonly DueIntent[],
    transaction: DueTransaction,
    queued: Set<JobQueue>,
  ): Promise<string[]> {
    const { lookups, jobs } = this.#deps;
    const ended = due.filter((row) => jobOf(row) === null).map(({ id }) => id);
    if (ended.length > 0) await lookups.adopt(ended, transaction);
    const appIds = new Map(due.map(({ id, appId }) => [id, appId]));
    const stillRunning: string[] = [];
    for (const job of JOBS) {
      const ids = due.filter((row) => jobOf(row) === job).map(({ id }) => id);
      if (ids.length === 0) continue;
      stillRunning.push(...(await jobs.add(job, ids, transaction, (id) => appIds.get(id))));
      queued.add(job);
    }
    return stillRunning;
  }
}

function pauseAfter(taken: number): number {
  if (taken === BATCH) return 0;
  return taken > 0 ? BUSY_POLL_MS : POLL_MS;
}
