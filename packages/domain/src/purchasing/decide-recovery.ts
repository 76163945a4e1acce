import { FINAL_STATUSES, type IntentStatus, UNBOUGHT_STATUSES } from '@procurement-intents/contract';
import { isDead, type OrderFacts } from './answers.ts';
import { knownOrderId } from './purchase-rules.ts';

/**
 * What to do with a platform's order after the database was restored. `cancel`: no intent counts it as its own. `adopt`:
 * an open intent does not know it yet. `report`: a person must decide, because the number is not from this service, the
 * intent has another order, or the order lives although its intent has failed or was cancelled.
 */
export type RecoveryStep = 'cancel' | 'adopt' | 'report';

/** The intent whose id is in the number of an order. */
export interface RecoveredIntent {
  status: IntentStatus;
  orderId: string | null;
  /** An order that the platform has shown for it before, as `PurchaseState` has it. */
  foundOrderId: string | null;
}

/** Whether an order can become the intent's: it is open, has none, and was shown no other. */
export const isAdoptable = (
  { status, orderId, foundOrderId }: RecoveredIntent,
  listedOrderId: string,
): boolean =>
  orderId === null &&
  (foundOrderId === null || foundOrderId === listedOrderId) &&
  !FINAL_STATUSES.includes(status);

/**
 * What to do with an order; null when its intent has it, or when nobody pays for it.
 *
 * @param isFromHere - whether its number is from this service.
 * @param intent - null when it does not exist.
 */
export function decideRecovery(
  order: OrderFacts,
  isFromHere: boolean,
  intent: RecoveredIntent | null,
): RecoveryStep | null {
  if (!isFromHere) return 'report';
  if (isDead(order)) return null;
  if (!intent) return 'cancel';
  // An intent can fail although it has an order: one that its platform did not know for too long, or does not take back.
  const hasFailed = UNBOUGHT_STATUSES.includes(intent.status);
  if (hasFailed && knownOrderId(intent) === order.orderId) return 'report';
  if (intent.orderId === order.orderId) return null;
  if (isAdoptable(intent, order.orderId)) return 'adopt';
  return knownOrderId(intent) !== null || intent.status === 'COMPLETED' ? 'report' : 'cancel';
}
