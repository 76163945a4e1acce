import { PgBoss } from 'pg-boss';
import type { Database } from '../postgres/database.ts';
import { redactError } from '../observability/redact-error.ts';
import type { Logger } from '../observability/logger.ts';
import { PollingLoop } from '../polling-loop.ts';

/** Where a job goes that has failed on every try. Its row stays until somebody redrives it. */
export const DEAD_QUEUE = 'intents.dead';

// Whoever is on holiday when it happens must still find it.
const RETENTION_SECONDS = 90 * 86_400;
export const DEAD_QUEUE_SETTINGS = { retentionSeconds: RETENTION_SECONDS };

export interface DeadJob {
  intentId: string;
  /** The queue whose workers gave up. */
  queue: string;
  diedAt: Date;
  /** What the last run threw; it names no values. */
  reason: string;
}

// Our jobs have one priority and wait for no others. The queue's index by time is found by these words alone, whatever
// the number of dead jobs.
const DEAD = `name = '${DEAD_QUEUE}' AND state = 'created' AND NOT blocked AND priority = 0`;
const COUNTED = 10_000;

const RECENTLY_DEAD = `SELECT DISTINCT singleton_key AS "intentId" FROM pgboss.job
  WHERE ${DEAD} AND created_on > now() - interval '10 minutes' AND singleton_key = ANY($1::text[])`;

/**
 * Of these intents, those whose job died within 10 minutes: another would only die too. After that it is tried anew, for
 * what killed it may be over and nobody may have looked.
 */
export async function listRecentlyDead(
  transaction: { $queryRawUnsafe: (sql: string, ...values: unknown[]) => Promise<unknown> },
  intentIds: readonly string[],
): Promise<Set<string>> {
  const rows = (await transaction.$queryRawUnsafe(RECENTLY_DEAD, [...intentIds])) as { intentId: string }[];
  return new Set(rows.map(({ intentId }) => intentId));
}

/** How many jobs lie dead, counted up to 10,000; 0 as long as no worker has ever made the queue. */
export async function countDeadJobs(
  database: Pick<Database, '$queryRaw' | '$queryRawUnsafe'>,
): Promise<number> {
  const [queue] = await database.$queryRaw<{ isMade: boolean }[]>`
    SELECT to_regclass('pgboss.job') IS NOT NULL AS "isMade"`;
  if (queue?.isMade !== true) return 0;
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

// A hundred deaths at once have one cause, and its lines must not bury all others.
const REPORTED_AT_ONCE = 100;
// Its output is no use to a job that nobody runs; a redriven one begins without.
const REPORT = `UPDATE pgboss.job SET output = '{"isReported": true}'
  WHERE name = '${DEAD_QUEUE}' AND id IN (
    -- What died earlier has been told, or is one of too many.
    SELECT id FROM pgboss.job WHERE ${DEAD} AND created_on > now() - interval '1 hour' AND output IS NULL
    ORDER BY created_on LIMIT ${REPORTED_AT_ONCE} FOR UPDATE SKIP LOCKED)
  RETURNING data, source_name AS "sourceName", source_output AS "sourceOutput", created_on AS "createdOn"`;

/**
 * Logs the jobs that have died since the last look of any process. A job whose runs were killed, or outlived their
 * time, has thrown nothing that could have been logged.
 */
export async function reportDeadJobs(queue: QueueDatabase, log: Logger): Promise<void> {
  const { rows } = await queue.executeSql(REPORT);
  for (const row of rows as DeadRow[])
    log.error(presentDead(row), 'job died: no try is left, and npm run jobs redrives it');
}

// The tries of a job take a dozen seconds; who looks after it needs no faster word.
const REPORT_MS = 5000;

/** Reports dead jobs as they come, as long as the loop runs. */
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
  /** Gives the jobs back to their queues with all their tries: those of one intent, or all. Answers how many. */
  redrive(intentId: string | null): Promise<number>;
  close(): Promise<void>;
}

/** Opens the dead jobs for somebody who looks after the service. */
export async function openDeadJobs(connectionString: string): Promise<DeadJobs> {
  const boss = new PgBoss({ connectionString, max: 1, supervise: false, schedule: false, migrate: false });
  // The call that fails tells.
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
        const moved = await boss.redrive(DEAD_QUEUE, intentId === null ? {} : { data: { intentId } });
        if (moved === 0) return redriven;
        redriven += moved;
      }
    },
    close: () => boss.stop({ graceful: false }),
  };
}
