import type { Scope } from '@procurement-intents/contract/bearer';
import type { Locale } from '@procurement-intents/contract/company';
import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';
import { LIVE_GRANT } from './live-grant.ts';

/** A token that is neither used nor revoked, with its client and its person as they are now. It may have expired. */
export interface TokenWithHolder {
  hash: Buffer;
  kind: 'access' | 'refresh';
  expiresAt: Date;
  createdAt: Date;
  scopes: Scope[];
  grantId: string;
  clientId: string;
  clientName: string;
  clientScopes: Scope[];
  clientCreatedAt: Date;
  /** Null without a maker, and while the maker is disabled. */
  makerId: string | null;
  /** Null: the client acts for itself. */
  userId: string | null;
  username: string | null;
  displayName: string | null;
  locale: Locale | null;
  userScopes: Scope[] | null;
  userCreatedAt: Date | null;
  version: number | null;
}

const FIND = `SELECT t."hash", t."kind", t."expiresAt", t."createdAt", t."scopes", g."id" AS "grantId",
    c."id" AS "clientId", c."name" AS "clientName", c."scopes" AS "clientScopes", c."createdAt" AS "clientCreatedAt",
    (SELECT m."id" FROM "users" AS m WHERE m."id" = c."makerId" AND m."disabledAt" IS NULL) AS "makerId", u."id" AS "userId", u."username", u."displayName", u."locale", u."scopes" AS "userScopes",
    u."createdAt" AS "userCreatedAt", u."version"
  FROM "oauth_tokens" AS t JOIN "oauth_grants" AS g ON g."id" = t."grantId"
    JOIN "oauth_clients" AS c ON c."id" = g."clientId" LEFT JOIN "users" AS u ON u."id" = g."userId"
  WHERE t."hash" = ANY($1) AND t."kind" IN ('access', 'refresh') AND t."usedAt" IS NULL AND c."disabledAt" IS NULL
    AND CASE WHEN g."userId" IS NULL THEN g."revokedAt" IS NULL ELSE ${LIVE_GRANT} END`;

// A refresh token ends the grant, an access token itself alone. RFC 7009, 2.1.
const REVOKE = `WITH "given" AS (
    SELECT t."hash", t."kind", t."grantId" FROM "oauth_tokens" AS t JOIN "oauth_grants" AS g ON g."id" = t."grantId"
    WHERE t."hash" = $1 AND t."kind" IN ('access', 'refresh') AND g."clientId" = $2
  ), "token" AS (
    UPDATE "oauth_tokens" AS t SET "usedAt" = $3 FROM "given"
    WHERE "given"."kind" = 'access' AND t."hash" = "given"."hash" AND t."usedAt" IS NULL
  )
  UPDATE "oauth_grants" AS g SET "revokedAt" = $3 FROM "given"
  WHERE "given"."kind" = 'refresh' AND g."id" = "given"."grantId" AND g."revokedAt" IS NULL`;

export function createTokenStore(database: Database) {
  return {
    /** Finds a token by its hash; concurrent calls share a statement. Nothing is cached: an end is an end. */
    find: createBatcher({
      run: async (hashes: Buffer[]) => {
        const rows = await database.rows<TokenWithHolder>(FIND, [hashes]);
        const byHash = new Map(rows.map((row) => [row.hash.toString('latin1'), row]));
        return hashes.map((hash) => byHash.get(hash.toString('latin1')) ?? null);
      },
    }),
    /** Ends a token of the client; another client's stays. */
    async revoke(hash: Uint8Array, clientId: string, at: Date): Promise<void> {
      await database.rows(REVOKE, [hash, clientId, at]);
    },
  };
}
