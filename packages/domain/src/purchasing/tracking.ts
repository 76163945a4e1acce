import type { OrderStatus } from '@procurement-intents/contract/gateway/codes';

/** What the platform tells of the order of a completed intent. Amounts in fen. */
export interface TrackedOrder {
  status: OrderStatus;
  amountPaidFen: number;
  /** What was paid back, in all; a platform may tell of 0 until it does. */
  refundedFen?: number;
}

/** An order is followed for 30 days: a shop that has not delivered after a month will not. */
export const TRACKING_MS = 30 * 86_400_000;

/**
 * Whether nothing more is to be expected of the order: it is delivered, or was withdrawn by the shop and all that was paid
 * is paid back, since such a cancellation costs nothing. Otherwise it is followed until `TRACKING_MS` have passed.
 *
 * @param order - null while the platform does not answer.
 * @param completedForMs - the time since the intent was COMPLETED.
 */
export function isTrackingOver(order: TrackedOrder | null, completedForMs: number): boolean {
  if (completedForMs > TRACKING_MS) return true;
  if (order === null) return false;
  return order.status === 'DELIVERED' || (order.status === 'CANCELLED' && isPaidBack(order));
}

const isPaidBack = ({ amountPaidFen, refundedFen = 0 }: TrackedOrder): boolean =>
  refundedFen >= amountPaidFen;
