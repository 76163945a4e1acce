import { LEASE } from '@procurement-intents/domain';
import { Prisma } from '#prisma';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import { CANCEL_RETRY_INTERVAL, CANCEL_WAIT_INTERVAL } from '../../intent-rows/write-intents.ts';
import type { Database } from '../../postgres/database.ts';

/** A due intent, as far as its job depends on it. */
export type DueIntent = Pick<IntentRow, 'id' | 'appId' | 'status' | 'platform'>;

const LONGEST_LEASE = `interval '${LEASE.longestMs} milliseconds'`;

const NEXT_ATTEMPT_AT = Prisma.raw(INTENTS.name('nextAttemptAt'));

const isAwaited = (at: Date): Prisma.Sql =>
  Prisma.sql`"cancelRequestedAt" > ${at}::timestamptz - ${Prisma.raw(CANCEL_WAIT_INTERVAL)}`;

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
     * Leases due intents until `leaseUntil`, the oldest first. `enqueue` adds their jobs in the same transaction and
     * returns the ids that must be due again at `retryAt`. SKIP LOCKED: dispatchers do not wait for each other.
     */
    takeDue(
      now: Date,
      { limit, leaseUntil, retryAt }: { limit: number; leaseUntil: Date; retryAt: Date },
      enqueue: (due: DueIntent[], transaction: Prisma.TransactionClient) => Promise<string[]>,
    ): Promise<number> {
      return database.$transaction(async (transaction) => {
        const due = await transaction.$queryRaw<DueIntent[]>`
          UPDATE "intents" SET ${NEXT_ATTEMPT_AT} = CASE
            -- A caller waits, and the running job may have read the row before the cancellation: poll again soon.
            WHEN ${isAwaited(now)} THEN ${now}::timestamptz + ${Prisma.raw(CANCEL_RETRY_INTERVAL)}
            -- See LEASE: the longer an intent has waited for its first attempt, the longer its lease.
            WHEN "status" = 'SUBMITTED' THEN GREATEST(${leaseUntil}::timestamptz,
              ${now}::timestamptz + LEAST(${now}::timestamptz - "submittedAt", ${Prisma.raw(LONGEST_LEASE)}))
            ELSE ${leaseUntil}::timestamptz END WHERE "id" = ANY(ARRAY(
            SELECT "id" FROM "intents" WHERE ${NEXT_ATTEMPT_AT} <= ${now}::timestamptz ORDER BY ${NEXT_ATTEMPT_AT}
            LIMIT ${limit} FOR UPDATE SKIP LOCKED))
          RETURNING "id", "appId", "status", "platform"`;
        const again = due.length > 0 ? await enqueue(due, transaction) : [];
        if (again.length > 0) {
          const where = { id: { in: again } };
          await transaction.intent.updateMany({ where, data: { nextAttemptAt: retryAt } });
        }
        return due.length;
      });
    },
  };
}
