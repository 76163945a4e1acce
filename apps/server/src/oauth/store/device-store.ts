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

const INSERT = `INSERT INTO "oauth_devices"
    ("hash", "userCodeHash", "clientId", "scopes", "state", "intervalSeconds", "createdAt", "expiresAt")
  VALUES ($1, $2, $3, $4, 'pending', ${OAUTH_LIMITS.pollSeconds}, $5, $6)`;

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
    /** False when the user code is taken. */
    async insert({ hash, userCodeHash, clientId, scopes, at, expiresAt }: NewDevice): Promise<boolean> {
      try {
        await database.rows(INSERT, [hash, userCodeHash, clientId, scopes, at, expiresAt]);
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
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
