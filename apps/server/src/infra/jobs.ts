import { fromPrisma, PgBoss } from 'pg-boss';
import { describeDefect } from './describe-defect.ts';
import type { Logger } from './logger.ts';

/** A kind of job. Its payload is an intent id and nothing else, so that no personal data rests in the queue. */
export interface JobDefinition {
  /** Queue name, such as `intents.process`. */
  queue: string;
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
   * Adds a job for each id inside the caller's transaction; an id with a live job is left as it is. Answers the ids
   * whose job is running already: it may have looked at its intent before the reason for this one came.
   */
  add(job: JobDefinition, intentIds: readonly string[], transaction: Transaction): Promise<string[]>;
  work(job: JobDefinition, concurrency: number, handler: JobHandler): Promise<void>;
  /** Lets the workers of this process look at once instead of at their next poll. */
  wake(job: JobDefinition): void;
  /** Lets running jobs end within `timeoutMs`, then gives them back to the queue. */
  stop(timeoutMs: number): Promise<void>;
}

const RUNNING = `SELECT singleton_key AS "intentId" FROM pgboss.job
  WHERE name = $1 AND state = 'active' AND singleton_key = ANY($2::text[])`;
const DEAD_QUEUE = 'intents.dead';
// Only for jobs of other processes and retries: a dispatcher wakes the workers of its own.
const POLL_SECONDS = 2;

export function createJobs(connectionString: string, options: { poolSize: number; log: Logger }): Jobs {
  const boss = new PgBoss({
    connectionString,
    max: options.poolSize,
    application_name: 'procurement-jobs',
    // A dead worker's jobs come back after its heartbeat (10 s) and one look of the supervisor.
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    schedule: false,
  });
  boss.on('error', (error) => options.log.warn({ err: error.message }, 'job queue error'));
  const workerIds = new Map<string, string[]>();

  async function runJob(
    queue: string,
    { data: { intentId }, signal }: { data: { intentId: string }; signal: AbortSignal },
    handler: JobHandler,
  ): Promise<void> {
    try {
      await handler(intentId, signal);
    } catch (error) {
      const defect = describeDefect(error);
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
    },
    async define({ queue, expireSeconds }) {
      const settings = {
        retryLimit: 5,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 30,
        heartbeatSeconds: 10,
        expireInSeconds: expireSeconds,
        deleteAfterSeconds: 3600,
        deadLetter: DEAD_QUEUE,
      };
      await boss.createQueue(queue, { policy: 'exclusive', ...settings });
      await boss.updateQueue(queue, settings);
    },
    async add({ queue }, intentIds, transaction) {
      if (intentIds.length === 0) return [];
      const rows = intentIds.map((intentId) => ({ data: { intentId }, singletonKey: intentId }));
      const added = await boss.insert(queue, rows, { db: fromPrisma(transaction), returnId: true });
      if (added?.length === rows.length) return [];
      const running = await transaction.$queryRawUnsafe(RUNNING, queue, [...intentIds]);
      return (running as { intentId: string }[]).map(({ intentId }) => intentId);
    },
    async work({ queue }, concurrency, handler) {
      const ids: string[] = [];
      workerIds.set(queue, ids);
      // One at a time each: of several under one id, only the first could be woken, and a batch ends with its slowest.
      const settings = { batchSize: 1, localConcurrency: 1, pollingIntervalSeconds: POLL_SECONDS } as const;
      for (let index = 0; index < concurrency; index += 1) {
        const id = await boss.work<{ intentId: string }>(queue, settings, async ([job]) => {
          if (!job) return;
          // Where one job was there may be another: look again right after this one, not at the next poll.
          boss.notifyWorker(ids[index] ?? '');
          await runJob(queue, job, handler);
        });
        ids.push(id);
      }
    },
    wake({ queue }) {
      for (const id of workerIds.get(queue) ?? []) boss.notifyWorker(id);
    },
    async stop(timeoutMs) {
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}
