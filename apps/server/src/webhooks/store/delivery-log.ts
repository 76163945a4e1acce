import type {
  Closing,
  DeliveryQuery,
  StoredAttempt,
  StoredDelivery,
  WebhookEndpoint,
} from '@procurement-intents/domain/webhooks';
import type { PublishedEvent } from '@procurement-intents/domain';
import { type By, unchanged, write } from '../../changes/unit-of-work.ts';
import { idOf } from '@procurement-intents/contract';
import type { Database } from '../../postgres/database.ts';
import { isUnderWay, queueAgain, stateOf } from '../../webhook-rows/deliveries.ts';
import { lockLanes, wakeLanes } from '../../webhook-rows/lanes.ts';

// A page looks through so many deliveries: a filter that nothing passes costs no more than that.
const LOOKED_THROUGH = 10_000;

const COLUMNS = `d."id", d."eventId", d."sequence", d."type", d."subjectId", d."state", d."attempt", d."dueAt", d."isSending",
  d."lastStatus", d."queuedAt", d."createdAt"`;

// An open delivery is over when its endpoint was disabled after it was queued, also before it is swept.
const STATE = stateOf('d', { isDisabled: '$9::boolean', endUpTo: '$10::timestamptz' });

const LIST = `
  WITH found AS MATERIALIZED (
    SELECT ${COLUMNS} FROM (
      SELECT * FROM "webhook_deliveries" AS d
      WHERE d."webhookId" = $1 AND ($2::bigint IS NULL OR d."sequence" < $2)
      ORDER BY d."sequence" DESC LIMIT ${LOOKED_THROUGH}) AS d
    WHERE ($3::text IS NULL OR $3 = ${STATE}) AND ($4::text IS NULL OR d."type" = $4)
      AND ($5::text IS NULL OR d."subjectId" = $5)
      AND ($6::timestamptz IS NULL OR d."createdAt" >= $6) AND ($7::timestamptz IS NULL OR d."createdAt" <= $7)
    ORDER BY d."sequence" DESC LIMIT $8),
  -- Only a page that is not full asks where the look ended.
  bound AS (
    SELECT CASE WHEN (SELECT count(*) FROM found) < $8 THEN (
      SELECT d."sequence" FROM "webhook_deliveries" AS d
      WHERE d."webhookId" = $1 AND ($2::bigint IS NULL OR d."sequence" < $2)
      ORDER BY d."sequence" DESC OFFSET ${LOOKED_THROUGH - 1} LIMIT 1) END AS "end")
  SELECT found.*, bound."end" AS "lookedTo" FROM bound LEFT JOIN found ON true ORDER BY found."sequence" DESC`;

const FIND = `SELECT ${COLUMNS} FROM "webhook_deliveries" AS d WHERE d."id" = $1 AND d."webhookId" = $2`;

const EVENT = `
  SELECT e."sequence", e."id", e."type", e."at", e."subjectId", e."from", e."to", e."status", e."version", e."detail"
  FROM "webhook_deliveries" AS d JOIN "app_events" AS e
    ON e."appId" = d."appId" AND e."sequence" = d."sequence" AND e."publishedAt" = d."publishedAt"
  WHERE d."id" = $1`;

const ATTEMPTS = `
  SELECT "at", "trigger", "durationMs", "status", "error", "response" FROM "webhook_attempts"
  WHERE "deliveryId" = $1 ORDER BY "attempt"`;

// What is open goes on with its schedule afterwards. An attempt beside the schedule that waits already is that one. As
// everywhere, the lane is locked before its deliveries.
const RETRY = `
  WITH lane AS MATERIALIZED (
    ${lockLanes('= (SELECT d."webhookId" FROM "webhook_deliveries" AS d WHERE d."id" = $1)')}),
  retried AS (
    UPDATE "webhook_deliveries" AS d SET ${queueAgain('d', 'RETRY')}
    WHERE (SELECT count(*) FROM lane) > 0 AND d."id" = $1 AND NOT ${isUnderWay('d')}
    RETURNING d."webhookId")
  ${wakeLanes('retried')}`;

type Row = StoredDelivery & { sequence: bigint };
const toDelivery = (row: Row): StoredDelivery => ({ ...row, sequence: Number(row.sequence) });

/**
 * Reads the log of an endpoint.
 *
 * @param lists - connections for pages, which may look through many deliveries. Default: `database`.
 */
export const deliveryLog = (database: Database, lists: Pick<Database, 'rows'> = database) => ({
  /** The newest deliveries that pass the filter, one more than the page has, and down to where was looked. */
  async list(webhookId: string, query: DeliveryQuery, { isDisabled, endUpTo }: Closing) {
    const { before, state, type, intentId, since, until, limit } = query;
    const filter = [before, state, type, intentId, since, until, limit + 1];
    const values = [webhookId, ...filter, isDisabled, endUpTo];
    type Listed = Row & { id: string | null; lookedTo: bigint | null };
    const rows = await lists.rows<Listed>(LIST, values);
    const lookedTo = rows[0]?.lookedTo ?? null;
    return {
      found: rows.filter(({ id }) => id !== null).map(toDelivery),
      lookedTo: lookedTo === null ? null : Number(lookedTo),
    };
  },

  async find(webhookId: string, id: string): Promise<StoredDelivery | null> {
    const [row] = await database.rows<Row>(FIND, [id, webhookId]);
    return row ? toDelivery(row) : null;
  },

  /** The event of a delivery; null when it is kept no longer. */
  async findEvent(id: string): Promise<PublishedEvent | null> {
    const [row] = await database.rows<PublishedEvent & { sequence: bigint }>(EVENT, [id]);
    return row ? { ...row, sequence: Number(row.sequence) } : null;
  },

  /** The attempts of a delivery, the oldest first. */
  readAttempts: (id: string): Promise<StoredAttempt[]> => database.rows<StoredAttempt>(ATTEMPTS, [id]),

  /** Asks for one attempt now. One that is under way is left alone. */
  retry(
    id: string,
    { id: webhookId, appId }: Pick<WebhookEndpoint, 'id' | 'appId'>,
    by: By | null,
  ): Promise<void> {
    return write<void>(database, by, async (transaction) => {
      const count = await transaction.$executeRawUnsafe(RETRY, id);
      if (count === 0) return unchanged(undefined);
      const after = { appId, deliveryId: idOf('delivery', id.replaceAll('-', '')) };
      const change = { action: 'webhook.delivery_retried', subjectId: webhookId, after } as const;
      return { result: undefined, change };
    });
  },
});

export type DeliveryLog = ReturnType<typeof deliveryLog>;
