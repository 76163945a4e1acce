import type { Database } from '../../postgres/database.ts';
import { insertTokens, type IssuedScopes, type NewTokens, valuesOf } from './issue-tokens.ts';
import { LIVE_GRANT } from './live-grant.ts';

/** A code, and what the client proves with it. */
export interface CodeExchange {
  hash: Uint8Array;
  clientId: string;
  redirectUri: string | null;
  /** The challenge that the client's verifier proves; null without a verifier. */
  challenge: string | null;
  at: Date;
}

// Of exchanges at once one locks the row of the code; the others wait for it and then find the code used. Taking the code
// and giving the tokens is one statement, so nothing is lost between the two.
const EXCHANGE = `WITH "taken" AS (
    UPDATE "oauth_tokens" AS t SET "usedAt" = $2
    FROM "oauth_grants" AS g JOIN "users" AS u ON u."id" = g."userId"
    WHERE t."hash" = $1 AND t."kind" = 'code' AND t."usedAt" IS NULL AND t."expiresAt" > $2
      AND g."id" = t."grantId" AND g."clientId" = $3 AND ${LIVE_GRANT}
    RETURNING g."id" AS "grantId", g."scopes", g."scopes" AS "consented", u."scopes" AS "userScopes",
      coalesce(t."redirectUri" = $4, false) AND t."challenge" IS NOT DISTINCT FROM $5 AS "isProven"
  ), "proven" AS (SELECT * FROM "taken" WHERE "isProven"),
  ${insertTokens('"proven"', 6, 2)}
  SELECT "scopes", "userScopes", "isProven" FROM "taken"`;

// Whoever sends a used code again may be the one it was stolen from, or the thief.
const REVOKE_REPLAYED = `UPDATE "oauth_grants" AS g SET "revokedAt" = $2
  FROM "oauth_tokens" AS t
  WHERE t."hash" = $1 AND t."kind" = 'code' AND t."usedAt" IS NOT NULL
    AND g."id" = t."grantId" AND g."clientId" = $3 AND g."revokedAt" IS NULL`;

export function createCodeExchange(database: Database) {
  return {
    /**
     * Uses up the code and gives tokens if what the client proves is right; null when there is no such code, or it is used
     * up or another client's.
     */
    async exchange(
      { hash, at, clientId, redirectUri, challenge }: CodeExchange,
      tokens: NewTokens,
    ): Promise<(IssuedScopes & { isProven: boolean }) | null> {
      const values = [hash, at, clientId, redirectUri, challenge, ...valuesOf(tokens)];
      const [row] = await database.rows<IssuedScopes & { isProven: boolean }>(EXCHANGE, values);
      return row ?? null;
    },
    /** Revokes the grant of a code that is sent again. */
    async revokeReplayed({
      hash,
      at,
      clientId,
    }: Omit<CodeExchange, 'redirectUri' | 'challenge'>): Promise<void> {
      await database.rows(REVOKE_REPLAYED, [hash, at, clientId]);
    },
  };
}
