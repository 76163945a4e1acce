import type { Database } from '../postgres/database.ts';
import { countDeadJobs, hasJobs } from './dead-jobs.ts';
import type { JobQueue } from './jobs.ts';

/** What waits in the queue. */
export interface QueueDepth {
  /** Jobs that no worker has begun. */
  waiting: number;
  active: number;
  /** Jobs that wait for an operator. */
  dead: number;
}

// The condition of the queue's unique index, so that finished jobs are not read.
const COUNT = `SELECT (count(*) FILTER (WHERE state < 'active'))::int AS "waiting",
    (count(*) FILTER (WHERE state = 'active'))::int AS "active"
  FROM (SELECT state FROM pgboss.job
    WHERE name = ANY($1::text[]) AND state <= 'active' AND policy = 'exclusive' LIMIT $2) AS live`;

/** Counts the jobs of some queues, up to `atMost`; all are 0 until a worker has created the queue. */
export async function readQueueDepth(
  database: Database,
  queues: readonly JobQueue[],
  atMost: number,
): Promise<QueueDepth> {
  if (!(await hasJobs(database))) return { waiting: 0, active: 0, dead: 0 };
  const [live] = await database.rows<Pick<QueueDepth, 'waiting' | 'active'>>(COUNT, [
    queues.map(({ queue }) => queue),
    atMost,
  ]);
  return { waiting: live?.waiting ?? 0, active: live?.active ?? 0, dead: await countDeadJobs(database) };
}
