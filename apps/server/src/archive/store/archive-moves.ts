import { ID_PREFIXES } from '@procurement-intents/contract';
import { countOf } from '../../postgres/count-of.ts';
import type { Database } from '../../postgres/database.ts';
import { uuidAt } from '../../postgres/uuid-at.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';

/** Rows of one step of a move: some 0.1 s of the database. */
export const MOVED_AT_ONCE = 200;

/** Rows that one step looks at: some 20 ms of the database when none of them can move. */
const LOOKED_AT = 1000;

/** A place in the order in which rows wait for their move. */
export interface WaitingPlace {
  archivedAt: Date;
  id: string;
}

/** What a step of copies has done. */
export interface Copied {
  copied: number;
  /** Where the next step goes on; null after the last row. */
  next: WaitingPlace | null;
}

const FIRST: WaitingPlace = { archivedAt: new Date(0), id: '' };

const COPY = `
  SELECT "copied", "lastAt", "lastId" FROM "copy_archived_after"($1::timestamptz, $2, ${MOVED_AT_ONCE}, ${LOOKED_AT})`;
const FINISH = `SELECT "finish_archived_intents"(${MOVED_AT_ONCE}) AS "count"`;

// What no step can move may be of any length. Where movers work, nothing that is older than so many minutes can move, so that
// the latest ones of these show as well whether movers work.
const WAITED_MINUTES = 15;

const waiting = (order: string): string => `
  (SELECT i FROM "intents" AS i
    WHERE "archivedAt" IS NOT NULL AND ${INTENTS.name('nextAttemptAt')} IS NULL AND "copiedAt" IS NULL AND ${order}
    LIMIT ${LOOKED_AT})`;

// `is_ready_to_move` is the rule, of which the other conditions are those of the index `intents_uncopied_idx`.
const WAITING = `
  SELECT COALESCE(extract(epoch FROM service_now() - min((i)."archivedAt")), 0)::float8 AS "seconds"
  FROM (${waiting('true ORDER BY "archivedAt"')}
    UNION ALL ${waiting(`"archivedAt" < (SELECT service_now()) - interval '${WAITED_MINUTES} minutes'
      ORDER BY "archivedAt" DESC`)}) AS known
  WHERE "is_ready_to_move"(i)`;

// An id that an intent of the month has: `archive_table_of` knows the names of the partitions.
const ID_OF_MONTH = `'${ID_PREFIXES.intent}' || replace(
  (${uuidAt(`((service_now() AT TIME ZONE 'UTC') + n * interval '1 month') AT TIME ZONE 'UTC'`)})::text, '-', '')`;
const MISSING = `
  SELECT count(*)::int AS "count" FROM generate_series(0, 1) AS months(n)
  WHERE to_regclass("archive_table_of"(${ID_OF_MONTH})) IS NULL`;

// From the oldest intent to now. Those of ten years are enough: the first step makes all before.
const MONTHS_OF_INTENTS = `
  SELECT LEAST(COALESCE(extract(year FROM span) * 12 + extract(month FROM span) + 1, 0), 120)::int AS "count"
  FROM (SELECT age(service_now(), to_timestamp(('x' || lpad(substr(min("id"), 5, 12), 16, '0'))::bit(64)::bigint / 1000.0)) AS span
    FROM "intents") AS oldest`;

export type ArchiveMoves = ReturnType<typeof archiveMoves>;

/** Moves archived intents out of the table that all others work on. Functions of the database have the steps. */
export function archiveMoves(database: Pick<Database, 'rows'>) {
  return {
    /**
     * First step: copies up to {@link MOVED_AT_ONCE} archived rows that want no more work, in the order of their archiving.
     * Passes over those that cannot move, as while their month has no partition: see `prepareMonths`.
     *
     * @param after - what the step before has answered; default: the first row.
     */
    async copy(after: WaitingPlace | null = null): Promise<Copied> {
      const { archivedAt, id } = after ?? FIRST;
      const [row] = await database.rows<{ copied: number; lastAt: Date; lastId: string | null }>(COPY, [
        archivedAt,
        id,
      ]);
      if (!row) throw new Error('a step of copies answered no row');
      const { copied, lastAt, lastId } = row;
      return { copied, next: lastId === null ? null : { archivedAt: lastAt, id: lastId } };
    },

    /** Second step, 5 minutes later: removes rows that are as they were copied. Says how many it looked at, or saw copied. */
    finish: (): Promise<number> => countOf(database, FINISH),

    /** Makes the partitions of the months up to now and of some that follow, where they are missing. */
    async prepareMonths(ahead: number): Promise<void> {
      const past = await countOf(database, MONTHS_OF_INTENTS);
      // One after the other: on a busy machine a statement that makes many does not end in its time, and leaves none.
      for (let month = -past; month <= ahead; month += 1)
        await database.rows('SELECT "prepare_archive_months"($1::int)', [month]);
    },

    /** How many of this month and the next one have no partition. */
    missingMonths: (): Promise<number> => countOf(database, MISSING),

    /**
     * How many seconds ago the oldest intent was archived that waits for its move; 0 without one. Looks at the first and the
     * latest thousand of the rows that wait.
     */
    async waitingSeconds(): Promise<number> {
      const [row] = await database.rows<{ seconds: number }>(WAITING);
      return Math.max(0, row?.seconds ?? 0);
    },
  };
}
