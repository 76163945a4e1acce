import { PERSONAL_DETAILS } from '@procurement-intents/contract';
import type { Database } from '../../postgres/database.ts';

/** The most events of one statement. */
export const PUBLISHED_AT_ONCE = 2000;

// Held by the one process that publishes, until its statement ends. Any number that nothing else of the service uses.
const PUBLISHER_LOCK = 72_707_380;

const PERSONAL = PERSONAL_DETAILS.map((type) => `'${type}'`).join(', ');

// A version 7 UUID with the time of the event: time, version, and the random digits of a version 4 UUID behind its own.
const EVENT_ID = `(lpad(to_hex((extract(epoch FROM f."at") * 1000)::bigint), 12, '0') || '7'
  || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`;

/**
 * Takes the oldest events that wait, numbers them for each App in the order of their ids, and publishes them: all of it or
 * nothing. An event that a statement has added after another one of its intent has the higher id. So it is published
 * later, whichever of the two was seen first: who sees the second sees the first.
 */
const PUBLISH = `
  WITH publisher AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${PUBLISHER_LOCK}) AS "isFree"),
  today AS MATERIALIZED (SELECT (service_now() AT TIME ZONE 'UTC')::date AS "day"),
  taken AS (
    DELETE FROM "unpublished_events" AS u
    USING (SELECT "id" FROM "unpublished_events" ORDER BY "id" LIMIT ${PUBLISHED_AT_ONCE}) AS oldest
    WHERE u."id" = oldest."id" AND (SELECT "isFree" FROM publisher)
    RETURNING u."id"),
  fresh AS MATERIALIZED (
    SELECT e.*, row_number() OVER (PARTITION BY e."appId" ORDER BY e."id") AS "place",
      count(*) OVER (PARTITION BY e."appId") AS "many"
    FROM taken JOIN "intent_events" AS e USING ("id")
    -- An older release has deleted the intent of an event that knows no App.
    WHERE e."appId" IS NOT NULL),
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
      GREATEST(service_now(), c."day"::timestamp AT TIME ZONE 'UTC'), ${EVENT_ID}, f."type", f."at", f."intentId",
      f."from", f."to", f."status", f."version",
      CASE WHEN f."type" IN (${PERSONAL}) THEN NULL ELSE f."detail" END
    FROM fresh AS f JOIN counted AS c USING ("appId"))
  SELECT count(*)::int AS "taken" FROM taken`;

/** Moves events from the timelines to the feeds of the Apps. */
export function publishing(database: Pick<Database, 'rows'>) {
  return {
    /**
     * Publishes up to {@link PUBLISHED_AT_ONCE} events, and says how many; 0 also while another process publishes.
     *
     * @throws when there is no partition for today: see `prepareDays`.
     */
    async publish(): Promise<number> {
      const [row] = await database.rows<{ taken: number }>(PUBLISH);
      return row?.taken ?? 0;
    },

    /** Makes the partitions of today and of some days that follow, where they are missing. */
    async prepareDays(ahead: number): Promise<void> {
      await database.rows('SELECT "prepare_event_days"($1::int)', [ahead]);
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
    async forgetTimelines(days: number): Promise<number> {
      const [row] = await database.rows<{ count: number }>(FORGET, [days]);
      return row?.count ?? 0;
    },
  };
}

/** The most timelines that one statement removes. */
export const FORGOTTEN_TIMELINES = 100;

const FORGET = `
  WITH gone AS MATERIALIZED (
    SELECT "intentId" FROM "intent_events"
    WHERE "type" = 'intent.deleted' AND "at" < service_now() - make_interval(days => $1::int)
    ORDER BY "at" LIMIT ${FORGOTTEN_TIMELINES}),
  removed AS (DELETE FROM "intent_events" AS e USING gone WHERE e."intentId" = gone."intentId")
  SELECT count(*)::int AS "count" FROM gone`;

export type EventPublishing = ReturnType<typeof publishing>;
