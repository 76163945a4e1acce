import { countOf } from '../../postgres/count-of.ts';
import type { Database } from '../../postgres/database.ts';
import { isUnderWay } from '../../webhook-rows/deliveries.ts';
import { wakeLanes } from '../../webhook-rows/lanes.ts';

/** The most deliveries that one statement ends or removes. */
export const SWEPT_DELIVERIES = 1000;

// Requests that are under way come to their end first, and keep only their own endpoint waiting.
const END = `
  WITH closed AS MATERIALIZED (
    SELECT l."webhookId", l."endUpTo" FROM "webhook_lanes" AS l
    WHERE l."endUpTo" IS NOT NULL AND NOT l."isGone" AND NOT EXISTS (
      SELECT 1 FROM "webhook_deliveries" AS d
      WHERE d."webhookId" = l."webhookId" AND ${isUnderWay('d')})
    ORDER BY "endUpTo" LIMIT 1 FOR UPDATE SKIP LOCKED),
  open AS MATERIALIZED (
    SELECT d."id" FROM closed JOIN "webhook_deliveries" AS d USING ("webhookId")
    WHERE d."dueAt" IS NOT NULL AND d."queuedAt" <= closed."endUpTo" LIMIT ${SWEPT_DELIVERIES}),
  ended AS (
    UPDATE "webhook_deliveries" AS d SET "state" = 'ENDED', "dueAt" = NULL, "isSending" = false
    FROM open WHERE d."id" = open."id"),
  settled AS (
    UPDATE "webhook_lanes" AS l SET "endUpTo" = NULL FROM closed
    WHERE l."webhookId" = closed."webhookId" AND l."endUpTo" = closed."endUpTo" AND NOT EXISTS (SELECT 1 FROM open))
  SELECT count(*)::int AS "count" FROM open`;

// A publisher that died before it woke the endpoints that a sender worked at. What waits its turn is looked at again within
// seconds, so a later time means that the sender did not see what was queued.
const WAKE_ASLEEP = `
  WITH lane AS MATERIALIZED (
    SELECT l."webhookId" FROM "webhook_lanes" AS l
    WHERE (l."wakeAt" IS NULL OR l."wakeAt" > (SELECT service_now()) + interval '10 s') AND EXISTS (
      SELECT 1 FROM "webhook_deliveries" AS d
      WHERE d."webhookId" = l."webhookId" AND d."queuedAt" > COALESCE(l."endUpTo", '-infinity')
        AND d."dueAt" <= CASE WHEN l."wakeAt" IS NULL THEN 'infinity' ELSE service_now() END)
    ORDER BY l."webhookId" LIMIT ${SWEPT_DELIVERIES} FOR UPDATE OF l SKIP LOCKED),
  woken AS (
    ${wakeLanes('lane')})
  SELECT count(*)::int AS "count" FROM lane`;

// Ids begin with their time, so the oldest deliveries are the first ones.
const FORGET = `
  WITH old AS MATERIALIZED (
    SELECT "id" FROM "webhook_deliveries"
    WHERE "id" < (lpad(to_hex((extract(epoch FROM (SELECT service_now()) - make_interval(days => $1::int)) * 1000)::bigint), 12, '0')
      || repeat('0', 20))::uuid
    ORDER BY "id" LIMIT ${SWEPT_DELIVERIES} FOR UPDATE SKIP LOCKED),
  attempts AS (DELETE FROM "webhook_attempts" AS a USING old WHERE a."deliveryId" = old."id"),
  removed AS (DELETE FROM "webhook_deliveries" AS d USING old WHERE d."id" = old."id")
  SELECT count(*)::int AS "count" FROM old`;

const REMOVE_GONE = `
  WITH lane AS MATERIALIZED (SELECT "webhookId" FROM "webhook_lanes" WHERE "isGone" LIMIT 1 FOR UPDATE SKIP LOCKED),
  old AS MATERIALIZED (
    SELECT d."id" FROM lane JOIN "webhook_deliveries" AS d USING ("webhookId") LIMIT ${SWEPT_DELIVERIES}),
  attempts AS (DELETE FROM "webhook_attempts" AS a USING old WHERE a."deliveryId" = old."id"),
  removed AS (DELETE FROM "webhook_deliveries" AS d USING old WHERE d."id" = old."id"),
  lanes AS (
    DELETE FROM "webhook_lanes" AS l USING lane WHERE l."webhookId" = lane."webhookId" AND NOT EXISTS (SELECT 1 FROM old))
  SELECT count(*)::int AS "count" FROM lane`;

const FORGET_REPLAYS = `
  WITH old AS (
    DELETE FROM "webhook_replays" WHERE "createdAt" < (SELECT service_now()) - make_interval(days => $1::int) AND "nextAt" IS NULL
    RETURNING "id"),
  keys AS (DELETE FROM "idempotent_creates" AS k USING old WHERE k."resourceId" = old."id")
  SELECT count(*)::int AS "count" FROM old`;

/** Removes what is over or too old, in bounded statements. */
export function webhookSweeps(database: Pick<Database, 'rows'>) {
  const count = (text: string, values?: readonly unknown[]): Promise<number> =>
    countOf(database, text, values);
  return {
    /** Ends deliveries that were open when their endpoint was disabled, and says how many. */
    endClosed: () => count(END),
    /** Removes deliveries that were queued so many days ago, with their attempts. */
    forget: (days: number) => count(FORGET, [days]),
    /** Removes the log of one deleted endpoint, and says whether there was one. */
    removeGone: () => count(REMOVE_GONE),
    /** Wakes endpoints that have open deliveries and no time at which to look at them, and says how many. */
    wakeAsleep: () => count(WAKE_ASLEEP),
    forgetReplays: (days: number) => count(FORGET_REPLAYS, [days]),
  };
}

export type WebhookSweeps = ReturnType<typeof webhookSweeps>;
