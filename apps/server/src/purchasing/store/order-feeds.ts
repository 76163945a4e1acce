import { Prisma } from '#prisma';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import type { Database } from '../../postgres/database.ts';
import { nextAttemptNumber } from './attempt-number.ts';

/** How far a platform's list of changed orders has been read, as one poll takes it over. */
export interface OrderFeed {
  platform: IntentRow['platform'];
  changedSince: Date;
  /** The newest change that was listed since it began there. */
  changedUpTo: Date | null;
  /** The next page; null when the list begins again at `changedSince`. */
  cursor: string | null;
  /** Pages since it began there. */
  pages: number;
  /** Number of this poll. */
  attempt: number;
  /** Failed polls since the end of the list was last read. */
  failures: number;
  /** Why the poll before this one failed; null when it did not. */
  lastFailure: string | null;
}

/** An order as a page lists it. */
export interface ListedOrder {
  orderId: string;
  merchantOrderNo: string;
  orderStatus: string | null;
  amountPaidFen: number;
  refundedFen: number | null;
  parcelCount: number;
  updatedAt: Date;
  /** Listed alike before, when its intent was made due. */
  isNotified: boolean;
}

/** What a page brings: `nextCursor` is null at the end of the list. */
export interface FeedPage {
  orders: readonly ListedOrder[];
  /** Of this page and those before it. */
  changedUpTo: Date | null;
  nextCursor: string | null;
  /** Until the next poll: when an intent was made due, and when none was. */
  pauseMs: { news: number; none: number };
}

export interface FeedFailure {
  reason: string;
  pauseMs: number;
  /** Where to go on; null begins the list again. */
  cursor: string | null;
  /** Gives up what lies before the present. */
  isSkipped: boolean;
}

/** Changes that are committed late, or in the same moment, may stand before what was read: so much is read again. */
const OVERLAP = Prisma.sql`interval '1 minute'`;
// The clock of a shop may be behind; before its first poll each order is asked about by itself.
const FIRST = Prisma.sql`interval '1 hour'`;
// A list is trusted while its end was read lately, and it has named orders of ours that changed within a week.
const IS_TRUSTED = Prisma.sql`COALESCE("caughtUpAt" > "service_now"() - interval '5 minutes'
  AND "provenAt" > "service_now"() - interval '7 days', false)`;

const DIFFERS = Prisma.sql`i."orderStatus" IS DISTINCT FROM l."orderStatus"
  OR i."amountPaidFen" IS DISTINCT FROM l."amountPaidFen"
  OR (l."refundedFen" IS NOT NULL AND i."refundedFen" IS DISTINCT FROM l."refundedFen")
  OR l."parcelCount" > COALESCE(jsonb_array_length(i."parcels"), 0)`;

const LISTED = Prisma.sql`l("orderId" text, "merchantOrderNo" text, "orderStatus" text, "amountPaidFen" bigint,
  "refundedFen" bigint, "parcelCount" int, "updatedAt" timestamptz, "isNotified" boolean)`;

const NEXT_ATTEMPT = Prisma.raw(nextAttemptNumber('i."attempt"'));

const milliseconds = (ms: number): Prisma.Sql => Prisma.sql`${ms} * interval '1 millisecond'`;

/** The positions in the platforms' lists of changed orders. */
export function createOrderFeeds(database: Database) {
  return {
    /** Whether a poll is due, and whether the list names every change of our orders. */
    async read(platform: OrderFeed['platform']): Promise<{ isDue: boolean; isTrusted: boolean }> {
      const [state] = await database.$queryRaw<{ isDue: boolean; isTrusted: boolean }[]>`
        SELECT "nextPollAt" <= "service_now"() AS "isDue", ${IS_TRUSTED} AS "isTrusted"
        FROM "order_feeds" WHERE "platform" = ${platform}::"Platform"`;
      if (state) return state;
      await database.$executeRaw`
        INSERT INTO "order_feeds" ("platform", "changedSince", "nextPollAt")
        VALUES (${platform}::"Platform", "service_now"() - ${FIRST}, "service_now"()) ON CONFLICT DO NOTHING`;
      return { isDue: true, isTrusted: false };
    },

    /** Begins the poll that is due, unless somebody else does. It may be begun again after `leaseMs`. */
    async begin(platform: OrderFeed['platform'], leaseMs: number): Promise<OrderFeed | null> {
      const [feed] = await database.$queryRaw<OrderFeed[]>`
        UPDATE "order_feeds" SET "attempt" = "attempt" + 1, "nextPollAt" = "service_now"() + ${milliseconds(leaseMs)}
        WHERE "platform" = ${platform}::"Platform" AND "nextPollAt" <= "service_now"()
        RETURNING "platform", "changedSince", "changedUpTo", "cursor", "pages", "attempt", "failures", "lastFailure"`;
      return feed ?? null;
    },

    /**
     * Moves on behind the page and makes the completed intents due whose orders it shows changed, in one statement.
     * A run that has asked about such an intent before can write no more. Answers the orders of these intents.
     * Locks the feed, then the intents in the order of their ids.
     */
    async advance({ platform, attempt }: OrderFeed, page: FeedPage): Promise<string[]> {
      const { orders, changedUpTo, nextCursor, pauseMs } = page;
      const isEnd = nextCursor === null;
      const due = await database.$queryRaw<{ orderId: string }[]>`
        WITH mine AS (
          SELECT "platform" FROM "order_feeds"
          WHERE "platform" = ${platform}::"Platform" AND "attempt" = ${attempt} FOR UPDATE),
        known AS (
          SELECT i."id", l."updatedAt", i."dispatchAt" IS NOT NULL AND NOT l."isNotified" AND (${DIFFERS}) AS "isNews"
          FROM json_to_recordset(${JSON.stringify(orders)}::json) AS ${LISTED} JOIN "intents" AS i
            ON i."placementToken" = l."merchantOrderNo" AND i."orderId" = l."orderId"
          WHERE i."platform" = ${platform}::"Platform" AND i."status" = 'COMPLETED'),
        concerned AS (
          SELECT "id" FROM "intents" WHERE "id" IN (SELECT "id" FROM known WHERE "isNews")
            AND EXISTS (SELECT 1 FROM mine) ORDER BY "id" FOR UPDATE),
        due AS (
          UPDATE "intents" AS i SET "dispatchAt" = LEAST(i."dispatchAt", "service_now"()), "attempt" = ${NEXT_ATTEMPT}
          FROM concerned WHERE i."id" = concerned."id" RETURNING i."orderId"),
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
          FROM mine WHERE f."platform" = mine."platform")
        SELECT "orderId" FROM due`;
      return due.map(({ orderId }) => orderId);
    },

    /** Notes that the poll brought nothing, and when to try again. */
    async fail({ platform, attempt }: OrderFeed, failure: FeedFailure): Promise<void> {
      const { reason, pauseMs, cursor, isSkipped } = failure;
      await database.$executeRaw`
        UPDATE "order_feeds" SET "failures" = "failures" + 1, "lastFailure" = ${reason}, "cursor" = ${cursor},
          "pages" = CASE WHEN ${cursor === null} THEN 0 ELSE "pages" END,
          "changedUpTo" = CASE WHEN ${cursor === null} THEN NULL ELSE "changedUpTo" END,
          "changedSince" = CASE WHEN ${isSkipped} THEN "service_now"() - ${OVERLAP} ELSE "changedSince" END,
          "nextPollAt" = "service_now"() + ${milliseconds(pauseMs)}
        WHERE "platform" = ${platform}::"Platform" AND "attempt" = ${attempt}`;
    },

    /** Leaves the poll to the next one who looks. */
    async release({ platform, attempt }: OrderFeed): Promise<void> {
      await database.$executeRaw`
        UPDATE "order_feeds" SET "nextPollAt" = "service_now"()
        WHERE "platform" = ${platform}::"Platform" AND "attempt" = ${attempt}`;
    },
  };
}

export type OrderFeeds = ReturnType<typeof createOrderFeeds>;
