import type { Logger } from '../observability/logger.ts';
import { Sweeper } from '../polling/sweeper.ts';

interface QueueDatabase {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

// pg-boss reads the whole table every second and prunes it once a day, so finished jobs must not accumulate in it.
const RETENTION_SECONDS = 60;
const ROWS_PER_SWEEP = 2000;
const SWEEP_MS = 1000;
// If a chunk deletes fewer, the rest of the table waits for the next sweep.
const MIN_DELETED_TO_CONTINUE = ROWS_PER_SWEEP / 10;

// Walks the primary key, so that a chunk costs the same in a table of any size. Skips rows that another process is
// pruning.
const PRUNE = `WITH seen AS MATERIALIZED (
    SELECT name, id FROM pgboss.job WHERE (name, id) > ($1::text, $2::uuid) ORDER BY name, id LIMIT ${ROWS_PER_SWEEP}),
  old AS MATERIALIZED (
    SELECT job.name, job.id FROM pgboss.job JOIN seen USING (name, id)
    WHERE job.state > 'active' AND job.completed_on < now() - interval '${RETENTION_SECONDS} seconds'
    FOR UPDATE OF job SKIP LOCKED),
  gone AS (DELETE FROM pgboss.job USING old WHERE job.name = old.name AND job.id = old.id RETURNING job.id)
  SELECT name, id, (SELECT count(*)::int FROM gone) AS gone FROM seen ORDER BY name DESC, id DESC LIMIT 1`;

const START = { name: '', id: '00000000-0000-0000-0000-000000000000' };

/** Prunes jobs that ended over a minute ago, while the sweeper runs. Jobs in the dead-letter queue have not ended. */
export function createFinishedJobsSweeper(queue: QueueDatabase, log: Logger): Sweeper {
  let last = START;
  return new Sweeper({
    name: 'finished jobs',
    everyMs: SWEEP_MS,
    log,
    async sweep() {
      const { rows } = await queue.executeSql(PRUNE, [last.name, last.id]);
      const [end] = rows as { name: string; id: string; gone: number }[];
      last = end ?? START;
      return (end?.gone ?? 0) >= MIN_DELETED_TO_CONTINUE;
    },
  });
}
