import { FINAL_STATUSES, type IntentStatus } from '@procurement-intents/contract';
import { isDead, type OrderFacts } from './answers.ts';

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
}

/** Whether an order can become the intent's: it is open and has none. */
export const isAdoptable = ({ status, orderId }: RecoveredIntent): boolean =>
  orderId === null && !FINAL_STATUSES.includes(status);

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
  const hasFailed = intent.status === 'FAILED' || intent.status === 'CANCELLED';
  if (intent.orderId === order.orderId) return hasFailed ? 'report' : null;
  if (isAdoptable(intent)) return 'adopt';
  return intent.orderId !== null || intent.status === 'COMPLETED' ? 'report' : 'cancel';
}
