import type { IssuedScopes } from '@procurement-intents/domain/oauth';

export type { IssuedScopes };

/** The hashes and times of the tokens that a statement inserts. */
export interface NewTokens {
  accessHash: Uint8Array;
  accessExpiresAt: Date;
  /** Null: no refresh token is given. */
  refreshHash: Uint8Array | null;
  refreshExpiresAt: Date;
}

/**
 * Expressions of WITH that insert an access token and a refresh token for the one row of `source` ("grantId", "scopes" of
 * the access token, "consented").
 *
 * @param first - number of the first of four parameters: hash and end of the access token, hash and end of the refresh token.
 * @param now - number of the parameter that is the time.
 */
export const insertTokens = (source: string, first: number, now: number): string => `
  "access" AS (
    INSERT INTO "oauth_tokens" ("hash", "kind", "grantId", "scopes", "createdAt", "expiresAt")
    SELECT $${first}::bytea, 'access', "grantId", "scopes", $${now}::timestamptz, $${first + 1}::timestamptz
    FROM ${source}
  ), "refresh" AS (
    INSERT INTO "oauth_tokens" ("hash", "kind", "grantId", "scopes", "createdAt", "expiresAt")
    SELECT $${first + 2}::bytea, 'refresh', "grantId", "consented", $${now}::timestamptz, $${first + 3}::timestamptz
    FROM ${source} WHERE $${first + 2}::bytea IS NOT NULL
  )`;

/** The values of the four parameters of {@link insertTokens}. */
export const valuesOf = (tokens: NewTokens): unknown[] => [
  tokens.accessHash,
  tokens.accessExpiresAt,
  tokens.refreshHash,
  tokens.refreshExpiresAt,
];
