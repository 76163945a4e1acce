import type { Scope } from '@procurement-intents/contract/bearer';
import { type By, unchanged, write } from '../../changes/unit-of-work.ts';
import { holdPassword } from '../../user-rows/hold-password.ts';
import type { Database } from '../../postgres/database.ts';
import type { Statements } from '../../postgres/transaction.ts';

/** A person who has logged in on a page, and what is asked. */
export interface InteractionRow {
  hash: Uint8Array<ArrayBuffer>;
  clientId: string;
  userId: string;
  scopes: Scope[];
  redirectUri: string | null;
  state: string | null;
  challenge: string | null;
  deviceHash: Uint8Array<ArrayBuffer> | null;
  createdAt: Date;
  expiresAt: Date;
}

export interface InteractionView extends InteractionRow {
  client: { name: string };
  user: { displayName: string; username: string; scopes: Scope[] };
}

interface Approval extends By {
  grantId: string;
  /** Of a code flow. */
  code: { hash: Uint8Array<ArrayBuffer>; expiresAt: Date } | null;
  /** What the person consents to. */
  scopes: Scope[];
}

export function createInteractionStore(database: Database) {
  /** Ends the interaction; false when another answer came first, or its device was decided. */
  async function take(
    transaction: Statements,
    { hash, deviceHash }: InteractionRow,
    at: Date,
  ): Promise<boolean> {
    const { count } = await transaction.oAuthInteraction.deleteMany({
      where: { hash, expiresAt: { gt: at } },
    });
    if (count === 0 || deviceHash === null) return count > 0;
    const pending = await transaction.oAuthDevice.updateMany({
      where: { hash: deviceHash, state: 'pending', expiresAt: { gt: at } },
      data: { state: 'denied' },
    });
    return pending.count > 0;
  }

  return {
    /** Keeps a log-in by a password; false when the password has changed since it was compared. */
    insert: (row: InteractionRow, passwordHash: string): Promise<boolean> =>
      database.$transaction(async (transaction) => {
        if (!(await holdPassword(transaction, { id: row.userId, passwordHash }))) return false;
        await transaction.oAuthInteraction.create({ data: row });
        return true;
      }),
    async find(hash: Uint8Array<ArrayBuffer>, at: Date): Promise<InteractionView | null> {
      const row = await database.oAuthInteraction.findFirst({
        where: { hash, expiresAt: { gt: at }, client: { disabledAt: null }, user: { disabledAt: null } },
        include: {
          client: { select: { name: true } },
          user: { select: { displayName: true, username: true, scopes: true, passwordChangedAt: true } },
        },
      });
      return row && row.user.passwordChangedAt <= row.createdAt ? (row as unknown as InteractionView) : null;
    },
    /** Records the consent, with its code or for its device, in one transaction. False when it was decided before. */
    approve(row: InteractionRow, { grantId, code, scopes, actor, at }: Approval): Promise<boolean> {
      return write(database, { actor, at }, async (transaction) => {
        if (!(await take(transaction, row, at))) return unchanged(false);
        const { clientId, userId, redirectUri, challenge, deviceHash } = row;
        const grant = { id: grantId, clientId, userId, scopes, createdAt: at };
        await transaction.oAuthGrant.create({ data: grant });
        if (code)
          await transaction.oAuthToken.create({
            data: { ...code, kind: 'code', grantId, scopes, redirectUri, challenge, createdAt: at },
          });
        if (deviceHash)
          await transaction.oAuthDevice.update({
            where: { hash: deviceHash },
            data: { state: 'approved', grantId },
          });
        const after = { clientId, userId, scopes };
        return { result: true, change: { action: 'consent.given', subjectId: grantId, after } };
      });
    },
    /** False when it was decided before. */
    deny: (row: InteractionRow, at: Date): Promise<boolean> =>
      database.$transaction((transaction) => take(transaction, row, at)),
  };
}
