import type { Scope } from '@procurement-intents/contract/bearer';

/** What a person may do now. Amounts in fen. */
export interface PersonRights {
  /** The largest total that the person may approve; null: none. */
  approvalLimitFen: bigint | null;
  scopes: readonly Scope[];
}

/** What a user may do now; null for nobody and for a disabled user. */
export function rightsOfUser(
  user: (PersonRights & { disabledAt: Date | null }) | null | undefined,
): PersonRights | null {
  if (!user || user.disabledAt !== null) return null;
  const { approvalLimitFen, scopes } = user;
  return { approvalLimitFen, scopes };
}
