import type { EventType, IntentStatus } from '@procurement-intents/contract';
import {
  type AttemptTrigger,
  DELIVERY_ATTEMPTS,
  type DeliveryState,
  type Payload,
  WEBHOOK_LIMITS,
} from '@procurement-intents/contract/webhooks';
import type { Database } from '../../postgres/database.ts';
import { isUnderWay, RANKS } from '../../webhook-rows/deliveries.ts';
import { isServed } from '../../webhook-rows/lanes.ts';
import type { WEBHOOK_SCHEMES } from '@procurement-intents/contract/webhooks/signing';

// Asked for once a statement: an index takes no condition that calls a function for each row.
const NOW = '(SELECT service_now())';
/** How long an attempt is waited for. It is longer than an attempt may take. */
const LEASE_SECONDS = 30;
// A second has as many requests as the endpoint wants, also when those of a tenth of a second go out together.
const BURST_SECONDS = 0.1;
/** The most endpoints of one statement. */
const LANES = 64;

/** A key that signs, sealed. */
export interface ClaimedKey {
  id: string;
  /** Base64. */
  ciphertext: string;
  scheme: keyof typeof WEBHOOK_SCHEMES;
}

/** A delivery whose attempt is on record, and begins now. */
export interface ClaimedDelivery {
  id: string;
  /** The fence: number of this attempt. */
  attempt: number;
  trigger: AttemptTrigger;
  tries: number;
  resumeState: DeliveryState | null;
  resumeAt: Date | null;
  webhookId: string;
  url: string;
  /** Of the endpoint. */
  endpointVersion: number;
  payload: Payload;
  /** The newest first; null without any. */
  keys: ClaimedKey[] | null;
  /** The event. `at` is null when it is kept no longer. */
  eventId: string;
  sequence: bigint;
  type: EventType;
  subjectId: string;
  at: Date | null;
  from: IntentStatus | null;
  to: IntentStatus | null;
  status: IntentStatus | null;
  version: number | null;
  detail: string | null;
}

const due = (rank: number): string => `(
    SELECT "id", "rank", "dueAt" FROM "webhook_deliveries" AS d
    WHERE d."webhookId" = room."webhookId" AND d."rank" = ${rank} AND d."dueAt" <= ${NOW}
      AND d."queuedAt" > COALESCE(room."endUpTo", '-infinity')
    ORDER BY "dueAt" LIMIT GREATEST(room."free", 0))`;

const nextDue = (rank: number): string => `(
    SELECT min("dueAt") FROM "webhook_deliveries" AS d
    WHERE d."webhookId" = room."webhookId" AND d."rank" = ${rank} AND d."dueAt" > ${NOW})`;

const ALL_RANKS = Object.values(RANKS);
const IS_SPENT = `(d."trigger" = 'SCHEDULE' AND d."tries" >= ${DELIVERY_ATTEMPTS})`;

/**
 * Begins attempts: takes the endpoints that have something due, and of each as many deliveries as it may have requests.
 * The endpoints are locked meanwhile, so that no two processes count the same room. What an endpoint has got since the
 * snapshot of this statement is not seen by it: then it is looked at again at once.
 */
const CLAIM = `
  WITH lane AS MATERIALIZED (
    SELECT l."webhookId", l."changes", l."endUpTo", l."nextRequestAt", l."failuresInARow", e."maxPerSecond",
      e."url", e."payload", e."signature", e."version"
    FROM "webhook_lanes" AS l JOIN "webhook_endpoints" AS e ON e."id" = l."webhookId" JOIN "apps" AS a ON a."id" = e."appId"
    WHERE l."wakeAt" <= ${NOW} AND ${isServed('e', 'a')}
    ORDER BY l."wakeAt" LIMIT ${LANES} FOR UPDATE OF l SKIP LOCKED),
  counted AS MATERIALIZED (
    SELECT lane.*, seen."changes" = lane."changes" AS "isWhole",
      CASE WHEN lane."failuresInARow" >= ${WEBHOOK_LIMITS.failuresInARow} THEN 1 ELSE LEAST($1::int, ${WEBHOOK_LIMITS.requestsPerEndpoint}) END
        - (SELECT count(*)::int FROM "webhook_deliveries" AS d
           WHERE d."webhookId" = lane."webhookId" AND ${isUnderWay('d', NOW)}) AS "slots",
      GREATEST(lane."nextRequestAt", ${NOW} - interval '${BURST_SECONDS} s') AS "from",
      interval '${1 + BURST_SECONDS} s' / lane."maxPerSecond" AS "every"
    FROM lane JOIN "webhook_lanes" AS seen USING ("webhookId")),
  room AS MATERIALIZED (
    SELECT counted.*, LEAST("slots", CASE WHEN "from" > ${NOW} THEN 0
      ELSE floor(extract(epoch FROM ${NOW} - "from") / extract(epoch FROM "every"))::int + 1 END) AS "free"
    FROM counted),
  due AS MATERIALIZED (
    SELECT room."webhookId", first."id" FROM room CROSS JOIN LATERAL (
      SELECT "id" FROM (${ALL_RANKS.map(due).join(' UNION ALL ')}) AS any_rank
      ORDER BY "rank", "dueAt" LIMIT GREATEST(room."free", 0)) AS first
    LIMIT $2::int),
  -- An attempt whose process has died counts. After the last one the delivery has failed.
  begun AS (
    UPDATE "webhook_deliveries" AS d SET
      "attempt" = CASE WHEN ${IS_SPENT} THEN d."attempt" ELSE d."attempt" + 1 END,
      "tries" = CASE WHEN d."trigger" = 'SCHEDULE' AND NOT ${IS_SPENT} THEN d."tries" + 1 ELSE d."tries" END,
      "isSending" = NOT ${IS_SPENT},
      "state" = CASE WHEN ${IS_SPENT} THEN 'FAILED' ELSE 'PENDING' END,
      "dueAt" = CASE WHEN ${IS_SPENT} THEN NULL ELSE ${NOW} + interval '${LEASE_SECONDS} s' END,
      "rank" = GREATEST(d."rank", ${RANKS.repeated})
    FROM due WHERE d."id" = due."id" AND d."dueAt" <= ${NOW}
    RETURNING d.*),
  started AS MATERIALIZED (SELECT * FROM begun WHERE "isSending"),
  logged AS (
    INSERT INTO "webhook_attempts" ("deliveryId", "attempt", "trigger", "at")
    SELECT "id", "attempt", "trigger", ${NOW} FROM started),
  picked AS (SELECT "webhookId", count(*)::int AS "count" FROM due GROUP BY 1),
  taken AS (SELECT "webhookId", count(*)::int AS "count" FROM started GROUP BY 1),
  woken AS (
    UPDATE "webhook_lanes" AS l SET
      "nextRequestAt" = CASE WHEN taken."count" > 0 THEN room."from" + room."every" * taken."count" ELSE l."nextRequestAt" END,
      "wakeAt" = CASE
        WHEN NOT room."isWhole" THEN ${NOW}
        -- It may have more that is due. The end of a request wakes it earlier.
        WHEN COALESCE(picked."count", 0) >= room."free" OR $2::int <= (SELECT count(*) FROM due) THEN GREATEST(
          COALESCE(room."from" + room."every" * COALESCE(taken."count", 0), ${NOW}),
          CASE WHEN room."slots" <= COALESCE(taken."count", 0) THEN ${NOW} + interval '1 s' ELSE ${NOW} END)
        ELSE LEAST(${ALL_RANKS.map(nextDue).join(', ')}, CASE WHEN taken."count" > 0 THEN ${NOW} + interval '${LEASE_SECONDS} s' END) END
    FROM room LEFT JOIN picked USING ("webhookId") LEFT JOIN taken USING ("webhookId")
    WHERE l."webhookId" = room."webhookId")
  SELECT started."id", started."attempt", started."trigger", started."tries", started."resumeState", started."resumeAt",
    started."webhookId", room."url", room."version" AS "endpointVersion", room."payload",
    (SELECT json_agg(json_build_object('id', s."id", 'ciphertext', encode(s."ciphertext", 'base64'),
        'scheme', room."signature") ORDER BY s."expiresAt" DESC NULLS FIRST)
      FROM "webhook_secrets" AS s
      WHERE s."webhookId" = room."webhookId" AND (s."expiresAt" IS NULL OR s."expiresAt" > ${NOW})) AS "keys",
    started."eventId", started."sequence", started."type", started."subjectId",
    event."at", event."from", event."to", event."status", event."version", event."detail"
  FROM started JOIN room USING ("webhookId")
  LEFT JOIN LATERAL (
    SELECT * FROM "app_events" AS e
    WHERE e."appId" = started."appId" AND e."sequence" = started."sequence" AND e."publishedAt" = started."publishedAt"
  ) AS event ON true`;

/** Takes deliveries whose attempt is due. */
export const claiming = (database: Pick<Database, 'rows'>) => ({
  /**
   * Begins up to `most` attempts, of which one endpoint gets at most `perEndpoint`.
   *
   * @returns deliveries whose attempts are on record, oldest first.
   */
  claim: (most: number, perEndpoint: number): Promise<ClaimedDelivery[]> =>
    database.rows<ClaimedDelivery>(CLAIM, [perEndpoint, most]),
});

export type Claiming = ReturnType<typeof claiming>;
