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

// The condition of the queue's unique index, so that the statement uses it and skips finished jobs.
const RUNNING = `SELECT singleton_key AS "intentId" FROM pgboss.job
  WHERE name = $1 AND state = 'active' AND policy = 'exclusive' AND COALESCE(singleton_key, '') = ANY($2::text[])`;
const WAITING = `SELECT group_id AS "appId", count(*)::int AS waiting FROM pgboss.job
  WHERE name = $1 AND state < 'active' AND group_id IS NOT NULL GROUP BY group_id`;

/** Adds a job for each id without a live or recently dead one. Returns the ids whose job is already running. */
export async function addJobs(
  boss: PgBoss,
  transaction: JobTransaction,
  { queue, intentIds, appOf }: NewJobs,
): Promise<string[]> {
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
}

/** The number of jobs of each App that wait in a queue. */
export async function countWaitingJobs(boss: PgBoss, queue: string): Promise<Map<string, number>> {
  const { rows } = await boss.getDb().executeSql(WAITING, [queue]);
  const counts = rows as { appId: string; waiting: number }[];
  return new Map(counts.map(({ appId, waiting }) => [appId, waiting]));
}
