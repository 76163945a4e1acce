import { fromPrisma, PgBoss } from 'pg-boss';
import { isTransient } from '../postgres/database-errors.ts';
import { createDeadJobsReporter, DEAD_QUEUE, DEAD_QUEUE_SETTINGS, listRecentlyDead } from './dead-jobs.ts';
import { redactError } from '../observability/redact-error.ts';
import { createFinishedJobsSweeper } from './finished-jobs.ts';
import { JobConsumer, type JobSource, type TakenJob } from './job-consumer.ts';
import type { Logger } from '../observability/logger.ts';
import type { PollingLoop } from '../polling-loop.ts';

/** A kind of job. Its payload is an intent id and nothing else, so that no personal data rests in the queue. */
export interface JobQueue {
  /** Queue name, such as `intents.process`. */
  queue: string;
}

export interface JobDefinition extends JobQueue {
  /** After so long without an end the job counts as lost and another run may start. */
  expireSeconds: number;
}

/** Runs one job. Throwing means "try again later". */
export type JobHandler = (intentId: string, signal: AbortSignal) => Promise<void>;

type Transaction = Parameters<typeof fromPrisma>[0];

/** The queue. One live job an intent and queue: the exclusive policy drops a second one. */
export interface Jobs {
  start(): Promise<void>;
  define(job: JobDefinition): Promise<void>;
  /**
   * Adds a job for each id inside the caller's transaction; an id with a live or a dead job is left as it is.
   * Answers the ids whose job is running already: it may have looked at its intent before the reason for this one came.
   * `appOf` says whose share of the places each job counts for; without it, nobody's.
   */
  add(
    job: JobQueue,
    intentIds: readonly string[],
    transaction: Transaction,
    appOf?: (intentId: string) => string | undefined,
  ): Promise<string[]>;
  /** How many jobs of each App wait in a queue; those of nobody are not counted. */
  countWaiting(job: JobQueue): Promise<Map<string, number>>;
  /** Runs the jobs of a queue in this process, `concurrency` at once, of which one App has three quarters at most. */
  work(job: JobQueue, concurrency: number, handler: JobHandler): Promise<void>;
  /** Lets the workers of this process look at once instead of at their next poll. */
  wake(job: JobQueue): void;
  /** Lets running jobs end within `timeoutMs`, then gives them back to the queue. */
  stop(timeoutMs: number): Promise<void>;
}

const RETRY_LIMIT = 5;
const QUERY_MS = 10_000;
// Written as the queue's own unique index is, so that finished jobs cost it nothing.
const RUNNING = `SELECT singleton_key AS "intentId" FROM pgboss.job
  WHERE name = $1 AND state = 'active' AND policy = 'exclusive' AND COALESCE(singleton_key, '') = ANY($2::text[])`;
const WAITING = `SELECT group_id AS "appId", count(*)::int AS waiting FROM pgboss.job
  WHERE name = $1 AND state < 'active' AND group_id IS NOT NULL GROUP BY group_id`;

export interface JobsOptions {
  poolSize: number;
  log: Logger;
  /** Whether the queue may bring its own schema. Default true; without it, that of this release must be there. */
  canMigrate?: boolean;
}

export function createJobs(connectionString: string, options: JobsOptions): Jobs {
  const config = {
    connectionString,
    max: options.poolSize,
    application_name: 'procurement-jobs',
    // A dead worker's jobs come back after its heartbeat (10 s) and one look of the supervisor.
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    schedule: false,
    migrate: options.canMigrate ?? true,
    // A database that has vanished without a word would otherwise be waited for until the system gives up.
    query_timeout: QUERY_MS,
    keepAlive: true,
  };
  const boss = new PgBoss(config);
  boss.on('error', (error) => options.log.warn({ err: error.message }, 'job queue error'));
  const consumers = new Map<string, JobConsumer[]>();
  let loops: PollingLoop[] = [];

  const sourceOf = (queue: string): JobSource => ({
    take: (limit, exceptApps) =>
      boss.fetch<TakenJob['data']>(queue, { batchSize: limit, ignoreGroups: [...exceptApps] }),
    complete: (jobs) => boss.complete(queue, jobs),
    fail: (jobs, error) => boss.fail(queue, jobs, error),
    async touch(jobs) {
      // Told at run time, though not by its types; without it none counts as lost.
      const { settled } = (await boss.touch(queue, jobs)) as { settled?: readonly string[] };
      return settled ?? jobs.map(({ id }) => id);
    },
  });

  async function runJob(
    queue: string,
    { data: { intentId }, retryCount }: TakenJob,
    { handler, signal }: { handler: JobHandler; signal: AbortSignal },
  ): Promise<void> {
    try {
      await handler(intentId, signal);
    } catch (error) {
      // An outage is no fault of the job: the outbox hands its intent over again, and nothing dies of it.
      if (isTransient(error) && retryCount >= RETRY_LIMIT) return;
      const defect = redactError(error);
      options.log.error({ queue, intentId, err: defect }, 'job failed');
      // The queue keeps what is thrown here, so nothing that quotes a row may go along.
      // oxlint-disable-next-line eslint/preserve-caught-error -- the cause is what must not be kept
      throw new Error(`${defect.type} ${defect.sqlState ?? defect.code ?? ''}`.trim());
    }
  }

  return {
    async start() {
      await boss.start();
      await boss.createQueue(DEAD_QUEUE);
      await boss.updateQueue(DEAD_QUEUE, DEAD_QUEUE_SETTINGS);
      const queue = boss.getDb();
      loops = [createDeadJobsReporter(queue, options.log), createFinishedJobsSweeper(queue, options.log)];
      for (const loop of loops) loop.start();
    },
    async define({ queue, expireSeconds }) {
      const settings = {
        retryLimit: RETRY_LIMIT,
        retryDelay: 1,
        retryBackoff: true,
        // A job whose worker was killed several times is no worse than others, and its purchase waits.
        retryDelayMax: 2,
        heartbeatSeconds: 10,
        expireInSeconds: expireSeconds,
        deleteAfterSeconds: 3600,
        deadLetter: DEAD_QUEUE,
      };
      await boss.createQueue(queue, { policy: 'exclusive', ...settings });
      await boss.updateQueue(queue, settings);
    },
    async add({ queue }, intentIds, transaction, appOf = () => undefined) {
      if (intentIds.length === 0) return [];
      const recentlyDead = await listRecentlyDead(transaction, intentIds);
      const free = intentIds.filter((id) => !recentlyDead.has(id));
      if (free.length === 0) return [];
      const rows = free.map((intentId) => {
        const appId = appOf(intentId);
        return {
          data: { intentId },
          singletonKey: intentId,
          ...(appId !== undefined && { group: { id: appId } }),
        };
      });
      const added = await boss.insert(queue, rows, { db: fromPrisma(transaction), returnId: true });
      if (added?.length === rows.length) return [];
      const running = await transaction.$queryRawUnsafe(RUNNING, queue, [...intentIds]);
      return (running as { intentId: string }[]).map(({ intentId }) => intentId);
    },
    async countWaiting({ queue }) {
      const { rows } = await boss.getDb().executeSql(WAITING, [queue]);
      const counts = rows as { appId: string; waiting: number }[];
      return new Map(counts.map(({ appId, waiting }) => [appId, waiting]));
    },
    async work({ queue }, concurrency, handler) {
      const consumer = new JobConsumer({
        concurrency,
        source: sourceOf(queue),
        run: (job, signal) => runJob(queue, job, { handler, signal }),
        onError: (error) => options.log.warn({ queue, err: redactError(error) }, 'job queue error'),
      });
      consumer.start();
      consumers.set(queue, [...(consumers.get(queue) ?? []), consumer]);
    },
    wake({ queue }) {
      for (const consumer of consumers.get(queue) ?? []) consumer.wake();
    },
    async stop(timeoutMs) {
      const ends = [...consumers.values()].flat().map((consumer) => consumer.stop(timeoutMs));
      await Promise.all(ends);
      await Promise.all(loops.map((loop) => loop.stop()));
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}
