import type { Scope } from '@procurement-intents/contract/bearer';
import { OAUTH_LIMITS } from '@procurement-intents/contract/oauth';
import type { PolledDevice } from '@procurement-intents/domain/oauth';
import type { Database } from '../../postgres/database.ts';
import { isUniqueViolation } from '../../postgres/database-errors.ts';
import { insertTokens, type IssuedScopes, type NewTokens, valuesOf } from './issue-tokens.ts';
import { LIVE_GRANT } from './live-grant.ts';

interface NewDevice {
  hash: Uint8Array;
  userCodeHash: Uint8Array;
  clientId: string;
  scopes: readonly Scope[];
  at: Date;
  expiresAt: Date;
}

/** A device flow that a person may still decide. */
export interface PendingDevice {
  hash: Buffer;
  clientId: string;
  scopes: Scope[];
}

// Inserts at once may exceed the bound by their own number, which the pool of connections bounds.
const INSERT = `INSERT INTO "oauth_devices"
    ("hash", "userCodeHash", "clientId", "scopes", "state", "intervalSeconds", "createdAt", "expiresAt")
  SELECT $1::bytea, $2::bytea, $3::text, $4::text[], 'pending', ${OAUTH_LIMITS.pollSeconds}, $5::timestamptz, $6::timestamptz
  WHERE (SELECT count(*) FROM (
    SELECT 1 FROM "oauth_devices" WHERE "clientId" = $3 AND "state" = 'pending' AND "expiresAt" > $5
    LIMIT ${OAUTH_LIMITS.pendingDevices}) AS "pending") < ${OAUTH_LIMITS.pendingDevices}
  RETURNING 1`;

const FIND_PENDING = `SELECT d."hash", d."clientId", d."scopes"
  FROM "oauth_devices" AS d JOIN "oauth_clients" AS c ON c."id" = d."clientId"
  WHERE d."userCodeHash" = $1 AND d."state" = 'pending' AND d."expiresAt" > $2 AND c."disabledAt" IS NULL`;

// Polls at once wait for the row of the device, and all but one find it used.
const TAKE = `WITH "taken" AS (
    UPDATE "oauth_devices" AS d SET "usedAt" = $2
    FROM "oauth_grants" AS g JOIN "users" AS u ON u."id" = g."userId"
    WHERE d."hash" = $1 AND d."clientId" = $3 AND d."state" = 'approved' AND d."usedAt" IS NULL AND d."expiresAt" > $2
      AND g."id" = d."grantId" AND ${LIVE_GRANT}
    RETURNING g."id" AS "grantId", g."scopes", g."scopes" AS "consented", u."scopes" AS "userScopes"
  ), ${insertTokens('"taken"', 4, 2)}
  SELECT "scopes", "userScopes" FROM "taken"`;

const POLL = `UPDATE "oauth_devices" AS d SET "polledAt" = $2,
    "intervalSeconds" = d."intervalSeconds" + CASE WHEN b."isTooSoon" THEN ${OAUTH_LIMITS.pollSeconds} ELSE 0 END
  FROM (
    SELECT "hash", coalesce("polledAt" + make_interval(secs => "intervalSeconds") > $2, false) AS "isTooSoon"
    FROM "oauth_devices" WHERE "hash" = $1 AND "clientId" = $3 FOR UPDATE
  ) AS b
  WHERE d."hash" = b."hash"
  RETURNING d."expiresAt", d."state", d."usedAt" IS NOT NULL AS "isUsed", b."isTooSoon"`;

export function createDeviceStore(database: Database) {
  return {
    /** Adds a device flow, unless its user code is taken or as many as may of the client wait already. */
    async insert(device: NewDevice): Promise<'inserted' | 'taken' | 'full'> {
      const { hash, userCodeHash, clientId, scopes, at, expiresAt } = device;
      try {
        const rows = await database.rows(INSERT, [hash, userCodeHash, clientId, scopes, at, expiresAt]);
        return rows.length === 1 ? 'inserted' : 'full';
      } catch (error) {
        if (isUniqueViolation(error)) return 'taken';
        throw error;
      }
    },
    async findPending(userCodeHash: Uint8Array, at: Date): Promise<PendingDevice | null> {
      const [row] = await database.rows<PendingDevice>(FIND_PENDING, [userCodeHash, at]);
      return row ?? null;
    },
    /** Gives the tokens of a device that a person has approved, once. */
    async take(
      { hash, clientId, at }: { hash: Uint8Array; clientId: string; at: Date },
      tokens: NewTokens,
    ): Promise<IssuedScopes | null> {
      const [row] = await database.rows<IssuedScopes>(TAKE, [hash, at, clientId, ...valuesOf(tokens)]);
      return row ?? null;
    },
    /** Counts a poll that gave no tokens. */
    async poll({
      hash,
      clientId,
      at,
    }: {
      hash: Uint8Array;
      clientId: string;
      at: Date;
    }): Promise<PolledDevice | null> {
      const [row] = await database.rows<PolledDevice>(POLL, [hash, at, clientId]);
      return row ?? null;
    },
  };
}
