import { PgBoss } from 'pg-boss';
import { isTransient } from '../postgres/database-errors.ts';
import { redactError } from '../observability/redact-error.ts';
import type { Logger } from '../observability/logger.ts';
import type { PollingLoop } from '../polling/polling-loop.ts';
import { addJobs, countWaitingJobs, type JobTransaction, type LiveJobs } from './add-jobs.ts';
import { createDeadJobsReporter, DEAD_QUEUE, DEAD_QUEUE_SETTINGS } from './dead-jobs.ts';
import { createFinishedJobsSweeper } from './finished-jobs.ts';
import { HEARTBEAT_SECONDS } from './heartbeat.ts';
import { JobConsumer, type JobSource, type TakenJob } from './job-consumer.ts';

/** A kind of job. Its payload is only an intent id, so the queue holds no personal data. */
export interface JobQueue {
  /** Queue name, such as `intents.process`. */
  queue: string;
}

export interface JobDefinition extends JobQueue {
  /** An attempt that has not ended after this time counts as lost, and another may start. */
  expireSeconds: number;
}

/** Handles one job. A job whose handler throws is retried. */
export type JobHandler = (intentId: string, signal: AbortSignal) => Promise<void>;

/** The queue. An intent has at most one live job in each queue: the exclusive policy drops a second one. */
export interface Jobs {
  start(): Promise<void>;
  define(job: JobDefinition): Promise<void>;
  /**
   * Adds a job for each id inside the caller's transaction; an id with a live or recently dead job gets none.
   * Returns the ids that have a live one.
   *
   * @param appOf - the App whose share of the slots the job counts for. Default: none.
   */
  add(
    job: JobQueue,
    intentIds: readonly string[],
    transaction: JobTransaction,
    appOf?: (intentId: string) => string | undefined,
  ): Promise<LiveJobs>;
  /** The number of jobs of each App that wait in a queue; jobs without an App are not counted. */
  countWaiting(job: JobQueue): Promise<Map<string, number>>;
  /** Consumes a queue in this process, `concurrency` jobs at once, of which one App has three quarters at most. */
  work(job: JobQueue, concurrency: number, handler: JobHandler): Promise<void>;
  /** Makes the consumers of this process poll now. */
  wake(job: JobQueue): void;
  /** Lets running jobs end within `timeoutMs`, then returns them to the queue. */
  stop(timeoutMs: number): Promise<void>;
}

const RETRY_LIMIT = 5;
const QUERY_MS = 10_000;

export interface JobsOptions {
  poolSize: number;
  log: Logger;
  /** Whether the queue may migrate its own schema. Default true; otherwise the schema of this release must exist. */
  canMigrate?: boolean;
}

export function createJobs(
  connectionString: string,
  { poolSize, log, canMigrate = true }: JobsOptions,
): Jobs {
  const boss = openBoss(connectionString, { poolSize, log, canMigrate });
  const consumers = new Map<string, JobConsumer[]>();
  let loops: PollingLoop[] = [];
  return {
    async start() {
      await boss.start();
      await boss.createQueue(DEAD_QUEUE);
      await boss.updateQueue(DEAD_QUEUE, DEAD_QUEUE_SETTINGS);
      const queue = boss.getDb();
      loops = [createDeadJobsReporter(queue, log), createFinishedJobsSweeper(queue, log)];
      for (const loop of loops) loop.start();
    },
    async define({ queue, expireSeconds }) {
      const settings = { ...QUEUE_SETTINGS, expireInSeconds: expireSeconds };
      await boss.createQueue(queue, { policy: 'exclusive', ...settings });
      await boss.updateQueue(queue, settings);
    },
    add: ({ queue }, intentIds, transaction, appOf = () => undefined) =>
      addJobs(boss, transaction, { queue, intentIds, appOf }),
    countWaiting: ({ queue }) => countWaitingJobs(boss, queue),
    async work({ queue }, concurrency, handler) {
      const consumer = new JobConsumer({
        concurrency,
        source: createSource(boss, queue),
        handle: (job, signal) => handleJob(job, { queue, handler, signal, log }),
        onError: (error) => log.warn({ queue, err: redactError(error) }, 'job queue error'),
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

const QUEUE_SETTINGS = {
  retryLimit: RETRY_LIMIT,
  retryDelay: 1,
  retryBackoff: true,
  // A worker that was killed several times says nothing against the job, and its purchase waits.
  retryDelayMax: 2,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deleteAfterSeconds: 3600,
  deadLetter: DEAD_QUEUE,
};

function openBoss(connectionString: string, options: Required<JobsOptions>): PgBoss {
  const config = {
    connectionString,
    max: options.poolSize,
    application_name: 'procurement-jobs',
    // The jobs of a dead worker return after their heartbeat (10 s) and one poll of the supervisor.
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    schedule: false,
    migrate: options.canMigrate,
    // Without these, a connection to a database that vanished would hang until the operating system gives up.
    query_timeout: QUERY_MS,
    keepAlive: true,
  };
  const boss = new PgBoss(config);
  boss.on('error', (error) => options.log.warn({ err: error.message }, 'job queue error'));
  return boss;
}

function createSource(boss: PgBoss, queue: string): JobSource {
  return {
    take: (limit, exceptApps) =>
      boss.fetch<TakenJob['data']>(queue, { batchSize: limit, ignoreGroups: [...exceptApps] }),
    complete: (jobs) => boss.complete(queue, jobs),
    fail: (jobs, error) => boss.fail(queue, jobs, error),
    async touch(jobs) {
      // pg-boss returns the ids, but its types do not declare them. Without them, no job counts as lost.
      const { settled } = (await boss.touch(queue, jobs)) as { settled?: readonly string[] };
      return settled ?? jobs.map(({ id }) => id);
    },
  };
}

async function handleJob(
  { data: { intentId }, retryCount }: TakenJob,
  { queue, handler, signal, log }: { queue: string; handler: JobHandler; signal: AbortSignal; log: Logger },
): Promise<void> {
  try {
    await handler(intentId, signal);
  } catch (error) {
    // After an outage the job completes instead of dying: its intent falls due again and gets a new job.
    if (isTransient(error) && retryCount >= RETRY_LIMIT) return;
    const defect = redactError(error);
    log.error({ queue, intentId, err: defect }, 'job failed');
    // The queue stores what is thrown here, so it must not quote values of a row.
    // oxlint-disable-next-line eslint/preserve-caught-error -- the cause is what must not be stored
    throw new Error(`${defect.type} ${defect.sqlState ?? defect.code ?? ''}`.trim());
  }
}
