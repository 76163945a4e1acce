import { Prisma } from '#prisma';
import type { Database } from '../../postgres/database.ts';
import type { OrderLookupRow } from './order-lookups.ts';

export type DueLookup = Pick<OrderLookupRow, 'intentId'> & { appId: string };

/** Which looks to take: `perApp` of each App at most, `limit` in all, none of `exceptApps`. */
export interface DueQuery {
  platform: OrderLookupRow['platform'];
  perApp: number;
  limit: number;
  leaseMs: number;
  exceptApps: readonly string[];
}

export type DueLookups = ReturnType<typeof dueLookups>;

/**
 * The looks that are due.
 *
 * @param database - a pool of dispatches alone, as for intents.
 */
export function dueLookups(database: Database) {
  return {
    /**
     * Takes looks at one platform that are due, of each App the oldest, and pushes their next turn by `leaseMs`. `enqueue`
     * runs in the same transaction, so that no look counts as queued without its job.
     */
    takeDue(
      { platform, perApp, limit, leaseMs, exceptApps }: DueQuery,
      enqueue: (due: DueLookup[], transaction: Prisma.TransactionClient) => Promise<unknown>,
    ): Promise<number> {
      const ofPlatform = Prisma.sql`"platform" = ${platform}::"Platform"`;
      return database.$transaction(async (transaction) => {
        // The Apps are found one after the other by the index, so that a long line of one costs the others nothing.
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
