import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';
import type { SessionWithUser } from './session-store.ts';

export type ConsoleSessionStore = ReturnType<typeof createConsoleSessionStore>;

/** A session of the console, and its user as it is now. */
export interface ConsoleSessionRow extends SessionWithUser {
  formerHash: Buffer | null;
  openedAt: Date;
  /** When it got its cookie. */
  renewedAt: Date | null;
}

const FIND = `SELECT s."hash", s."formerHash", s."id", s."expiresAt", s."createdAt" AS "openedAt", s."renewedAt",
    u."id" AS "userId", u."username", u."displayName", u."locale", u."scopes", u."createdAt", u."version"
  FROM "sessions" AS s JOIN "users" AS u ON u."id" = s."userId"
  WHERE (s."hash" = ANY($1) OR s."formerHash" = ANY($1)) AND s."kind" = 'console' AND u."disabledAt" IS NULL`;

const EXTEND = `UPDATE "sessions" SET "expiresAt" = $2 WHERE "id" = $1 AND "expiresAt" < $2`;

// Of two readings at once one gives the cookie; the other one finds another hash.
const RENEW = `UPDATE "sessions" SET "hash" = $3, "formerHash" = $2, "renewedAt" = $4
  WHERE "id" = $1 AND "hash" = $2 RETURNING "id"`;

const keyOf = (hash: Buffer): string => hash.toString('latin1');

export function createConsoleSessionStore(database: Database) {
  return {
    /** Finds a session by the hash of its cookie, or of the one before. Nothing is cached: an end is an end. */
    find: createBatcher({
      run: async (hashes: Buffer[]) => {
        const rows = await database.rows<ConsoleSessionRow>(FIND, [hashes]);
        const byHash = new Map(
          rows.flatMap((row) =>
            [row.formerHash, row.hash].map((hash) => [hash && keyOf(hash), row] as const),
          ),
        );
        return hashes.map((hash) => byHash.get(keyOf(hash)) ?? null);
      },
    }),
    /** Moves the end of a session that is in use. One that has ended meanwhile stays so. */
    async extend(id: string, expiresAt: Date): Promise<void> {
      await database.rows(EXTEND, [id, expiresAt]);
    },
    /** Gives a session another cookie. False when it has another one than `formerHash`. */
    async renew(id: string, { formerHash, hash, at }: { formerHash: Buffer; hash: Buffer; at: Date }) {
      return (await database.rows(RENEW, [id, formerHash, hash, at])).length > 0;
    },
  };
}
