import { fromPrisma, type PgBoss } from 'pg-boss';
import { listRecentlyDead } from './dead-jobs.ts';

/** A transaction of Prisma's, in which jobs are added. */
export type JobTransaction = Parameters<typeof fromPrisma>[0];

/** The jobs to add: one for each intent. */
export interface NewJobs {
  queue: string;
  intentIds: readonly string[];
  appOf: (intentId: string) => string | undefined;
}

/** Intents that have a live job and so got none. */
export interface LiveJobs {
  /** It may have read its intent before the reason for the new job came; it may have ended meanwhile. */
  running: string[];
  /** It is in line, and will read its intent. */
  waiting: string[];
}

// The condition of the queue's unique index, so that the statement uses it and skips finished jobs.
const LIVE = `SELECT id, singleton_key AS "intentId", state = 'active' AS "isRunning" FROM pgboss.job
  WHERE name = $1 AND state <= 'active' AND policy = 'exclusive' AND COALESCE(singleton_key, '') = ANY($2::text[])`;
const WAITING = `SELECT group_id AS "appId", count(*)::int AS waiting FROM pgboss.job
  WHERE name = $1 AND state < 'active' AND group_id IS NOT NULL GROUP BY group_id`;

/** A row of `LIVE`. */
interface LiveJob {
  id: string;
  intentId: string;
  isRunning: boolean;
}

const NONE: LiveJobs = { running: [], waiting: [] };

/** Adds a job for each id without a live or recently dead one. Returns the ids that have a live one. */
export async function addJobs(
  boss: PgBoss,
  transaction: JobTransaction,
  { queue, intentIds, appOf }: NewJobs,
): Promise<LiveJobs> {
  if (intentIds.length === 0) return NONE;
  const recentlyDead = await listRecentlyDead(transaction, intentIds);
  const free = intentIds.filter((id) => !recentlyDead.has(id));
  if (free.length === 0) return NONE;
  const rows = free.map((intentId) => {
    const appId = appOf(intentId);
    return {
      data: { intentId },
      singletonKey: intentId,
      ...(appId !== undefined && { group: { id: appId } }),
    };
  });
  const added = await boss.insert(queue, rows, { db: fromPrisma(transaction), returnId: true });
  if (added?.length === rows.length) return NONE;
  const isAdded = new Set(added ?? []);
  const live = await transaction.$queryRawUnsafe<LiveJob[]>(LIVE, queue, free);
  const waiting = live.filter(({ isRunning }) => !isRunning);
  const inLine = new Set(waiting.map(({ intentId }) => intentId));
  return {
    // Whatever is not in line runs, or has ended since its job was refused.
    running: free.filter((id) => !inLine.has(id)),
    waiting: waiting.filter(({ id }) => !isAdded.has(id)).map(({ intentId }) => intentId),
  };
}

/** The number of jobs of each App that wait in a queue. */
export async function countWaitingJobs(boss: PgBoss, queue: string): Promise<Map<string, number>> {
  const { rows } = await boss.getDb().executeSql(WAITING, [queue]);
  const counts = rows as { appId: string; waiting: number }[];
  return new Map(counts.map(({ appId, waiting }) => [appId, waiting]));
}
