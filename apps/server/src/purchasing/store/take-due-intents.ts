import { Prisma } from '#prisma';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import { CANCEL_RETRY_INTERVAL, CANCEL_WAIT_INTERVAL } from '../../intent-rows/write-intents.ts';
import type { Database } from '../../postgres/database.ts';

/** What is known of an intent that wants a job. */
export type DueIntent = Pick<IntentRow, 'id' | 'appId' | 'status' | 'platform'>;

const LONGEST_LEASE = `interval '10 minutes'`;

const isAwaited = (at: Date): Prisma.Sql =>
  Prisma.sql`"cancelRequestedAt" > ${at}::timestamptz - ${Prisma.raw(CANCEL_WAIT_INTERVAL)}`;

export type DueIntents = ReturnType<typeof dueIntents>;

/**
 * The intents that want a job.
 *
 * @param database - for `takeDue` a pool of dispatches alone: when the reply of a transaction is lost, it can stay open
 *   on its connection until the next one ends it.
 */
export function dueIntents(database: Database) {
  return {
    /** How many intents want a job at `now`, counted up to `limit`. */
    async countDue(now: Date, limit: number): Promise<number> {
      const [row] = await database.$queryRaw<{ due: bigint }[]>`
        SELECT count(*) AS due FROM (
          SELECT 1 FROM "intents" WHERE "dispatchAt" <= ${now}::timestamptz ORDER BY "dispatchAt" LIMIT ${limit}) AS waiting`;
      return Number(row?.due ?? 0);
    },

    /**
     * Takes the intents that want a job, oldest first, and pushes their next turn to `leaseUntil`. `enqueue` runs in the same
     * transaction, so an intent is never marked as queued without its job; those that it answers are due again at
     * `retryAt`.
     */
    takeDue(
      now: Date,
      { limit, leaseUntil, retryAt }: { limit: number; leaseUntil: Date; retryAt: Date },
      enqueue: (due: DueIntent[], transaction: Prisma.TransactionClient) => Promise<string[]>,
    ): Promise<number> {
      return database.$transaction(async (transaction) => {
        const due = await transaction.$queryRaw<DueIntent[]>`
          UPDATE "intents" SET "dispatchAt" = CASE
            -- Its running job may have read the row before the request came: look again soon, a caller waits.
            WHEN ${isAwaited(now)} THEN ${now}::timestamptz + ${Prisma.raw(CANCEL_RETRY_INTERVAL)}
            -- Who waits in a long line has a job that cannot get lost: it is looked after ever more rarely.
            WHEN "status" = 'SUBMITTED' THEN GREATEST(${leaseUntil}::timestamptz,
              ${now}::timestamptz + LEAST(${now}::timestamptz - "submittedAt", ${Prisma.raw(LONGEST_LEASE)}))
            ELSE ${leaseUntil}::timestamptz END WHERE "id" = ANY(ARRAY(
            SELECT "id" FROM "intents" WHERE "dispatchAt" <= ${now}::timestamptz ORDER BY "dispatchAt"
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
