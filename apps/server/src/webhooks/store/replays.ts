import type { StoredReplay, WebhookEndpoint } from '@procurement-intents/domain/webhooks';
import {
  created,
  type CreatedOnce,
  createOnce,
  type Creator,
  unchanged,
} from '../../changes/unit-of-work.ts';
import type { Database } from '../../postgres/database.ts';
import type { Statements } from '../../postgres/transaction.ts';
import { isUniqueViolation } from '../../postgres/database-errors.ts';
import {
  getsEvent,
  insertDeliveries,
  isMissed,
  isUnderWay,
  queueAgain,
} from '../../webhook-rows/deliveries.ts';
import { isServed, lockLanes, wakeLanes } from '../../webhook-rows/lanes.ts';

/** Events that one step looks at. */
const LOOKED_AT = 5000;

// Where the events of that time begin and end among those of the App.
const BOUNDS = `
  SELECT COALESCE((SELECT max("sequence") FROM "app_events" WHERE "appId" = $1 AND "publishedAt" < $2), 0) AS "before",
    COALESCE((SELECT max("sequence") FROM "app_events" WHERE "appId" = $1 AND "publishedAt" <= $3), 0) AS "last"`;

/**
 * Goes on with the replays whose turn it is: each queues as many events as its endpoint gets in half a second, and moves its
 * position in the same statement.
 */
const STEP = `
  WITH replay AS MATERIALIZED (
    SELECT r.*, e."appId", e."eventTypes", GREATEST(e."maxPerSecond" / 2, 1) AS "count"
    FROM "webhook_replays" AS r JOIN "webhook_endpoints" AS e ON e."id" = r."webhookId" JOIN "apps" AS a ON a."id" = e."appId"
    WHERE r."nextAt" <= (SELECT service_now()) AND ${isServed('e', 'a')}
    ORDER BY r."nextAt" LIMIT 20 FOR UPDATE OF r SKIP LOCKED),
  looked AS MATERIALIZED (
    SELECT replay."id" AS "replayId", replay."webhookId", e.* FROM replay CROSS JOIN LATERAL (
      SELECT v."appId", v."sequence", v."publishedAt", v."id", v."type", v."subjectId" FROM "app_events" AS v
      WHERE v."appId" = replay."appId" AND v."sequence" > replay."position"
        AND v."sequence" <= LEAST(replay."upTo", replay."position" + ${LOOKED_AT})
        AND v."publishedAt" >= replay."since" AND v."publishedAt" <= replay."until"
        AND ${getsEvent('replay."webhookId"', 'replay."types"', 'v')}
        AND NOT EXISTS (
          SELECT 1 FROM "webhook_deliveries" AS d
          WHERE d."webhookId" = replay."webhookId" AND d."sequence" = v."sequence"
            AND ((replay."scope" = 'missed' AND NOT ${isMissed('d')}) OR ${isUnderWay('d')}))
      ORDER BY v."sequence" LIMIT replay."count") AS e),
  lane AS MATERIALIZED (
    ${lockLanes('IN (SELECT "webhookId" FROM looked)')}),
  queued AS (
    ${insertDeliveries('REPLAY', { webhookId: 'looked."webhookId"', event: 'looked', from: 'looked' })}
    WHERE (SELECT count(*) FROM lane) > 0
    ON CONFLICT ("webhookId", "sequence") DO UPDATE SET ${queueAgain('d', 'REPLAY')}
    WHERE NOT ${isUnderWay('d')}),
  progress AS (
    SELECT replay."id", replay."webhookId", replay."upTo", count(looked."sequence")::int AS "sent",
      CASE WHEN count(looked."sequence") = replay."count" THEN max(looked."sequence")
        ELSE LEAST(replay."upTo", replay."position" + ${LOOKED_AT}) END AS "position"
    FROM replay LEFT JOIN looked ON looked."replayId" = replay."id"
    GROUP BY replay."id", replay."webhookId", replay."upTo", replay."position", replay."count"),
  woken AS (
    ${wakeLanes('lane')})
  UPDATE "webhook_replays" AS r SET "position" = p."position", "sent" = r."sent" + p."sent",
    "state" = CASE WHEN p."position" >= p."upTo" THEN 'DONE' ELSE 'RUNNING' END,
    "nextAt" = CASE WHEN p."position" >= p."upTo" THEN NULL
      WHEN p."sent" = 0 THEN service_now() ELSE service_now() + interval '1 s' END
  FROM progress AS p WHERE r."id" = p."id" RETURNING r."id"`;

const IS_DUE = `SELECT 1 FROM "webhook_replays" WHERE "nextAt" <= (SELECT service_now()) LIMIT 1`;

// What is replayed to an endpoint that was disabled meanwhile ends.
const END = `
  UPDATE "webhook_replays" AS r SET "state" = 'ENDED', "nextAt" = NULL FROM "webhook_endpoints" AS e
  WHERE r."nextAt" IS NOT NULL AND e."id" = r."webhookId" AND e."disabledAt" IS NOT NULL`;

/** Reads and moves replays. */
export const replays = (database: Database) => ({
  /** Sequences before the first event of that time, and of its last one. */
  async bounds(appId: string, since: Date, until: Date): Promise<{ before: number; last: number }> {
    const [row] = await database.rows<{ before: bigint; last: bigint }>(BOUNDS, [appId, since, until]);
    return { before: Number(row?.before ?? 0), last: Number(row?.last ?? 0) };
  },

  /**
   * Adds a replay to an endpoint, once under an `Idempotency-Key`; the id of the one that runs already, if there is one.
   */
  async create(
    { id: webhookId, appId }: Pick<WebhookEndpoint, 'id' | 'appId'>,
    replay: StoredReplay,
    by: Creator | null,
  ): Promise<{ running: string } | CreatedOnce> {
    const { id, position, upTo, createdAt } = replay;
    const findRunning = (client: Pick<Statements, 'webhookReplay'>) =>
      client.webhookReplay.findFirst({ where: { webhookId, state: 'RUNNING' } });
    const progress = {
      position: BigInt(position),
      upTo: BigInt(upTo),
      nextAt: position >= upTo ? null : createdAt,
    };
    try {
      return await createOnce<{ running: string } | CreatedOnce>(database, by, id, async (transaction) => {
        // Of two at the same time, the unique index refuses one.
        const known = await findRunning(transaction);
        if (known) return unchanged({ running: known.id });
        await transaction.webhookReplay.create({ data: { ...replay, webhookId, ...progress } });
        const { since, until, types, scope } = replay;
        const span = { since: since.toISOString(), until: until.toISOString() };
        const after = { appId, replayId: id, ...span, types, scope };
        return created({ action: 'webhook.replay_begun', subjectId: webhookId, after });
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return { running: (await findRunning(database))?.id ?? id };
    }
  },

  async find(webhookId: string, id: string): Promise<StoredReplay | null> {
    const row = await database.webhookReplay.findFirst({ where: { id, webhookId } });
    if (!row) return null;
    const { webhookId: _, nextAt: __, ...replay } = row;
    return { ...replay, position: Number(row.position), upTo: Number(row.upTo) } as StoredReplay;
  },

  /** Goes on with the replays whose turn it is, and says how many. */
  async step(): Promise<number> {
    // Mostly there is none, and the statements below are large.
    if ((await database.rows(IS_DUE)).length === 0) return 0;
    await database.rows(END);
    return (await database.rows(STEP)).length;
  },
});

export type Replays = ReturnType<typeof replays>;
