import { PURCHASE_STATUSES } from '@procurement-intents/contract';
import { Prisma } from '#prisma';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import type { Database } from '../../postgres/database.ts';
import type { Statements } from '../../postgres/transaction.ts';
import { literals } from '../../postgres/columns.ts';

const DUE_KEYS = [
  'id',
  'appId',
  'status',
  'platform',
  'cancelRequestedAt',
] as const satisfies (keyof IntentRow)[];

/** A due intent, as far as its job and its lease depend on it. */
export type DueIntent = Pick<IntentRow, (typeof DUE_KEYS)[number]>;

/** Until when an intent is left to its job. */
export interface Lease {
  id: string;
  /** Null: it has no job, and is due no more. */
  until: Date | null;
}

/** Shares of what is taken at once: purchases that fell due last, and those that did first. The rest is whatever did first. */
const SHARES = { newest: 0.3, oldest: 0.5 } as const;
// Word by word as in the index.
const IS_OPEN = Prisma.raw(`"status" IN (${literals(PURCHASE_STATUSES)})`);

const NEXT_ATTEMPT_AT = Prisma.raw(INTENTS.name('nextAttemptAt'));
const READ = Prisma.raw(INTENTS.read(DUE_KEYS));

/** Which due intents are taken. */
interface DueQuery {
  /** The index is read from here: what was due before is not taken. */
  dueSince: Date;
  limit: number;
}

export type DueIntents = ReturnType<typeof dueIntents>;

/**
 * The intents that are due for a job.
 *
 * @param database - for `takeDue`, a pool that only dispatchers use. When the reply to a transaction is lost, it stays
 *   open on its connection until the next transaction there ends it.
 */
export function dueIntents(database: Database) {
  return {
    /** The number of due intents at `now`, counted up to `limit`. */
    async countDue(now: Date, limit: number): Promise<number> {
      const [row] = await database.$queryRaw<{ due: bigint }[]>`
        SELECT count(*) AS due FROM (
          SELECT 1 FROM "intents" WHERE ${NEXT_ATTEMPT_AT} <= ${now}::timestamptz ORDER BY ${NEXT_ATTEMPT_AT} LIMIT ${limit}) AS waiting`;
      return Number(row?.due ?? 0);
    },

    /**
     * Leases due intents: purchases first, and in a fifth of the places whatever has been due longest, so that neither
     * they nor tracking wait for a backlog of the other. Purchases that have just fallen due have places too: they do not
     * wait for a backlog of another App. `enqueue` adds their jobs in the same transaction and returns their leases; an
     * intent without one keeps its due time.
     */
    takeDue(
      now: Date,
      query: DueQuery,
      enqueue: (due: DueIntent[], transaction: Statements) => Promise<Lease[]>,
    ): Promise<number> {
      return database.$transaction(async (transaction) => {
        const due = await lockDue(transaction, now, query);
        const leases = due.length > 0 ? await enqueue(due, transaction) : [];
        if (leases.length > 0) await writeLeases(transaction, leases);
        return due.length;
      });
    },
  };
}

/** Locks the rows until the end of the transaction. SKIP LOCKED: dispatchers do not wait for each other. */
function lockDue(transaction: Statements, now: Date, { dueSince, limit }: DueQuery): Promise<DueIntent[]> {
  const isDue = Prisma.sql`${NEXT_ATTEMPT_AT} >= ${dueSince}::timestamptz AND ${NEXT_ATTEMPT_AT} <= ${now}::timestamptz`;
  // Each part reads the columns itself: a join with the table would see rows as they were before they were locked.
  return transaction.$queryRaw<DueIntent[]>`
    WITH newest AS MATERIALIZED (
      SELECT ${READ} FROM "intents" WHERE ${isDue} AND ${IS_OPEN}
      ORDER BY ${NEXT_ATTEMPT_AT} DESC LIMIT ${Math.ceil(limit * SHARES.newest)} FOR UPDATE SKIP LOCKED),
    first AS MATERIALIZED (
      SELECT ${READ} FROM "intents" WHERE ${isDue} AND ${IS_OPEN} AND "id" NOT IN (SELECT "id" FROM newest)
      ORDER BY ${NEXT_ATTEMPT_AT} LIMIT ${Math.ceil(limit * SHARES.oldest)} FOR UPDATE SKIP LOCKED),
    purchases AS MATERIALIZED (SELECT * FROM newest UNION ALL SELECT * FROM first),
    oldest AS MATERIALIZED (
      SELECT ${READ} FROM "intents" WHERE ${isDue} AND "id" NOT IN (SELECT "id" FROM purchases)
      ORDER BY ${NEXT_ATTEMPT_AT} LIMIT ${limit} - (SELECT count(*) FROM purchases) FOR UPDATE SKIP LOCKED)
    SELECT * FROM purchases UNION ALL SELECT * FROM oldest`;
}

async function writeLeases(transaction: Statements, leases: readonly Lease[]): Promise<void> {
  const ids = leases.map(({ id }) => id);
  const times = leases.map(({ until }) => until);
  await transaction.$executeRaw`
    UPDATE "intents" AS i SET ${NEXT_ATTEMPT_AT} = w."until"
    FROM unnest(${ids}::text[], ${times}::timestamptz[]) AS w("id", "until") WHERE i."id" = w."id"`;
}
