import type { Database } from '../../postgres/database.ts';

/** What people may approve. */
export const approvalLimits =
  (database: Database) =>
  /** The largest total in fen that a user may approve now; null: none. */
  async (userId: string): Promise<bigint | null> => {
    const user = await database.user.findFirst({
      where: { id: userId, disabledAt: null },
      select: { approvalLimitFen: true },
    });
    return user?.approvalLimitFen ?? null;
  };
