import { countOf } from '../../postgres/count-of.ts';
import type { Database } from '../../postgres/database.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';

/** Rows of one step of a move: some 0.1 s of the database. */
export const MOVED_AT_ONCE = 200;

const COPY = `SELECT "copy_archived_intents"(${MOVED_AT_ONCE}) AS "count"`;
const FINISH = `SELECT "finish_archived_intents"(${MOVED_AT_ONCE}) AS "count"`;

// `is_ready_to_move` is the rule, of which the other conditions are those of the index `intents_uncopied_idx`.
const WAITING = `
  SELECT COALESCE(extract(epoch FROM service_now() - (
    SELECT "archivedAt" FROM "intents" AS i
    WHERE "archivedAt" IS NOT NULL AND ${INTENTS.name('nextAttemptAt')} IS NULL AND "copiedAt" IS NULL
      AND "is_ready_to_move"(i)
    ORDER BY "archivedAt" LIMIT 1)), 0)::float8 AS "seconds"`;

const MISSING = `
  SELECT count(*)::int AS "count" FROM generate_series(0, 1) AS months(n)
  WHERE to_regclass('archived_intents_' || to_char((service_now() AT TIME ZONE 'UTC') + n * interval '1 month', 'YYYYMM'))
    IS NULL`;

export type ArchiveMoves = ReturnType<typeof archiveMoves>;

/** Moves archived intents out of the table that all others work on. Functions of the database have the steps. */
export function archiveMoves(database: Pick<Database, 'rows'>) {
  return {
    /**
     * First step: copies up to {@link MOVED_AT_ONCE} archived rows that want no more work, and says how many.
     *
     * @throws when there is no partition for one of them: see `prepareMonths`.
     */
    copy: (): Promise<number> => countOf(database, COPY),

    /** Second step, 5 minutes later: removes rows that are as they were copied. Says how many it looked at, or saw copied. */
    finish: (): Promise<number> => countOf(database, FINISH),

    /** Makes the partitions of the months up to now and of some that follow, where they are missing. */
    async prepareMonths(ahead: number): Promise<void> {
      await database.rows('SELECT "prepare_archive_months"($1::int)', [ahead]);
    },

    /** How many of this month and the next one have no partition. */
    missingMonths: (): Promise<number> => countOf(database, MISSING),

    /** How many seconds ago the oldest intent was archived that waits for its move; 0 without one. */
    async waitingSeconds(): Promise<number> {
      const [row] = await database.rows<{ seconds: number }>(WAITING);
      return Math.max(0, row?.seconds ?? 0);
    },
  };
}
