import type { AuditActionOn } from '@procurement-intents/contract/company';
import { conflict } from '@procurement-intents/domain/bearer';
import { checkAdministratorStays, endsAdministrator, presentUser } from '@procurement-intents/domain/company';
import type { Actor } from '../../audit/record-change.ts';
import {
  type By,
  created,
  type CreateKey,
  createOnce,
  unchanged,
  write,
} from '../../changes/unit-of-work.ts';
import type { Transaction } from '../../postgres/transaction.ts';
import type { Database } from '../../postgres/database.ts';
import { isUniqueViolation } from '../../postgres/database-errors.ts';
import { endCredentials } from './end-credentials.ts';
import { listUsers } from './user-list.ts';
import { toUserRow, type UserRow } from './user-row.ts';

export type UserStore = ReturnType<typeof createUserStore>;

/** What a change of a user writes. */
export type UserChanges = Partial<
  Pick<UserRow, 'displayName' | 'locale' | 'scopes' | 'approvalLimitFen' | 'disabledAt' | 'passwordHash'>
>;

/** Who changes a user, when, and how the record calls it. */
export interface UserChange extends By {
  action: AuditActionOn<'user'>;
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
    listPage: listUsers(database),
    async list(): Promise<UserRow[]> {
      const rows = await database.user.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
      return rows.map(toUserRow);
    },
    /**
     * Whether anybody who can log in is an administrator. `administrators.ts` of the domain says who is one:
     * `administrators-in-sql.test.ts` holds both to one answer.
     */
    async hasAdmin(): Promise<boolean> {
      const admin = await database.user.findFirst({
        where: { scopes: { has: 'admin' }, disabledAt: null },
        select: { id: true },
      });
      return admin !== null;
    },
    /**
     * Adds a user, once under an `Idempotency-Key`.
     *
     * @throws BearerError `conflict` when the username is taken, or the key was used for another request.
     */
    async insert(user: UserRow, { actor, key = null }: { actor: Actor; key?: CreateKey | null }) {
      const by = { actor, at: user.createdAt, key };
      try {
        return await createOnce(database, by, user.id, async (transaction) => {
          await transaction.user.create({ data: user });
          return created({ action: 'user.created', subjectId: user.id, after: presentUser(user) });
        });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        throw conflict('the username is taken', error);
      }
    },
    /**
     * Changes a user whose version is still `before.version`; null when another change came first. A new password, and
     * disabling, end what was opened and granted before.
     *
     * @throws BearerError `conflict` when nobody could administer any more.
     */
    update(before: UserRow, { actor, at, action, changes, keptSessionId }: UserChange) {
      return write(database, { actor, at }, async (transaction) => {
        const isNewPassword = changes.passwordHash !== undefined;
        if (endsAdministrator(before, changes)) await keepAnAdmin(transaction, before.id);
        const { count } = await transaction.user.updateMany({
          where: { id: before.id, version: before.version },
          data: {
            ...changes,
            ...(isNewPassword && { passwordChangedAt: at }),
            updatedAt: at,
            version: before.version + 1,
          },
        });
        if (count === 0) return unchanged(null);
        if (isNewPassword || changes.disabledAt)
          await endCredentials(transaction, before.id, { at, keptSessionId: keptSessionId ?? null });
        const after = toUserRow(await transaction.user.findUniqueOrThrow({ where: { id: before.id } }));
        const shown = { before: presentUser(before), after: presentUser(after) };
        return { result: after, change: { action, subjectId: before.id, ...shown } };
      });
    },
  };
}

/**
 * Refuses a change that leaves no administrator. The lock lets only one of two administrators end the other. Who is one is
 * said by `administrators.ts` of the domain: `administrators-in-sql.test.ts` holds both to one answer.
 */
async function keepAnAdmin(transaction: Transaction, leavingId: string): Promise<void> {
  const admins = await transaction.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "users" WHERE 'admin' = ANY("scopes") AND "disabledAt" IS NULL ORDER BY "id" FOR UPDATE`;
  checkAdministratorStays(
    admins.map(({ id }) => id),
    leavingId,
  );
}
