import { BEARER_LIMITS, type Scope } from '@procurement-intents/contract/bearer';
import type { Locale } from '@procurement-intents/contract/company';
import type { Actor } from '../../audit/record-change.ts';
import { type By, unchanged, write } from '../../changes/unit-of-work.ts';
import type { Transaction } from '../../postgres/transaction.ts';
import { holdPassword } from '../../user-rows/hold-password.ts';
import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';
import { listSessions } from './session-list.ts';

export type SessionStore = ReturnType<typeof createSessionStore>;

export interface SessionRow {
  id: string;
  hash: Uint8Array<ArrayBuffer>;
  kind: string;
  userId: string;
  ip: string;
  createdAt: Date;
  expiresAt: Date;
}

/** A session, and its user as it is now. */
export interface SessionWithUser {
  hash: Buffer;
  id: string;
  expiresAt: Date;
  userId: string;
  username: string;
  displayName: string;
  locale: Locale;
  scopes: Scope[];
  createdAt: Date;
  version: number;
}

const FIND = `SELECT s."hash", s."id", s."expiresAt", u."id" AS "userId", u."username", u."displayName", u."locale",
    u."scopes", u."createdAt", u."version"
  FROM "sessions" AS s JOIN "users" AS u ON u."id" = s."userId"
  WHERE s."hash" = ANY($1) AND s."kind" = 'token' AND u."disabledAt" IS NULL`;

export function createSessionStore(database: Database) {
  return {
    /** Finds a session token by its hash; concurrent calls share a statement. Nothing is cached: an end is an end. */
    find: createBatcher({
      run: async (hashes: Buffer[]) => {
        const rows = await database.rows<SessionWithUser>(FIND, [hashes]);
        const byHash = new Map(rows.map((row) => [row.hash.toString('latin1'), row]));
        return hashes.map((hash) => byHash.get(hash.toString('latin1')) ?? null);
      },
    }),
    listPage: listSessions(database),
    /**
     * Opens a session by a password, and ends the oldest of those beyond `BEARER_LIMITS.sessionsPerPerson`; false when the password has
     * changed since it was compared.
     */
    insert(session: SessionRow, { actor, passwordHash }: { actor: Actor; passwordHash: string }) {
      return write(database, { actor, at: session.createdAt }, async (transaction) => {
        const isHeld = await holdPassword(transaction, { id: session.userId, passwordHash });
        if (!isHeld) return unchanged(false);
        await makeRoom(transaction, session);
        await transaction.session.create({ data: session });
        return { result: true, change: { action: 'session.created', subjectId: session.id } };
      });
    },
    /** Ends a session. False when there is none. */
    remove(id: string, by: By): Promise<boolean> {
      return write(database, by, async (transaction) => {
        const { count } = await transaction.session.deleteMany({ where: { id } });
        if (count === 0) return unchanged(false);
        return { result: true, change: { action: 'session.ended', subjectId: id } };
      });
    },
    /** Deletes some of the sessions that expired before `expiredBefore`, and returns how many. */
    sweep: (expiredBefore: Date, atMost: number): Promise<number> =>
      database.$executeRaw`DELETE FROM "sessions" WHERE "id" IN (
        SELECT "id" FROM "sessions" WHERE "expiresAt" < ${expiredBefore}
        ORDER BY "expiresAt" LIMIT ${atMost} FOR UPDATE SKIP LOCKED)`,
  };
}

/** Ends the oldest valid sessions of a person, so that one more is within the bound. */
async function makeRoom(transaction: Transaction, { userId, createdAt }: SessionRow): Promise<void> {
  // Log-ins at once hold their user's row together, and neither would see the session of the other.
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`sessions ${userId}`}, 0))`;
  await transaction.$executeRaw`DELETE FROM "sessions" WHERE "id" IN (
    SELECT "id" FROM "sessions" WHERE "userId" = ${userId} AND "expiresAt" > ${createdAt}
    ORDER BY "createdAt" DESC, "id" DESC OFFSET ${BEARER_LIMITS.sessionsPerPerson - 1})`;
}
