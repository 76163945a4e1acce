import type { Scope } from '@procurement-intents/contract/bearer';
import type { RefusedRefresh } from '@procurement-intents/domain/oauth';
import type { Database } from '../../postgres/database.ts';
import { insertTokens, type IssuedScopes, type NewTokens, valuesOf } from './issue-tokens.ts';
import { LIVE_GRANT } from './live-grant.ts';

/** A refresh token that a client sends. */
export interface RefreshAttempt {
  hash: Uint8Array;
  clientId: string;
  /** What the access token may do; null: all that was consented to. */
  scopes: readonly Scope[] | null;
  at: Date;
}

/** A refresh token that was not exchanged, with the salt of its successor while that may be given again. */
export type RefusedRefreshRow = RefusedRefresh & { salt: Buffer | null };

const IS_NARROWER = `($4::text[] IS NULL OR 'admin' = ANY(g."scopes") OR $4::text[] <@ g."scopes")`;

// Taking the token and giving its successor is one statement. Of refreshes at once one takes it; the others wait for its
// row and then find it used.
const REFRESH = `WITH "taken" AS (
    UPDATE "oauth_tokens" AS t SET "usedAt" = $2, "salt" = $5
    FROM "oauth_grants" AS g JOIN "users" AS u ON u."id" = g."userId"
    WHERE t."hash" = $1 AND t."kind" = 'refresh' AND t."usedAt" IS NULL AND t."expiresAt" > $2
      AND g."id" = t."grantId" AND g."clientId" = $3 AND ${LIVE_GRANT} AND ${IS_NARROWER}
    RETURNING g."id" AS "grantId", coalesce($4::text[], g."scopes") AS "scopes", g."scopes" AS "consented",
      u."scopes" AS "userScopes"
  ), ${insertTokens('"taken"', 6, 2)}
  SELECT "scopes", "userScopes" FROM "taken"`;

const FIND_REFUSED = `SELECT g."clientId", t."expiresAt", t."usedAt", t."salt", g."scopes",
    NOT (${LIVE_GRANT}) AS "isRevoked"
  FROM "oauth_tokens" AS t JOIN "oauth_grants" AS g ON g."id" = t."grantId" JOIN "users" AS u ON u."id" = g."userId"
  WHERE t."hash" = $1 AND t."kind" = 'refresh'`;

// The successor is given again only while nobody has used it.
const REPEAT = `WITH "successor" AS (
    SELECT t."hash", g."id" AS "grantId", coalesce($3::text[], g."scopes") AS "scopes", g."scopes" AS "consented",
      u."scopes" AS "userScopes"
    FROM "oauth_tokens" AS t JOIN "oauth_grants" AS g ON g."id" = t."grantId" JOIN "users" AS u ON u."id" = g."userId"
    WHERE t."hash" = ANY($1) AND t."kind" = 'refresh' AND t."usedAt" IS NULL AND ${LIVE_GRANT}
  ), ${insertTokens('"successor"', 4, 2)}
  SELECT "hash", "scopes", "userScopes" FROM "successor"`;

const REVOKE = `UPDATE "oauth_grants" AS g SET "revokedAt" = $2 FROM "oauth_tokens" AS t
  WHERE t."hash" = $1 AND g."id" = t."grantId" AND g."revokedAt" IS NULL`;

export function createRefreshStore(database: Database) {
  return {
    /** Exchanges the token; null when it cannot be, and then nothing has changed. */
    async refresh(
      { hash, at, clientId, scopes }: RefreshAttempt,
      salt: Uint8Array,
      tokens: NewTokens,
    ): Promise<IssuedScopes | null> {
      const values = [hash, at, clientId, scopes, salt, ...valuesOf(tokens)];
      const [row] = await database.rows<IssuedScopes>(REFRESH, values);
      return row ?? null;
    },
    async findRefused(hash: Uint8Array): Promise<RefusedRefreshRow | null> {
      const [row] = await database.rows<RefusedRefreshRow>(FIND_REFUSED, [hash]);
      return row ?? null;
    },
    /**
     * Gives a new access token beside a successor that is unused; null when it is used. No refresh token is made.
     *
     * @param successors - hashes that the successor can have.
     */
    async repeat(
      successors: readonly Uint8Array[],
      { at, scopes }: Pick<RefreshAttempt, 'at' | 'scopes'>,
      tokens: NewTokens,
    ): Promise<(IssuedScopes & { hash: Buffer }) | null> {
      const values = [successors, at, scopes, ...valuesOf({ ...tokens, refreshHash: null })];
      const [row] = await database.rows<IssuedScopes & { hash: Buffer }>(REPEAT, values);
      return row ?? null;
    },
    /** Ends the grant of the token, and with it all its tokens. */
    async revokeGrantOf(hash: Uint8Array, at: Date): Promise<void> {
      await database.rows(REVOKE, [hash, at]);
    },
  };
}
