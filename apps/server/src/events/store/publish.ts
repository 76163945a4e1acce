import { type EventType, FEED_TYPES, isEndpointEvent, PERSONAL_DETAILS } from '@procurement-intents/contract';
import { ADVISORY_LOCKS } from '../../postgres/advisory-locks.ts';
import { countOf } from '../../postgres/count-of.ts';
import type { Database } from '../../postgres/database.ts';
import { isQueryCanceled, isTransient } from '../../postgres/database-errors.ts';
import { uuidAt } from '../../postgres/uuid-at.ts';
import { getsEvent, insertDeliveries } from '../../webhook-rows/deliveries.ts';
import { lockLanes, mayHaveEvents, wakeLanes } from '../../webhook-rows/lanes.ts';
import { literals } from '../../postgres/columns.ts';

/** The most events of one statement, and of one call. */
export const PUBLISHED_AT_ONCE = 2000;

const PERSONAL = literals(PERSONAL_DETAILS);

/**
 * Takes the oldest events that wait, numbers them for each App in the order of their ids, publishes them, and queues them for
 * the App's webhook endpoints: all of it or nothing. An event that a statement has added after another one of its intent has
 * the higher id. So it is published later, whichever of the two was seen first: who sees the second sees the first.
 */
const PUBLISH = `
  WITH publisher AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCKS.publisher}) AS "isFree"),
  today AS MATERIALIZED (SELECT (service_now() AT TIME ZONE 'UTC')::date AS "day"),
  taken AS (
    DELETE FROM "unpublished_events" AS u
    USING (SELECT "id" FROM "unpublished_events" ORDER BY "id" LIMIT $1::int) AS oldest
    WHERE u."id" = oldest."id" AND (SELECT "isFree" FROM publisher)
    RETURNING u."id"),
  fresh AS MATERIALIZED (
    SELECT e.*, row_number() OVER (PARTITION BY e."appId" ORDER BY e."id") AS "place",
      count(*) OVER (PARTITION BY e."appId") AS "many"
    FROM taken JOIN "intent_events" AS e USING ("id")),
  counted AS (
    INSERT INTO "app_event_counts" AS c ("appId", "last", "day", "lastBefore")
    SELECT "appId", count(*), (SELECT "day" FROM today), 0 FROM fresh GROUP BY "appId" ORDER BY "appId"
    ON CONFLICT ("appId") DO UPDATE SET "last" = c."last" + EXCLUDED."last",
      "lastBefore" = CASE WHEN c."day" < EXCLUDED."day" THEN c."last" ELSE c."lastBefore" END,
      "day" = GREATEST(c."day", EXCLUDED."day")
    RETURNING "appId", "last", "day"),
  published AS (
    INSERT INTO "app_events"
      ("appId", "sequence", "publishedAt", "id", "type", "at", "subjectId", "from", "to", "status", "version", "detail")
    SELECT f."appId", c."last" - f."many" + f."place",
      -- A clock that was set back does not hide an event from readers, who look from "day" on.
      GREATEST(service_now(), c."day"::timestamp AT TIME ZONE 'UTC'), ${uuidAt('f."at"')}, f."type", f."at", f."intentId",
      f."from", f."to", f."status", f."version",
      CASE WHEN f."type" IN (${PERSONAL}) THEN NULL ELSE f."detail" END
    FROM fresh AS f JOIN counted AS c USING ("appId")
    RETURNING "appId", "sequence", "publishedAt", "id", "type", "subjectId"),
  queued AS (
    ${insertDeliveries('SCHEDULE', {
      webhookId: 'w."id"',
      event: 'p',
      from: `published AS p JOIN "webhook_endpoints" AS w ON w."appId" = p."appId" JOIN "apps" AS a ON a."id" = w."appId"`,
    })}
    WHERE w."disabledAt" IS NULL AND ${mayHaveEvents('a')}
      AND ${getsEvent('w."id"', 'w."eventTypes"', 'p')}
    RETURNING "webhookId"),
  lanes AS MATERIALIZED (
    ${lockLanes('IN (SELECT "webhookId" FROM queued)')} SKIP LOCKED),
  woken AS (
    ${wakeLanes('lanes')})
  SELECT (SELECT count(*)::int FROM taken) AS "taken",
    ARRAY(SELECT "webhookId" FROM queued EXCEPT SELECT "webhookId" FROM lanes) AS "asleep"`;

const WAKE = `
  WITH lanes AS MATERIALIZED (${lockLanes('= ANY($1::text[])')})
  ${wakeLanes('lanes')}`;

// One event may go to twenty endpoints, and a statement that comes to its time limit has published nothing.
const SLOW_MS = 500;

/** How many events the next statement takes: half as many after a slow one, and more again after quick ones. */
function nextBatch(batch: number, { isFull, tookMs }: { isFull: boolean; tookMs: number }): number {
  if (tookMs > SLOW_MS) return Math.max(1, Math.floor(batch / 2));
  return isFull && tookMs < SLOW_MS / 4 ? Math.min(PUBLISHED_AT_ONCE, batch * 2) : batch;
}

/** Moves events from the timelines to the feeds of the Apps. */
export function publishing(database: Pick<Database, 'rows'>) {
  let batch = PUBLISHED_AT_ONCE;

  const publishBatch = async (): Promise<{ taken: number; asleep: string[] }> => {
    const startedMs = performance.now();
    try {
      const [row] = await database.rows<{ taken: number; asleep: string[] }>(PUBLISH, [batch]);
      const taken = row?.taken ?? 0;
      batch = nextBatch(batch, { isFull: taken === batch, tookMs: performance.now() - startedMs });
      return { taken, asleep: row?.asleep ?? [] };
    } catch (error) {
      if (isQueryCanceled(error)) batch = nextBatch(batch, { isFull: true, tookMs: Infinity });
      throw error;
    }
  };
  const wake = async (webhookIds: string[]): Promise<void> => {
    try {
      await database.rows(WAKE, [webhookIds]);
    } catch (error) {
      // Who sleeps on is woken by a sweep: the events are published.
      if (!isTransient(error)) throw error;
    }
  };

  return {
    /**
     * Publishes up to {@link PUBLISHED_AT_ONCE} events, and says how many; 0 also while another process publishes. Webhook
     * endpoints that a sender works at are woken after it: no event waits for them.
     *
     * @throws when there is no partition for today: see `prepareDays`.
     */
    async publish(): Promise<number> {
      let published = 0;
      for (;;) {
        const asked = batch;
        const { taken, asleep } = await publishBatch();
        published += taken;
        if (asleep.length > 0) await wake(asleep);
        if (taken < asked || published >= PUBLISHED_AT_ONCE) return published;
      }
    },

    /** How many seconds the oldest event has waited that is not published; 0 without one. */
    async unpublishedSeconds(): Promise<number> {
      const [row] = await database.rows<{ seconds: number }>(UNPUBLISHED);
      return Math.max(0, row?.seconds ?? 0);
    },

    /** Makes the partitions of today and of some days that follow, where they are missing. */
    async prepareDays(ahead: number): Promise<void> {
      // One after the other: on a busy machine a statement that makes many does not end in its time, and leaves none.
      for (let day = 0; day <= ahead; day += 1)
        await database.rows('SELECT "prepare_event_days"($1::int)', [day]);
    },

    /** Drops the partitions of days that ended more than so many days ago, and says how many. */
    async forgetDays(kept: number): Promise<number> {
      const [row] = await database.rows<{ dropped: number }>(
        'SELECT "forget_event_days"($1::int) AS "dropped"',
        [kept],
      );
      return row?.dropped ?? 0;
    },

    /** Removes the timelines of up to 100 intents that were deleted so many days ago, and says how many. */
    forgetTimelines: (days: number): Promise<number> => countOf(database, FORGET, [days]),
  };
}

const UNPUBLISHED = `
  SELECT COALESCE(extract(epoch FROM service_now() - (
    SELECT e."at" FROM "unpublished_events" AS u JOIN "intent_events" AS e USING ("id") ORDER BY u."id" LIMIT 1
  )), 0)::float8 AS "seconds"`;

/** The most timelines that one statement removes. */
export const FORGOTTEN_TIMELINES = 100;

/** The events of webhook endpoints that `intent_events` has, which is the condition of `intent_events_of_webhooks_idx`. */
export const ENDPOINT_FEED_TYPES = FEED_TYPES.filter(isEndpointEvent);
const DELETED = 'intent.deleted' satisfies EventType;

const FORGET = `
  WITH gone AS MATERIALIZED (
    SELECT "intentId" FROM "intent_events"
    WHERE "type" = '${DELETED}' AND "at" < (SELECT service_now()) - make_interval(days => $1::int)
    ORDER BY "at" LIMIT ${FORGOTTEN_TIMELINES}),
  removed AS (DELETE FROM "intent_events" AS e USING gone WHERE e."intentId" = gone."intentId"),
  of_webhooks AS (
    DELETE FROM "intent_events" WHERE "id" IN (
      SELECT "id" FROM "intent_events" WHERE "type" IN (${literals(ENDPOINT_FEED_TYPES)})
        AND "at" < (SELECT service_now()) - make_interval(days => $1::int)
      ORDER BY "at" LIMIT ${FORGOTTEN_TIMELINES}))
  SELECT count(*)::int AS "count" FROM gone`;

export type EventPublishing = ReturnType<typeof publishing>;
