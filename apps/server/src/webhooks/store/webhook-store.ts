import {
  type EndpointRefusal,
  endpointRefusal,
  type EndpointUpdate,
  endpointRecord,
  type WebhookEndpoint,
} from '@procurement-intents/domain/webhooks';
import type { AuditActionOn } from '@procurement-intents/contract/company';
import type { Change } from '../../audit/record-change.ts';
import {
  type By,
  created,
  type CreatedOnce,
  createOnce,
  type Creator,
  freeKey,
  unchanged,
  write,
} from '../../changes/unit-of-work.ts';
import type { Database } from '../../postgres/database.ts';
import { isUniqueViolation } from '../../postgres/database-errors.ts';
import { HEALTHY } from '../../webhook-rows/endpoint-health.ts';

/** What signs requests, sealed. */
export interface SealedKey {
  id: string;
  ciphertext: Uint8Array<ArrayBuffer>;
  publicKey: string | null;
  createdAt: Date;
  expiresAt: Date | null;
}

/** What senders know of an endpoint. */
export interface LaneState {
  failingSince: Date | null;
  endUpTo: Date | null;
}

/** An endpoint with its keys. */
export interface EndpointRow {
  endpoint: WebhookEndpoint;
  keys: SealedKey[];
  lane: LaneState;
}

type Stored = Awaited<ReturnType<Database['webhookEndpoint']['findMany']>>[number] & { secrets: SealedKey[] };
const NEW_LANE: LaneState = { failingSince: null, endUpTo: null };

const toRow = ({ secrets, ...endpoint }: Stored, lane: LaneState | undefined): EndpointRow => ({
  endpoint: endpoint as WebhookEndpoint,
  keys: secrets,
  lane: lane ?? NEW_LANE,
});

/** The record of a change of an endpoint. */
type EndpointChange = Change & { action: AuditActionOn<'webhookEndpoint'> };

/** Reads the endpoints of Apps. */
function webhookReads(database: Database) {
  const lanesOf = async (ids: string[]): Promise<Map<string, LaneState>> => {
    const lanes = await database.webhookLane.findMany({ where: { webhookId: { in: ids } } });
    return new Map(lanes.map((lane) => [lane.webhookId, lane]));
  };

  return {
    async find(id: string): Promise<EndpointRow | null> {
      const found = await database.webhookEndpoint.findUnique({ where: { id }, include: { secrets: true } });
      if (!found) return null;
      const lanes = await lanesOf([id]);
      return toRow(found, lanes.get(id));
    },

    /** All endpoints of an App, the newest first. */
    async list(appId: string): Promise<EndpointRow[]> {
      const found = await database.webhookEndpoint.findMany({
        where: { appId },
        include: { secrets: true },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      });
      const lanes = await lanesOf(found.map(({ id }) => id));
      return found.map((one) => toRow(one, lanes.get(one.id)));
    },
  };
}

/** Adds and changes endpoints. */
function endpointWrites(database: Database) {
  return {
    /** Adds an endpoint with its first key, once under an `Idempotency-Key`. */
    create(
      endpoint: WebhookEndpoint,
      key: SealedKey,
      by: Creator | null,
    ): Promise<EndpointRefusal | CreatedOnce> {
      const { id, appId, url } = endpoint;
      return createOnce<EndpointRefusal | CreatedOnce>(database, by, id, async (transaction) => {
        // One create of an App at a time: the number of its endpoints holds.
        await transaction.$queryRaw`SELECT 1 FROM "apps" WHERE "id" = ${appId} FOR NO KEY UPDATE`;
        const known = await transaction.webhookEndpoint.findMany({
          where: { appId },
          select: { id: true, url: true },
        });
        const refusal = endpointRefusal(known, url);
        if (refusal) return unchanged(refusal);
        await transaction.webhookEndpoint.create({ data: { ...endpoint, secrets: { create: key } } });
        await transaction.webhookLane.create({ data: { webhookId: id } });
        const after = endpointRecord(endpoint);
        return created({ action: 'webhook.created', subjectId: id, after } satisfies EndpointChange);
      });
    },

    /**
     * Replaces an endpoint that still has the version of `before`; null when it has not. Its lane begins anew when it is
     * enabled, and ends what is open when it is disabled.
     */
    async update(
      before: WebhookEndpoint,
      { changed, switchedTo }: EndpointUpdate,
      by: By | null,
    ): Promise<EndpointRefusal | true | null> {
      const { id, ...data } = changed;
      try {
        return await write<true | null>(database, by, async (transaction) => {
          const { count } = await transaction.webhookEndpoint.updateMany({
            where: { id, version: before.version },
            data,
          });
          if (count === 0) return unchanged(null);
          if (switchedTo === 'disabled') await transaction.$executeRawUnsafe(CLOSE, [id]);
          if (switchedTo === 'enabled') await transaction.$executeRawUnsafe(BEGIN_ANEW, id);
          const action = `webhook.${switchedTo ?? 'updated'}` as const;
          const shown = { before: endpointRecord(before), after: endpointRecord(changed) };
          return { result: true, change: { action, subjectId: id, ...shown } satisfies EndpointChange };
        });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        const same = await database.webhookEndpoint.findFirst({
          where: { appId: changed.appId, url: changed.url },
          select: { id: true },
        });
        // Without one, the other was deleted meanwhile: the change comes again.
        return same ? { existing: same.id } : null;
      }
    },
  };
}

/** A key of an endpoint, as it is sealed. */
export type ResealedKey = Pick<SealedKey, 'id' | 'ciphertext'> & { webhookId: string };

/** Seals the keys of endpoints anew. */
export const sealedKeys = (database: Database) => ({
  list: (): Promise<ResealedKey[]> =>
    database.webhookSecret.findMany({ select: { id: true, webhookId: true, ciphertext: true } }),

  /** Replaces the ciphertext of one key, unless it has changed since it was read. */
  reseal(
    { id, webhookId, ciphertext }: ResealedKey,
    sealed: Uint8Array<ArrayBuffer>,
    by: By,
  ): Promise<boolean> {
    return write(database, by, async (transaction) => {
      const where = { id, ciphertext };
      const { count } = await transaction.webhookSecret.updateMany({ where, data: { ciphertext: sealed } });
      if (count === 0) return unchanged(false);
      const change: EndpointChange = { action: 'webhook.secret_resealed', subjectId: webhookId };
      return { result: true, change };
    });
  },
});

/** Replaces keys, removes endpoints, and counts their tests. */
function keyWrites(database: Database) {
  return {
    /** Replaces the keys of an endpoint that still has this version; null when it has not. */
    replaceKeys(
      { id, version, appId }: WebhookEndpoint,
      { kept, added, at }: { kept: SealedKey | null; added: SealedKey; at: Date },
      by: By | null,
    ): Promise<true | null> {
      return write<true | null>(database, by, async (transaction) => {
        const { count } = await transaction.webhookEndpoint.updateMany({
          where: { id, version },
          data: { version: version + 1, updatedAt: at },
        });
        if (count === 0) return unchanged(null);
        await transaction.webhookSecret.deleteMany({
          where: { webhookId: id, ...(kept && { id: { not: kept.id } }) },
        });
        if (kept)
          await transaction.webhookSecret.update({
            where: { id: kept.id },
            data: { expiresAt: kept.expiresAt },
          });
        await transaction.webhookSecret.create({ data: { ...added, webhookId: id } });
        const after = { appId, oldSecretExpiresAt: kept?.expiresAt?.toISOString() ?? null };
        const action = 'webhook.secret_rotated';
        return { result: true, change: { action, subjectId: id, after } satisfies EndpointChange };
      });
    },

    /** Removes an endpoint that still has this version; null when it has not. Its log is swept later. */
    remove(endpoint: WebhookEndpoint, by: By | null): Promise<true | null> {
      const { id, version } = endpoint;
      return write<true | null>(database, by, async (transaction) => {
        const replays = await transaction.webhookReplay.findMany({
          where: { webhookId: id },
          select: { id: true },
        });
        const { count } = await transaction.webhookEndpoint.deleteMany({ where: { id, version } });
        if (count === 0) return unchanged(null);
        await transaction.webhookLane.updateMany({
          where: { webhookId: id },
          data: { isGone: true, wakeAt: null },
        });
        await freeKey(transaction, id, ...replays.map((replay) => replay.id));
        const before = endpointRecord(endpoint);
        return {
          result: true,
          change: { action: 'webhook.deleted', subjectId: id, before } satisfies EndpointChange,
        };
      });
    },

    /** Counts one test of an endpoint, and says how many its minute has had. */
    async countTest(id: string): Promise<number> {
      const [row] = await database.rows<{ tests: number }>(COUNT_TEST, [id]);
      return row?.tests ?? 1;
    },
  };
}

/** Reads and writes the endpoints of Apps. */
export const webhookStore = (database: Database) => ({
  ...webhookReads(database),
  ...endpointWrites(database),
  ...keyWrites(database),
});

/** Ends what is open at these endpoints: what was queued until now. */
export const CLOSE = `
  UPDATE "webhook_lanes" SET "endUpTo" = service_now(), "wakeAt" = NULL, ${HEALTHY} WHERE "webhookId" = ANY($1::text[])`;

// What a publisher has queued that did not yet see the endpoint disabled is over too, and so are the failures of requests
// that were under way then.
const BEGIN_ANEW = `
  UPDATE "webhook_lanes" SET "endUpTo" = service_now() - interval '1 ms', "wakeAt" = service_now(), "changes" = "changes" + 1,
    ${HEALTHY} WHERE "webhookId" = $1`;

const COUNT_TEST = `
  UPDATE "webhook_lanes" SET
    "tests" = CASE WHEN "testMinute" = date_trunc('minute', service_now()) THEN "tests" + 1 ELSE 1 END,
    "testMinute" = date_trunc('minute', service_now())
  WHERE "webhookId" = $1 RETURNING "tests"`;

export type WebhookStore = ReturnType<typeof webhookStore>;
