import type { Clock } from '../postgres/clock.ts';
import type { JobQueue, Jobs } from '../queue/jobs.ts';
import type { Logger } from '../observability/logger.ts';
import { PollingLoop } from '../polling-loop.ts';
import { processIntentJobs } from './process-intent.job.ts';
import type { OrderLookups } from './store/order-lookups.ts';
import type { DueIntent, DueIntents } from './store/take-due-intents.ts';
import { trackIntentJob } from './track-intent.job.ts';

// A due intent waits this long at most; one look at an index of waiting rows costs less than a millisecond.
const POLL_MS = 200;
// Where some were due, more will be: under load a purchase waits 25 ms at most, and some twenty share a transaction.
const BUSY_POLL_MS = 25;
const BATCH = 500;
// A job that was lost or died is replaced this long after it was queued. A live one makes the new one drop.
const LEASE_MS = 30_000;

// A job that was still running when its intent's next turn came will have ended by then, as a rule.
const RUNNING_RETRY_MS = 1000;

const JOBS = [...Object.values(processIntentJobs), trackIntentJob];

/** What a due intent of this status wants; null when its look for a late order is to be taken over. */
function jobOf({ status, platform }: Pick<DueIntent, 'status' | 'platform'>): JobQueue | null {
  if (status === 'FAILED' || status === 'CANCELLED') return null;
  return status === 'COMPLETED' ? trackIntentJob : processIntentJobs[platform];
}

type DueTransaction = Parameters<Parameters<DueIntents['takeDue']>[2]>[1];

export interface DispatcherDeps {
  dueIntents: Pick<DueIntents, 'takeDue'>;
  lookups: OrderLookups;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
}

/** Hands due intents to the queue. Any number of dispatchers may run: a row is taken by one of them. */
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

  /** Hands over what is due now, and says how many. */
  async runOnce(): Promise<number> {
    const { dueIntents, jobs, clock } = this.#deps;
    const now = clock.now();
    const times = {
      limit: BATCH,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      retryAt: new Date(now.getTime() + RUNNING_RETRY_MS),
    };
    const queued = new Set<JobQueue>();
    const taken = await dueIntents.takeDue(now, times, (due, transaction) =>
      this.#enqueue(due, transaction, queued),
    );
    for (const job of queued) jobs.wake(job);
    return taken;
  }

  /** Adds the jobs of these intents, and their queues to `queued`. Answers the ids whose job is still running. */
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
