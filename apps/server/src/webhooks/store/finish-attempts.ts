import type { AttemptError, DeliveryState } from '@procurement-intents/contract/webhooks';
import type { Database } from '../../postgres/database.ts';
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
}

const FINISH = `
  WITH result AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::int[], $3::text[], $4::timestamptz[], $5::int[], $6::int[], $7::text[], $8::text[])
      AS r("id", "attempt", "state", "dueAt", "durationMs", "status", "error", "response")),
  settled AS (
    UPDATE "webhook_deliveries" AS d SET "state" = r."state", "dueAt" = r."dueAt", "isSending" = false, "trigger" = 'SCHEDULE',
      "rank" = 1, "lastStatus" = COALESCE(r."status", d."lastStatus"), "resumeState" = NULL, "resumeAt" = NULL
    FROM result AS r WHERE d."id" = r."id" AND d."attempt" = r."attempt" AND d."isSending"
    RETURNING d."id", d."attempt", d."webhookId"),
  logged AS (
    UPDATE "webhook_attempts" AS a SET "durationMs" = r."durationMs", "status" = r."status", "error" = r."error",
      "response" = r."response"
    FROM settled JOIN result AS r USING ("id")
    WHERE a."deliveryId" = settled."id" AND a."attempt" = settled."attempt"),
  health AS (
    SELECT "webhookId", bool_or(r."error" IS NULL) AS "hasSuccess", count(*)::int AS "count"
    FROM settled JOIN result AS r USING ("id") GROUP BY 1),
  locked AS MATERIALIZED (
    SELECT "webhookId" FROM "webhook_lanes" WHERE "webhookId" IN (SELECT "webhookId" FROM health)
    ORDER BY "webhookId" FOR UPDATE),
  today AS MATERIALIZED (SELECT (service_now() AT TIME ZONE 'UTC')::date AS "day")
  UPDATE "webhook_lanes" AS l SET "changes" = l."changes" + 1,
    "wakeAt" = LEAST(l."wakeAt", service_now()),
    "failuresInARow" = CASE WHEN "hasSuccess" THEN 0 ELSE LEAST(l."failuresInARow" + "count", 1000000) END,
    "failingSince" = CASE WHEN "hasSuccess" THEN NULL ELSE COALESCE(l."failingSince", service_now()) END,
    "isFailingTold" = l."isFailingTold" AND NOT "hasSuccess",
    "failedDays" = CASE WHEN "hasSuccess" THEN 0
      WHEN l."lastFailedDay" IS DISTINCT FROM today."day" THEN l."failedDays" + 1 ELSE l."failedDays" END,
    "lastFailedDay" = CASE WHEN "hasSuccess" THEN NULL ELSE today."day" END
  FROM health JOIN locked USING ("webhookId"), today WHERE l."webhookId" = health."webhookId"`;

const TELL = (type: string, rows: string): string => `
  told AS (
    INSERT INTO "intent_events" ("intentId", "appId", "at", "type", "detail") ${rows} RETURNING "id"),
  unpublished AS (INSERT INTO "unpublished_events" SELECT "id" FROM told)
  SELECT count(*)::int AS "count", '${type}' AS "type" FROM told`;

const DISABLE = `
  WITH disabled AS (
    UPDATE "webhook_endpoints" SET "disabledReason" = $2, "disabledAt" = service_now(), "updatedAt" = service_now(),
      "version" = "version" + 1
    WHERE "id" = ANY($1::text[]) AND "disabledAt" IS NULL RETURNING "id", "appId"),
  closed AS (${CLOSE.replace('ANY($1::text[])', 'ANY(SELECT "id" FROM disabled)')}),
  ${TELL('webhook.disabled', `SELECT "id", "appId", service_now(), 'webhook.disabled', $2 FROM disabled`)}`;

const FAILING = `
  WITH failing AS (
    UPDATE "webhook_lanes" AS l SET "isFailingTold" = true FROM "webhook_endpoints" AS e
    WHERE l."failingSince" < service_now() - make_interval(hours => $1) AND NOT l."isFailingTold"
      AND e."id" = l."webhookId" AND e."disabledAt" IS NULL
    RETURNING l."webhookId", e."appId", l."failingSince"),
  ${TELL(
    'webhook.failing',
    `SELECT "webhookId", "appId", service_now(), 'webhook.failing',
    to_char("failingSince" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM failing`,
  )}`;

const HOPELESS = `
  SELECT l."webhookId" FROM "webhook_lanes" AS l JOIN "webhook_endpoints" AS e ON e."id" = l."webhookId"
  WHERE l."failingSince" < service_now() - make_interval(hours => $1) AND l."failedDays" >= $2 AND e."disabledAt" IS NULL
  LIMIT 100`;

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
    ]);
  },

  /** Disables endpoints that are enabled, and tells of it. Says how many. */
  async disable(ids: readonly string[], reason: 'GONE' | 'FAILING'): Promise<number> {
    const [row] = await database.rows<{ count: number }>(DISABLE, [ids, reason]);
    return row?.count ?? 0;
  },

  /** Tells of endpoints that have had no success for so many hours, once. Says how many. */
  async tellFailing(hours: number): Promise<number> {
    const [row] = await database.rows<{ count: number }>(FAILING, [hours]);
    return row?.count ?? 0;
  },

  /** Endpoints without a success for so many hours, with failures on so many days. */
  async findHopeless(hours: number, days: number): Promise<string[]> {
    const rows = await database.rows<{ webhookId: string }>(HOPELESS, [hours, days]);
    return rows.map(({ webhookId }) => webhookId);
  },
});

export type Finishing = ReturnType<typeof finishing>;
