import type { StoredIntent } from '../intents/intent-fields.ts';

/** What an intent tells of money. */
export type PaidIntent = Pick<
  StoredIntent,
  'status' | 'orderStatus' | 'amountPaidFen' | 'refundedFen' | 'cancellationFeeFen'
>;

const STANDING = new Set<string | null>(['PLACED', 'SHIPPED', 'DELIVERED']);
const orZero = (fen: bigint): bigint => (fen > 0n ? fen : 0n);

/**
 * What an intent has cost that bought nothing: an order that appeared late and stands, the fee of a cancellation, or what
 * the platform did not pay back of an order that it ended. In the database the function `kept_fen` says the same;
 * `rules-in-sql.test.ts` holds both to one answer.
 */
export function keptFenOf(intent: PaidIntent): bigint {
  const { status, orderStatus, refundedFen } = intent;
  const paidFen = intent.amountPaidFen ?? 0n;
  const feeFen = intent.cancellationFeeFen ?? 0n;
  if (status === 'COMPLETED') return 0n;
  if (STANDING.has(orderStatus)) return orZero(paidFen - (refundedFen ?? 0n));
  if (feeFen > 0n) return feeFen;
  return refundedFen === null ? 0n : orZero(paidFen - refundedFen);
}
