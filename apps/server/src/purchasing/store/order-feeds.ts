import { type FeedState, FIRST_POLL_BACK_MS, isFeedTrusted } from '@procurement-intents/domain';
import { Prisma } from '#prisma';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import type { Database } from '../../postgres/database.ts';
import { nextAttemptNumber } from '../../intent-rows/attempt-number.ts';
import { type FeedUpdate, milliseconds, updateFeed } from './update-feed.ts';

/** The position in a platform's list of changed orders, as one poll leases it. */
export interface OrderFeed extends FeedState {
  platform: IntentRow['platform'];
  /** Number of this poll; a poll writes only while the row has its number. */
  attempt: number;
  begunAt: Date;
}

interface FeedTimes {
  isDue: boolean;
  caughtUpAt: Date | null;
  /** The newest change of an order of this service that was listed. */
  provenAt: Date | null;
  now: Date;
}

const NEXT_ATTEMPT = Prisma.raw(nextAttemptNumber('"attempt"'));

/** The positions in the platforms' lists of changed orders. */
export function createOrderFeeds(database: Database) {
  return {
    /** Whether a poll is due, and whether the list can be trusted to name every change of this service's orders. */
    async read(platform: OrderFeed['platform']): Promise<{ isDue: boolean; isTrusted: boolean }> {
      const [times] = await database.$queryRaw<FeedTimes[]>`
        SELECT "nextPollAt" <= (SELECT "service_now"()) AS "isDue", "caughtUpAt", "provenAt", "service_now"() AS "now"
        FROM "order_feeds" WHERE "platform" = ${platform}::"Platform"`;
      if (times) return { isDue: times.isDue, isTrusted: isFeedTrusted(times, times.now) };
      await database.$executeRaw`
        INSERT INTO "order_feeds" ("platform", "changedSince", "nextPollAt")
        VALUES (${platform}::"Platform", "service_now"() - ${milliseconds(FIRST_POLL_BACK_MS)}, "service_now"()) ON CONFLICT DO NOTHING`;
      return { isDue: true, isTrusted: false };
    },

    /** Leases a due poll for `leaseMs`. Null when another process has it. */
    async begin(platform: OrderFeed['platform'], leaseMs: number): Promise<OrderFeed | null> {
      const [feed] = await database.$queryRaw<OrderFeed[]>`
        UPDATE "order_feeds" SET "attempt" = ${NEXT_ATTEMPT},
          "nextPollAt" = "service_now"() + ${milliseconds(leaseMs)}
        WHERE "platform" = ${platform}::"Platform" AND "nextPollAt" <= (SELECT "service_now"())
        RETURNING "platform", "changedSince", "changedUpTo", "cursor", "pages", "attempt", "failures", "lastFailure",
          "caughtUpAt", "passBegunAt", "service_now"() AS "begunAt"`;
      return feed ?? null;
    },

    update: (feed: OrderFeed, update: FeedUpdate): Promise<string[]> => updateFeed(database, feed, update),

    /** Ends the lease, so that any process can poll at once. */
    async release({ platform, attempt }: OrderFeed): Promise<void> {
      await database.$executeRaw`
        UPDATE "order_feeds" SET "nextPollAt" = "service_now"()
        WHERE "platform" = ${platform}::"Platform" AND "attempt" = ${attempt}`;
    },
  };
}

export type OrderFeeds = ReturnType<typeof createOrderFeeds>;
