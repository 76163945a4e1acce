import { presentUser } from '@procurement-intents/domain/bearer';
import { type Actor, changeRecorded } from '../../audit/record-change.ts';
import type { Database } from '../../postgres/database.ts';
import { isUniqueViolation } from '../../postgres/database-errors.ts';
import { toUserRow, type UserRow } from './user-row.ts';

export type UserStore = ReturnType<typeof createUserStore>;

/** What a change of a user writes. */
export type UserChanges = Partial<
  Pick<UserRow, 'displayName' | 'locale' | 'scopes' | 'approvalLimitFen' | 'disabledAt' | 'passwordHash'>
>;

/** Who changes a user, when, and how the record calls it. */
export interface UserChange {
  actor: Actor;
  at: Date;
  action: string;
  changes: UserChanges;
  /** With a new password: the session that stays, if any; all others end. */
  keptSessionId?: string | null;
}

export function createUserStore(database: Database) {
  return {
    async find(id: string): Promise<UserRow | null> {
      const row = await database.user.findUnique({ where: { id } });
      return row && toUserRow(row);
    },
    async findByUsername(username: string): Promise<UserRow | null> {
      const row = await database.user.findUnique({ where: { username } });
      return row && toUserRow(row);
    },
    async list(): Promise<UserRow[]> {
      const rows = await database.user.findMany({ orderBy: { createdAt: 'asc' } });
      return rows.map(toUserRow);
    },
    /** Whether anybody who can log in is an administrator. */
    async hasAdmin(): Promise<boolean> {
      const admin = await database.user.findFirst({
        where: { scopes: { has: 'admin' }, disabledAt: null },
        select: { id: true },
      });
      return admin !== null;
    },
    /** Adds a user. False when the username is taken. */
    async insert(user: UserRow, actor: Actor): Promise<boolean> {
      try {
        await changeRecorded(database, { actor, at: user.createdAt }, async (transaction) => {
          await transaction.user.create({ data: user });
          const change = { action: 'user.created', subjectId: user.id, after: presentUser(user) };
          return { result: undefined, change };
        });
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },
    /**
     * Changes a user whose version is still `before.version`; null when another change came first. A new password ends
     * the sessions, and by its time all that was granted before.
     */
    update(before: UserRow, { actor, at, action, changes, keptSessionId }: UserChange) {
      return changeRecorded(database, { actor, at }, async (transaction) => {
        const isNewPassword = changes.passwordHash !== undefined;
        const { count } = await transaction.user.updateMany({
          where: { id: before.id, version: before.version },
          data: {
            ...changes,
            ...(isNewPassword && { passwordChangedAt: at }),
            updatedAt: at,
            version: before.version + 1,
          },
        });
        if (count === 0) return { result: null, change: null };
        if (isNewPassword) {
          const others = keptSessionId ? { id: { not: keptSessionId } } : {};
          await transaction.session.deleteMany({ where: { userId: before.id, ...others } });
        }
        const after = toUserRow(await transaction.user.findUniqueOrThrow({ where: { id: before.id } }));
        const shown = { before: presentUser(before), after: presentUser(after) };
        return { result: after, change: { action, subjectId: before.id, ...shown } };
      });
    },
  };
}
