import { Prisma } from '#prisma';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import type { Database } from '../../postgres/database.ts';
import { nextAttemptNumber } from './attempt-number.ts';

/** An order as a page lists it. */
export interface ListedOrder {
  orderId: string;
  merchantOrderNo: string;
  orderStatus: string | null;
  amountPaidFen: number;
  refundedFen: number | null;
  parcelCount: number;
  updatedAt: Date;
  /** The intent was already made due for this state of the order. */
  isNotified: boolean;
}

/** A page of the list. */
export interface FeedPage {
  orders: readonly ListedOrder[];
  /** The newest change of this page and those before it. */
  changedUpTo: Date | null;
  /** Null at the end of the list. */
  nextCursor: string | null;
  /** The pause before the next poll: when an intent was made due, and when none was. */
  pauseMs: { news: number; none: number };
}

/** Read again on the next pass: the platform may commit a change after it has listed later ones. */
export const OVERLAP = Prisma.sql`interval '1 minute'`;

export const milliseconds = (ms: number): Prisma.Sql => Prisma.sql`${ms} * interval '1 millisecond'`;

const DIFFERS = Prisma.sql`i."orderStatus" IS DISTINCT FROM l."orderStatus"
  OR i."amountPaidFen" IS DISTINCT FROM l."amountPaidFen"
  OR (l."refundedFen" IS NOT NULL AND i."refundedFen" IS DISTINCT FROM l."refundedFen")
  OR l."parcelCount" > COALESCE(jsonb_array_length(i."parcels"), 0)`;

const LISTED = Prisma.sql`l("orderId" text, "merchantOrderNo" text, "orderStatus" text, "amountPaidFen" bigint,
  "refundedFen" bigint, "parcelCount" int, "updatedAt" timestamptz, "isNotified" boolean)`;

const NEXT_ATTEMPT_AT = Prisma.raw(INTENTS.name('nextAttemptAt'));
const MERCHANT_ORDER_NO = Prisma.raw(INTENTS.name('merchantOrderNo'));
const NEXT_ATTEMPT = Prisma.raw(nextAttemptNumber('i."attempt"'));

/**
 * Moves the position past a page and makes the completed intents due whose orders differ from it, in one statement.
 * A new attempt number fences off attempts that have read an order before. Locks the feed, then the intents by id.
 *
 * @returns the orders of the intents that were made due.
 */
export async function advanceFeed(
  database: Database,
  { platform, attempt }: { platform: IntentRow['platform']; attempt: number },
  { orders, changedUpTo, nextCursor, pauseMs }: FeedPage,
): Promise<string[]> {
  const isEnd = nextCursor === null;
  const due = await database.$queryRaw<{ orderId: string }[]>`
    WITH lease AS (
      SELECT "platform" FROM "order_feeds"
      WHERE "platform" = ${platform}::"Platform" AND "attempt" = ${attempt} FOR UPDATE),
    known AS (
      SELECT i."id", l."updatedAt", i.${NEXT_ATTEMPT_AT} IS NOT NULL AND NOT l."isNotified" AND (${DIFFERS}) AS "isChanged"
      FROM json_to_recordset(${JSON.stringify(orders)}::json) AS ${LISTED} JOIN "intents" AS i
        ON i.${MERCHANT_ORDER_NO} = l."merchantOrderNo" AND i."orderId" = l."orderId"
      WHERE i."platform" = ${platform}::"Platform" AND i."status" = 'COMPLETED'),
    changed AS (
      SELECT "id" FROM "intents" WHERE "id" IN (SELECT "id" FROM known WHERE "isChanged")
        AND EXISTS (SELECT 1 FROM lease) ORDER BY "id" FOR UPDATE),
    due AS (
      UPDATE "intents" AS i SET ${NEXT_ATTEMPT_AT} = LEAST(i.${NEXT_ATTEMPT_AT}, "service_now"()), "attempt" = ${NEXT_ATTEMPT}
      FROM changed WHERE i."id" = changed."id" RETURNING i."orderId"),
    moved AS (
      UPDATE "order_feeds" AS f SET
        "cursor" = ${nextCursor}, "pages" = CASE WHEN ${isEnd} THEN 0 ELSE f."pages" + 1 END,
        "changedUpTo" = CASE WHEN ${isEnd} THEN NULL ELSE ${changedUpTo}::timestamptz END,
        "changedSince" = CASE WHEN ${isEnd && changedUpTo !== null} THEN GREATEST(f."changedSince",
          LEAST(${changedUpTo}::timestamptz, "service_now"()) - ${OVERLAP}) ELSE f."changedSince" END,
        "caughtUpAt" = CASE WHEN ${isEnd} THEN "service_now"() ELSE f."caughtUpAt" END,
        "provenAt" = GREATEST(f."provenAt", (SELECT max(LEAST("updatedAt", "service_now"())) FROM known)),
        "failures" = CASE WHEN ${isEnd} THEN 0 ELSE f."failures" END, "lastFailure" = NULL,
        "nextPollAt" = "service_now"() + CASE WHEN EXISTS (SELECT 1 FROM due)
          THEN ${milliseconds(pauseMs.news)} ELSE ${milliseconds(pauseMs.none)} END
      FROM lease WHERE f."platform" = lease."platform")
    SELECT "orderId" FROM due`;
  return due.map(({ orderId }) => orderId);
}
