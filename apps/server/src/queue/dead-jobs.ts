import { DAY_SECONDS } from '@procurement-intents/contract';
import { PgBoss } from 'pg-boss';
import type { Database } from '../postgres/database.ts';
import { redactError } from '../observability/redact-error.ts';
import type { Logger } from '../observability/logger.ts';
import { PollingLoop } from '../polling/polling-loop.ts';

/** The dead-letter queue. A job that failed on every attempt stays here until an operator redrives it. */
export const DEAD_QUEUE = 'intents.dead';

// Long enough for an operator who comes back from a holiday.
const RETENTION_SECONDS = 90 * DAY_SECONDS;
export const DEAD_QUEUE_SETTINGS = { retentionSeconds: RETENTION_SECONDS };

export interface DeadJob {
  intentId: string;
  /** The queue in which it failed. */
  queue: string;
  diedAt: Date;
  /** The error of the last attempt, without values. */
  reason: string;
}

// `NOT blocked AND priority = 0` holds for every job of this service. With it the queries use the queue's index by time,
// whatever the number of dead jobs.
const DEAD = `name = '${DEAD_QUEUE}' AND state = 'created' AND NOT blocked AND priority = 0`;
const COUNTED = 10_000;

const RECENTLY_DEAD = `SELECT DISTINCT singleton_key AS "intentId" FROM pgboss.job
  WHERE ${DEAD} AND created_on > now() - interval '10 minutes' AND singleton_key = ANY($1::text[])`;

/**
 * The intents whose job died within the last 10 minutes: a new one would probably die too. After that a new job is
 * added, because the cause may be gone.
 */
export async function listRecentlyDead(
  transaction: { $queryRawUnsafe: (sql: string, ...values: unknown[]) => Promise<unknown> },
  intentIds: readonly string[],
): Promise<Set<string>> {
  const rows = (await transaction.$queryRawUnsafe(RECENTLY_DEAD, [...intentIds])) as { intentId: string }[];
  return new Set(rows.map(({ intentId }) => intentId));
}

/** Whether a worker has created the queue. */
export async function hasJobs(database: Pick<Database, '$queryRaw'>): Promise<boolean> {
  const [queue] = await database.$queryRaw<{ exists: boolean }[]>`
    SELECT to_regclass('pgboss.job') IS NOT NULL AS "exists"`;
  return queue?.exists === true;
}

/** The number of dead jobs, counted up to 10,000; 0 until a worker has created the queue. */
export async function countDeadJobs(
  database: Pick<Database, '$queryRaw' | '$queryRawUnsafe'>,
): Promise<number> {
  if (!(await hasJobs(database))) return 0;
  const [row] = await database.$queryRawUnsafe<{ dead: bigint }[]>(
    `SELECT count(*) AS dead FROM (SELECT 1 FROM pgboss.job WHERE ${DEAD} LIMIT ${COUNTED}) AS counted`,
  );
  return Number(row?.dead ?? 0);
}

interface DeadRow {
  data: { intentId: string };
  sourceName?: string | null;
  sourceOutput?: unknown;
  createdOn: Date;
}

function presentDead({ data, sourceName, sourceOutput, createdOn }: DeadRow): DeadJob {
  const { message, value } = (sourceOutput ?? {}) as { message?: string; value?: { message?: string } };
  const reason = message ?? value?.message ?? 'unknown';
  return { intentId: data.intentId, queue: sourceName ?? 'unknown', diedAt: createdOn, reason };
}

type QueueDatabase = Pick<ReturnType<PgBoss['getDb']>, 'executeSql'>;

// A hundred jobs that die at once have one cause; more lines would hide the rest of the log.
const REPORTED_AT_ONCE = 100;
// `output` marks the reported jobs. A redriven job starts without one.
const REPORT = `UPDATE pgboss.job SET output = '{"isReported": true}'
  WHERE name = '${DEAD_QUEUE}' AND id IN (
    -- An older job was reported, or left out because too many died at once.
    SELECT id FROM pgboss.job WHERE ${DEAD} AND created_on > now() - interval '1 hour' AND output IS NULL
    ORDER BY created_on LIMIT ${REPORTED_AT_ONCE} FOR UPDATE SKIP LOCKED)
  RETURNING data, source_name AS "sourceName", source_output AS "sourceOutput", created_on AS "createdOn"`;

/**
 * Logs the jobs that have died since the last report of any process. Jobs whose worker was killed or that expired have
 * logged no error themselves.
 */
export async function reportDeadJobs(queue: QueueDatabase, log: Logger): Promise<void> {
  const { rows } = await queue.executeSql(REPORT);
  for (const row of rows as DeadRow[])
    log.error(presentDead(row), 'job died: no attempt is left, and npm run jobs redrives it');
}

// The attempts of a job take a dozen seconds, so an operator needs no faster report.
const REPORT_MS = 5000;

/** Reports dead jobs while the loop runs. */
export function createDeadJobsReporter(queue: QueueDatabase, log: Logger): PollingLoop {
  return new PollingLoop({
    everyMs: REPORT_MS,
    poll: () => reportDeadJobs(queue, log),
    onError: (error) => log.warn({ err: redactError(error) }, 'job queue error'),
  });
}

export interface DeadJobs {
  /** Oldest first. */
  list(): Promise<DeadJob[]>;
  /** Returns jobs to their queues with all their attempts: those of one intent, or all. Returns their number. */
  redrive(intentId: string | null): Promise<number>;
  close(): Promise<void>;
}

/** Opens the dead jobs for a command of an operator. */
export async function openDeadJobs(connectionString: string): Promise<DeadJobs> {
  const boss = new PgBoss({ connectionString, max: 1, supervise: false, schedule: false, migrate: false });
  // The call that fails rejects with the error.
  boss.on('error', () => undefined);
  await boss.start();
  return {
    async list() {
      const jobs = await boss.findJobs<{ intentId: string }>(DEAD_QUEUE, { queued: true });
      return jobs.map(presentDead).sort((a, b) => a.diedAt.getTime() - b.diedAt.getTime());
    },
    async redrive(intentId) {
      let redriven = 0;
      for (;;) {
        const count = await boss.redrive(DEAD_QUEUE, intentId === null ? {} : { data: { intentId } });
        if (count === 0) return redriven;
        redriven += count;
      }
    },
    close: () => boss.stop({ graceful: false }),
  };
}
