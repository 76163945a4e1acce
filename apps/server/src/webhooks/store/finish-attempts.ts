import type { EventType } from '@procurement-intents/contract';
import type { AttemptError, DeliveryState } from '@procurement-intents/contract/webhooks';
import { insertEvents } from '../../intent-rows/insert-events.ts';
import { countOf } from '../../postgres/count-of.ts';
import type { Database } from '../../postgres/database.ts';
import { RANKS } from '../../webhook-rows/deliveries.ts';
import { healthAfter, isDisableDue, isFailing } from '../../webhook-rows/endpoint-health.ts';
import { lockLanes } from '../../webhook-rows/lanes.ts';
import { CLOSE } from './webhook-store.ts';

/** What came of an attempt, and what becomes of its delivery. */
export interface FinishedAttempt {
  id: string;
  /** The fence: whoever has another number writes nothing. */
  attempt: number;
  state: DeliveryState;
  dueAt: Date | null;
  durationMs: number;
  status: number | null;
  error: AttemptError | null;
  response: string | null;
  /** Whether it says something of the endpoint: not when the service itself could not send. */
  isJudged: boolean;
}

/** An endpoint that answered that it is gone, and as what it was asked. */
export interface GoneEndpoint {
  webhookId: string;
  version: number;
}

// The lanes are locked before their deliveries, as everywhere, and in the order of their ids.
const FINISH = `
  WITH result AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::int[], $3::text[], $4::timestamptz[], $5::int[], $6::int[], $7::text[], $8::text[],
      $9::boolean[]) AS r("id", "attempt", "state", "dueAt", "durationMs", "status", "error", "response", "isJudged")),
  lane AS MATERIALIZED (
    ${lockLanes('IN (SELECT d."webhookId" FROM "webhook_deliveries" AS d JOIN result AS r ON r."id" = d."id")')}),
  settled AS (
    UPDATE "webhook_deliveries" AS d SET "state" = r."state", "dueAt" = r."dueAt", "isSending" = false, "trigger" = 'SCHEDULE',
      "rank" = ${RANKS.repeated}, "lastStatus" = COALESCE(r."status", d."lastStatus"), "resumeState" = NULL, "resumeAt" = NULL
    FROM result AS r
    WHERE (SELECT count(*) FROM lane) > 0 AND d."id" = r."id" AND d."attempt" = r."attempt" AND d."isSending"
    RETURNING d."id", d."attempt", d."webhookId"),
  logged AS (
    UPDATE "webhook_attempts" AS a SET "durationMs" = r."durationMs", "status" = r."status", "error" = r."error",
      "response" = r."response"
    FROM settled JOIN result AS r USING ("id", "attempt")
    WHERE a."deliveryId" = settled."id" AND a."attempt" = settled."attempt"),
  health AS (
    SELECT "webhookId", bool_or(r."isJudged" AND r."error" IS NULL) AS "hasSuccess", bool_or(r."isJudged") AS "isJudged",
      (count(*) FILTER (WHERE r."isJudged"))::int AS "count"
    FROM settled JOIN result AS r USING ("id", "attempt") GROUP BY 1),
  today AS MATERIALIZED (SELECT (service_now() AT TIME ZONE 'UTC')::date AS "day")
  UPDATE "webhook_lanes" AS l SET "changes" = l."changes" + 1,
    "wakeAt" = LEAST(l."wakeAt", service_now()), ${healthAfter('l', 'health', 'today."day"')}
  FROM health, today WHERE l."webhookId" = health."webhookId"`;

/** The end of a statement that tells of endpoints. @param from - where their `id` and `appId` are. @param detail - in SQL. */
const tell = (type: EventType, from: string, detail: string): string => `
  ${insertEvents(
    `SELECT "id", "appId", NULL::"IntentStatus", NULL::int, service_now(), '${type}', ${detail} FROM ${from}`,
    ['detail'],
  )}
  SELECT count(*)::int AS "count" FROM events`;

// Whoever changes an endpoint and its lane changes the endpoint first.
const DISABLE = (reason: 'GONE' | 'FAILING', which: string): string => `
  WITH disabled AS (
    UPDATE "webhook_endpoints" AS e SET "disabledReason" = '${reason}', "disabledAt" = service_now(),
      "updatedAt" = service_now(), "version" = e."version" + 1
    FROM (${which}) AS found
    WHERE e."id" = found."webhookId" AND e."disabledAt" IS NULL AND (found."version" IS NULL OR found."version" = e."version")
    RETURNING e."id", e."appId"),
  closed AS (${CLOSE.replace('ANY($1::text[])', 'ANY(SELECT "id" FROM disabled)')}),
  ${tell('webhook.disabled', 'disabled', `'${reason}'`)}`;

// One that was changed meanwhile, in its address or enabled anew, has not said so.
const DISABLE_GONE = DISABLE(
  'GONE',
  'SELECT * FROM unnest($1::text[], $2::int[]) AS gone("webhookId", "version")',
);

const DISABLE_HOPELESS = DISABLE(
  'FAILING',
  `SELECT l."webhookId", NULL::int AS "version" FROM "webhook_lanes" AS l JOIN "webhook_endpoints" AS o ON o."id" = l."webhookId"
    WHERE ${isDisableDue('l', { hours: '$1', days: '$2' })} AND o."disabledAt" IS NULL LIMIT 100`,
);

const FAILING = `
  WITH lane AS MATERIALIZED (
    SELECT l."webhookId", e."appId" FROM "webhook_lanes" AS l JOIN "webhook_endpoints" AS e ON e."id" = l."webhookId"
    WHERE ${isFailing('l', '$1')} AND e."disabledAt" IS NULL
    ORDER BY l."webhookId" LIMIT 100 FOR UPDATE OF l SKIP LOCKED),
  failing AS (
    UPDATE "webhook_lanes" AS l SET "isFailingTold" = true FROM lane WHERE l."webhookId" = lane."webhookId"
    RETURNING l."webhookId" AS "id", lane."appId", l."failingSince"),
  ${tell(
    'webhook.failing',
    'failing',
    `to_char("failingSince" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  )}`;

/** Writes what came of attempts, and what that means for their endpoints. */
export const finishing = (database: Pick<Database, 'rows'>) => ({
  /** Writes results. One whose delivery was claimed anew meanwhile writes nothing. */
  async finish(results: readonly FinishedAttempt[]): Promise<void> {
    const column = <K extends keyof FinishedAttempt>(name: K) => results.map((result) => result[name]);
    await database.rows(FINISH, [
      column('id'),
      column('attempt'),
      column('state'),
      column('dueAt'),
      column('durationMs'),
      column('status'),
      column('error'),
      column('response'),
      column('isJudged'),
    ]);
  },

  /** Disables endpoints whose address answered that it is gone, and tells of it. Says how many. */
  disableGone: (gone: readonly GoneEndpoint[]): Promise<number> =>
    countOf(database, DISABLE_GONE, [
      gone.map(({ webhookId }) => webhookId),
      gone.map(({ version }) => version),
    ]),

  /** Disables endpoints without a success for so many hours, with failures on so many days. Says how many. */
  disableHopeless: (hours: number, days: number): Promise<number> =>
    countOf(database, DISABLE_HOPELESS, [hours, days]),

  /** Tells of endpoints that have had no success for so many hours, once. Says how many. */
  tellFailing: (hours: number): Promise<number> => countOf(database, FAILING, [hours]),
});

export type Finishing = ReturnType<typeof finishing>;
