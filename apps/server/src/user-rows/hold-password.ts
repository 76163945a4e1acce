import type { Statements } from '../postgres/transaction.ts';

/**
 * Holds the password of a user until the transaction ends, so that what it opens cannot outlive a change of it: the change
 * waits, and then ends what was opened. False when the password has changed since it was compared, or the user is disabled.
 */
export async function holdPassword(
  transaction: Statements,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<boolean> {
  const rows = await transaction.$queryRaw<unknown[]>`
    SELECT 1 FROM "users" WHERE "id" = ${id} AND "passwordHash" = ${passwordHash} AND "disabledAt" IS NULL FOR SHARE`;
  return rows.length > 0;
}
