import type { Database } from '../../postgres/database.ts';

// Bounded, so that no statement holds its locks for long.
const AT_MOST = 1000;

const sweepOf = (table: string): string => `DELETE FROM "${table}" WHERE "hash" IN (
  SELECT "hash" FROM "${table}" WHERE "expiresAt" < $1 ORDER BY "expiresAt" LIMIT ${AT_MOST} FOR UPDATE SKIP LOCKED
  ) RETURNING 1`;

const FORGET_SALTS = `UPDATE "oauth_tokens" SET "salt" = NULL WHERE "hash" IN (
  SELECT "hash" FROM "oauth_tokens" WHERE "salt" IS NOT NULL AND "usedAt" < $1
  ORDER BY "usedAt" LIMIT ${AT_MOST} FOR UPDATE SKIP LOCKED) RETURNING 1`;

// A grant whose device has not come yet is younger than this.
const SWEEP_GRANTS = `DELETE FROM "oauth_grants" WHERE "id" IN (
  SELECT g."id" FROM "oauth_grants" AS g WHERE g."createdAt" < $1
    AND NOT EXISTS (SELECT 1 FROM "oauth_tokens" AS t WHERE t."grantId" = g."id")
  ORDER BY g."createdAt" LIMIT ${AT_MOST} FOR UPDATE SKIP LOCKED) RETURNING 1`;

export type OAuthSweeps = ReturnType<typeof createSweeps>;

/** Deletes what is of no more use, some rows at a time. Each returns whether there may be more. */
export function createSweeps(database: Database) {
  const sweep = (text: string) => async (before: Date) =>
    (await database.rows(text, [before])).length === AT_MOST;
  return {
    tokens: sweep(sweepOf('oauth_tokens')),
    devices: sweep(sweepOf('oauth_devices')),
    interactions: sweep(sweepOf('oauth_interactions')),
    salts: sweep(FORGET_SALTS),
    grants: sweep(SWEEP_GRANTS),
  };
}
