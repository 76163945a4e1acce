import type { Scope } from '@procurement-intents/contract/bearer';
import { type PersonRights, rightsOfUser } from '@procurement-intents/domain/company';
import type { Database } from '../../postgres/database.ts';

/** Reads what people may do. */
export const personRights =
  (database: Database) =>
  /** What a user may do now; null for nobody and for a disabled user. */
  async (id: string): Promise<PersonRights | null> => {
    const select = { approvalLimitFen: true, scopes: true, disabledAt: true };
    const user = await database.user.findUnique({ where: { id }, select });
    return rightsOfUser(user && { ...user, scopes: user.scopes as Scope[] });
  };
