import { UNBOUGHT_STATUSES } from '@procurement-intents/contract';
import type { FeedDecision, ListedState } from '@procurement-intents/domain';
import { Prisma } from '#prisma';
import { ALL_INTENTS } from '../../intent-rows/all-intents.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import type { Database } from '../../postgres/database.ts';
import { intentIdOf } from '../../intent-rows/merchant-order-no.ts';
import { RENEW_LOOKUP, scheduleLookups } from '../../intent-rows/schedule-lookups.ts';
import { nextAttemptNumber } from '../../intent-rows/attempt-number.ts';
import { literals } from '../../postgres/columns.ts';

/** An order as a page lists it. */
export interface FeedOrder {
  orderId: string;
  merchantOrderNo: string;
  state: ListedState;
  updatedAt: Date;
  /** The intent was already made due for this state of the order. */
  isNotified: boolean;
}

/** What a poll writes. */
export interface FeedUpdate extends Pick<FeedDecision<never>, 'next' | 'pauseMs'> {
  orders: readonly FeedOrder[];
}

export const milliseconds = (ms: number): Prisma.Sql => Prisma.sql`${ms} * interval '1 millisecond'`;

// As `orderChangeOf` compares them (`decide-tracking.ts` of the domain): what the order does not tell is no change.
// `listed-orders.test.ts` holds both to one answer.
const DIFFERS = Prisma.sql`l."orderStatus" <> COALESCE(i."orderStatus", '')
  OR i."amountPaidFen" IS DISTINCT FROM l."amountPaidFen" OR l."refundedFen" <> COALESCE(i."refundedFen", 0)
  OR l."parcelCount" > COALESCE(jsonb_array_length(i."parcels"), 0)`;

const UNBOUGHT = Prisma.raw(literals(UNBOUGHT_STATUSES));

const LISTED = Prisma.sql`l("orderId" text, "merchantOrderNo" text, "orderStatus" text, "amountPaidFen" bigint,
  "refundedFen" bigint, "parcelCount" int, "updatedAt" timestamptz, "isNotified" boolean, "intentId" text)`;

const NEXT_ATTEMPT_AT = Prisma.raw(INTENTS.name('nextAttemptAt'));
const MERCHANT_ORDER_NO = Prisma.raw(INTENTS.name('merchantOrderNo'));
const NEXT_ATTEMPT = Prisma.raw(nextAttemptNumber('i."attempt"'));

// The page may be older than the cancellation, so the platform is asked, and soon.
const LOOK_UP_STANDING = Prisma.raw(
  `${scheduleLookups({ from: 'SELECT "id", "appId", "platform", "merchantOrderNo", NULL FROM standing' })} ${RENEW_LOOKUP}`,
);

/**
 * Writes what a poll decided and makes the completed intents due whose orders differ from its page, in one statement.
 * A new attempt number fences off attempts that have read an order before. Locks the feed, then the intents by id, and look-ups of intents that have ended. An order
 * that stands on the page although it was cancelled for an intent that has ended is looked up, also when the intent has
 * moved to the archive: it is found by the id in the merchant order number, because the archive has no index of these.
 *
 * @returns the orders of the intents that were made due or are looked up.
 */
export async function updateFeed(
  database: Database,
  { platform, attempt }: { platform: IntentRow['platform']; attempt: number },
  { next, pauseMs, orders }: FeedUpdate,
): Promise<string[]> {
  const listed = orders.map(({ state, ...order }) => ({
    ...order,
    ...state,
    intentId: intentIdOf(order.merchantOrderNo),
  }));
  const due = await database.$queryRaw<{ orderId: string }[]>`
    WITH lease AS (
      SELECT "platform" FROM "order_feeds"
      WHERE "platform" = ${platform}::"Platform" AND "attempt" = ${attempt} FOR UPDATE),
    listed AS (SELECT * FROM json_to_recordset(${JSON.stringify(listed)}::json) AS ${LISTED}),
    known AS (
      SELECT i."id", l."updatedAt", i.${NEXT_ATTEMPT_AT} IS NOT NULL AND NOT l."isNotified" AND (${DIFFERS}) AS "isChanged"
      FROM listed AS l JOIN "intents" AS i
        ON i.${MERCHANT_ORDER_NO} = l."merchantOrderNo" AND i."orderId" = l."orderId"
      WHERE i."platform" = ${platform}::"Platform" AND i."status" = 'COMPLETED'),
    standing AS (
      -- A page may list an order twice.
      SELECT DISTINCT i."id", i."appId", i."platform", l."merchantOrderNo", i."orderId"
      FROM listed AS l JOIN ${Prisma.raw(ALL_INTENTS)} AS i
        ON i."id" = l."intentId" AND i.${MERCHANT_ORDER_NO} = l."merchantOrderNo" AND i."orderId" = l."orderId"
      WHERE i."isIntent" AND i."platform" = ${platform}::"Platform" AND i."status" IN (${UNBOUGHT})
        AND i."orderStatus" = 'CANCELLED' AND l."orderStatus" IS DISTINCT FROM 'CANCELLED' AND NOT l."isNotified"
        AND EXISTS (SELECT 1 FROM lease)),
    looked AS (${LOOK_UP_STANDING}),
    changed AS (
      SELECT "id" FROM "intents" WHERE "id" IN (SELECT "id" FROM known WHERE "isChanged")
        AND EXISTS (SELECT 1 FROM lease) ORDER BY "id" FOR UPDATE),
    due AS (
      UPDATE "intents" AS i SET ${NEXT_ATTEMPT_AT} = LEAST(i.${NEXT_ATTEMPT_AT}, "service_now"()), "attempt" = ${NEXT_ATTEMPT}
      FROM changed WHERE i."id" = changed."id" RETURNING i."orderId"),
    read_on AS (
      UPDATE "order_feeds" AS f SET
        "changedSince" = ${next.changedSince}::timestamptz, "changedUpTo" = ${next.changedUpTo}::timestamptz,
        "cursor" = ${next.cursor}, "pages" = ${next.pages}, "failures" = ${next.failures},
        "passBegunAt" = ${next.passBegunAt}::timestamptz, "lastFailure" = ${next.lastFailure},
        "caughtUpAt" = ${next.caughtUpAt}::timestamptz,
        "provenAt" = GREATEST(f."provenAt", (SELECT max(LEAST("updatedAt", "service_now"())) FROM known)),
        "nextPollAt" = "service_now"() + CASE WHEN EXISTS (SELECT 1 FROM due)
          THEN ${milliseconds(pauseMs.news)} ELSE ${milliseconds(pauseMs.none)} END
      FROM lease WHERE f."platform" = lease."platform")
    SELECT "orderId" FROM due UNION ALL SELECT "orderId" FROM standing`;
  return due.map(({ orderId }) => orderId);
}
