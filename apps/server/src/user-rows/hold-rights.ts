import type { Scope } from '@procurement-intents/contract/bearer';
import { type PersonRights, rightsOfUser } from '@procurement-intents/domain/company';
import type { Statements } from '../postgres/transaction.ts';

/** What a person may do now; null for nobody and for a disabled user. It cannot be taken away before the transaction ends. */
export async function holdRights(
  transaction: Statements,
  userId: string | null,
): Promise<PersonRights | null> {
  const [user] = await transaction.$queryRaw<
    { approvalLimitFen: bigint | null; scopes: Scope[]; disabledAt: Date | null }[]
  >`SELECT "approvalLimitFen", "scopes", "disabledAt" FROM "users" WHERE "id" = ${userId} FOR SHARE`;
  return rightsOfUser(user);
}
