import type { Scope } from '@procurement-intents/contract/bearer';
import type { Database } from '../../postgres/database.ts';

interface ClientGrant {
  grantId: string;
  clientId: string;
  scopes: readonly Scope[];
  accessHash: Uint8Array;
  accessExpiresAt: Date;
  at: Date;
}

const INSERT = `WITH "grant" AS (
    INSERT INTO "oauth_grants" ("id", "clientId", "scopes", "createdAt") VALUES ($1, $2, $3, $4)
    RETURNING "id", "scopes", "createdAt"
  )
  INSERT INTO "oauth_tokens" ("hash", "kind", "grantId", "scopes", "createdAt", "expiresAt")
  SELECT $5, 'access', "id", "scopes", "createdAt", $6 FROM "grant"`;

/** Gives a client an access token for itself. */
export const createClientTokens =
  (database: Database) =>
  async ({ grantId, clientId, scopes, at, accessHash, accessExpiresAt }: ClientGrant): Promise<void> => {
    await database.rows(INSERT, [grantId, clientId, scopes, at, accessHash, accessExpiresAt]);
  };
