import { Prisma } from '#prisma';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import type { Database } from '../../postgres/database.ts';
import { advanceFeed, type FeedPage, milliseconds, OVERLAP } from './advance-feed.ts';
import { nextAttemptNumber } from './attempt-number.ts';

/** The position in a platform's list of changed orders, as one poll leases it. */
export interface OrderFeed {
  platform: IntentRow['platform'];
  changedSince: Date;
  /** The newest change that was listed since `changedSince`. */
  changedUpTo: Date | null;
  /** The next page; null: the list is read from `changedSince`. */
  cursor: string | null;
  /** Pages read since `changedSince`. */
  pages: number;
  /** Number of this poll; a poll writes only while the row has its number. */
  attempt: number;
  /** Failed polls since the end of the list was read. */
  failures: number;
  /** Why the previous poll failed; null when it did not. */
  lastFailure: string | null;
}

/** A poll without a usable page. */
export interface FeedFailure {
  reason: string;
  pauseMs: number;
  /** Where to continue; null: at `changedSince`. */
  cursor: string | null;
  /** Skips all changes up to now. */
  isSkipped: boolean;
}

// The first poll starts this far back, because the clock of a shop may be behind. Older changes are found by requests for
// single orders.
const FIRST = Prisma.sql`interval '1 hour'`;
// A list is trusted while its end was read within 5 minutes and it has listed an order of this service within a week.
const IS_TRUSTED = Prisma.sql`COALESCE("caughtUpAt" > "service_now"() - interval '5 minutes'
  AND "provenAt" > "service_now"() - interval '7 days', false)`;

const NEXT_ATTEMPT = Prisma.raw(nextAttemptNumber('"attempt"'));

/** The positions in the platforms' lists of changed orders. */
export function createOrderFeeds(database: Database) {
  return {
    /** Whether a poll is due, and whether the list can be trusted to name every change of this service's orders. */
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

    /** Leases a due poll for `leaseMs`. Null when another process has it. */
    async begin(platform: OrderFeed['platform'], leaseMs: number): Promise<OrderFeed | null> {
      const [feed] = await database.$queryRaw<OrderFeed[]>`
        UPDATE "order_feeds" SET "attempt" = ${NEXT_ATTEMPT},
          "nextPollAt" = "service_now"() + ${milliseconds(leaseMs)}
        WHERE "platform" = ${platform}::"Platform" AND "nextPollAt" <= "service_now"()
        RETURNING "platform", "changedSince", "changedUpTo", "cursor", "pages", "attempt", "failures", "lastFailure"`;
      return feed ?? null;
    },

    advance: (feed: OrderFeed, page: FeedPage): Promise<string[]> => advanceFeed(database, feed, page),

    /** Records a failed poll and the time of the next one. */
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

    /** Ends the lease, so that any process can poll at once. */
    async release({ platform, attempt }: OrderFeed): Promise<void> {
      await database.$executeRaw`
        UPDATE "order_feeds" SET "nextPollAt" = "service_now"()
        WHERE "platform" = ${platform}::"Platform" AND "attempt" = ${attempt}`;
    },
  };
}

export type OrderFeeds = ReturnType<typeof createOrderFeeds>;
