import { FINAL_STATUSES } from '@procurement-intents/contract';
import { type JobState, leaseUntil } from '@procurement-intents/domain';
import type { Clock } from '../clock.ts';
import type { JobQueue, Jobs } from '../queue/jobs.ts';
import type { Logger } from '../observability/logger.ts';
import { PollingLoop } from '../polling/polling-loop.ts';
import { ALL_INTENT_JOBS, INTENT_JOBS } from './intent-jobs.ts';
import type { DueIntent, DueIntents, Lease } from './store/take-due-intents.ts';

// The longest wait of a due intent. A poll reads an index of the due rows and takes less than a millisecond.
const POLL_MS = 200;
// The pause after a poll that found some. Under load a purchase waits 25 ms at most, and about twenty share a transaction.
const BUSY_POLL_MS = 25;
const BATCH = 500;
// While a snapshot is held, as by a backup, the index keeps every past due time, and a scan from the oldest reads them
// all. Most polls therefore begin this far back; a full poll finds what has been due for longer.
const RECENT_MS = 15_000;
const FULL_POLL_MS = 5000;
const LONG_AGO = new Date(0);

/** The job of a due intent. Null for one that has ended without an order: nothing makes it due. */
function jobOf({ status, platform }: Pick<DueIntent, 'status' | 'platform'>): JobQueue | null {
  if (status === 'COMPLETED') return INTENT_JOBS.track[platform];
  return FINAL_STATUSES.includes(status) ? null : INTENT_JOBS.process[platform];
}

type DueTransaction = Parameters<Parameters<DueIntents['takeDue']>[2]>[1];

export interface DispatcherDeps {
  dueIntents: Pick<DueIntents, 'takeDue'>;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
}

/** Adds jobs for due intents. Any number of dispatchers may run at once: each row is taken by one of them. */
export class Dispatcher extends PollingLoop {
  readonly #deps: DispatcherDeps;
  /** When a poll last looked at all due intents; null: the next one does. */
  #fullPollAt: number | null = null;

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
    const isFull = this.#isFullPollDue(now);
    const query = { dueSince: isFull ? LONG_AGO : new Date(now.getTime() - RECENT_MS), limit: BATCH };
    // Also when it fails: purchases that fall due must not wait until it goes well.
    if (isFull) this.#fullPollAt = now.getTime();
    const queued = new Set<JobQueue>();
    const taken = await dueIntents.takeDue(now, query, async (due, transaction) => {
      const live = await this.#enqueue(due, transaction, queued);
      return leasesOf(due, now, live);
    });
    if (isFull && taken === BATCH) this.#fullPollAt = null;
    for (const job of queued) jobs.wake(job);
    return taken;
  }

  /** The clock may be set back by a failover. */
  #isFullPollDue(now: Date): boolean {
    return this.#fullPollAt === null || Math.abs(now.getTime() - this.#fullPollAt) >= FULL_POLL_MS;
  }

  /** Adds jobs for these intents, and their queues to `queued`. Returns the state of the jobs that were there before. */
  async #enqueue(
    due: readonly DueIntent[],
    transaction: DueTransaction,
    queued: Set<JobQueue>,
  ): Promise<Map<string, JobState>> {
    const { jobs } = this.#deps;
    const appIds = new Map(due.map(({ id, appId }) => [id, appId]));
    const states = new Map<string, JobState>();
    for (const job of ALL_INTENT_JOBS) {
      const ids = due.filter((row) => jobOf(row) === job).map(({ id }) => id);
      if (ids.length === 0) continue;
      const live = await jobs.add(job, ids, transaction, (id) => appIds.get(id));
      for (const id of live.running) states.set(id, 'running');
      for (const id of live.waiting) states.set(id, 'waiting');
      queued.add(job);
    }
    return states;
  }
}

/**
 * The leases of the intents, without an end for one that has no job: it is due no more. The jobs of a full batch wait: there
 * are more than workers take at once.
 */
function leasesOf(due: readonly DueIntent[], now: Date, live: ReadonlyMap<string, JobState>): Lease[] {
  const added = due.length === BATCH ? 'waiting' : 'added';
  return due.map((row) => ({
    id: row.id,
    until: jobOf(row) === null ? null : leaseUntil(row, now, live.get(row.id) ?? added),
  }));
}

function pauseAfter(taken: number): number {
  if (taken === BATCH) return 0;
  return taken > 0 ? BUSY_POLL_MS : POLL_MS;
}
