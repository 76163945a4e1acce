import type { DeciderRights } from '@procurement-intents/domain/procurement';
import type { Transaction } from '../postgres/transaction.ts';

/** What a person may do now; null for nobody and for a disabled user. It cannot be taken away before the transaction ends. */
export async function holdRights(
  transaction: Transaction,
  userId: string | null,
): Promise<DeciderRights | null> {
  const [rights] = await transaction.$queryRaw<DeciderRights[]>`
    SELECT "approvalLimitFen", "scopes" FROM "users" WHERE "id" = ${userId} AND "disabledAt" IS NULL FOR SHARE`;
  return rights ?? null;
}
