import { Prisma } from '#prisma';
import type { Database } from '../../postgres/database.ts';
import type { OrderLookupRow } from './order-lookups.ts';
import type { Statements } from '../../postgres/transaction.ts';

export type DueLookup = Pick<OrderLookupRow, 'intentId'> & { appId: string };

/** Which look-ups to take: at most `perApp` of each App and `limit` in all, none of `exceptApps`. */
export interface DueLookupsQuery {
  platform: OrderLookupRow['platform'];
  perApp: number;
  limit: number;
  leaseMs: number;
  exceptApps: readonly string[];
}

export type DueLookups = ReturnType<typeof dueLookups>;

/**
 * The look-ups that are due.
 *
 * @param database - a pool that only dispatchers use, for the reason given at `dueIntents`.
 */
export function dueLookups(database: Database) {
  return {
    /**
     * Leases due look-ups of a platform for `leaseMs`, of each App the oldest. `enqueue` adds their jobs in the same
     * transaction. SKIP LOCKED: dispatchers do not wait for each other.
     */
    takeDue(
      { platform, perApp, limit, leaseMs, exceptApps }: DueLookupsQuery,
      enqueue: (due: DueLookup[], transaction: Statements) => Promise<unknown>,
    ): Promise<number> {
      const ofPlatform = Prisma.sql`"platform" = ${platform}::"Platform"`;
      return database.$transaction(async (transaction) => {
        // Each step of the recursion finds the next App by the index, so the cost does not grow with an App's rows.
        const due = await transaction.$queryRaw<DueLookup[]>`
          WITH RECURSIVE apps AS (
            (SELECT "appId" FROM "order_lookups" WHERE ${ofPlatform} ORDER BY "appId" LIMIT 1)
            UNION ALL
            SELECT (SELECT l."appId" FROM "order_lookups" AS l
              WHERE ${ofPlatform} AND l."appId" > apps."appId" ORDER BY l."appId" LIMIT 1)
            FROM apps WHERE apps."appId" IS NOT NULL),
          due AS (
            SELECT one."intentId" FROM apps CROSS JOIN LATERAL (
              SELECT "intentId" FROM "order_lookups"
              WHERE ${ofPlatform} AND "appId" = apps."appId" AND "dueAt" <= (SELECT "service_now"())
              ORDER BY "dueAt" LIMIT ${perApp} FOR UPDATE SKIP LOCKED) AS one
            WHERE apps."appId" <> ALL(${[...exceptApps]}::text[]) LIMIT ${limit})
          UPDATE "order_lookups" SET "dueAt" = "service_now"() + ${leaseMs} * interval '1 millisecond'
          WHERE "intentId" = ANY(ARRAY(SELECT "intentId" FROM due)) RETURNING "intentId", "appId"`;
        if (due.length > 0) await enqueue(due, transaction);
        return due.length;
      });
    },
  };
}
