import type { Transaction } from '../../postgres/transaction.ts';

/**
 * Ends all that a user's password has opened: sessions, log-ins on pages, and what was granted there. In this order, since a
 * consent takes its log-in before it writes the grant.
 *
 * @param options.keptSessionId - the session that stays, if any.
 */
export async function endCredentials(
  transaction: Transaction,
  userId: string,
  { at, keptSessionId }: { at: Date; keptSessionId: string | null },
): Promise<void> {
  const others = keptSessionId === null ? {} : { id: { not: keptSessionId } };
  await transaction.session.deleteMany({ where: { userId, ...others } });
  await transaction.oAuthInteraction.deleteMany({ where: { userId } });
  await transaction.oAuthGrant.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: at } });
}
