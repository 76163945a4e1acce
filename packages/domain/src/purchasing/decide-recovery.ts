import type { IntentStatus } from '@procurement-intents/contract';
import { isDead, type OrderFacts } from './answers.ts';

/**
 * What to do with a platform's order after the database was restored. `cancel`: no intent counts it as its own. `adopt`:
 * an open intent does not know it yet. `report`: a person must decide, because the number is not from this service or
 * the intent has another order.
 */
export type RecoveryStep = 'cancel' | 'adopt' | 'report';

/** The intent whose id is in the number of an order. */
export interface RecoveredIntent {
  status: IntentStatus;
  orderId: string | null;
}

/**
 * What to do with an order; null when its intent has it, or when nobody pays for it.
 *
 * @param isOurs - whether its number is from this service.
 * @param intent - null when it does not exist.
 */
export function decideRecovery(
  order: OrderFacts,
  isOurs: boolean,
  intent: RecoveredIntent | null,
): RecoveryStep | null {
  if (!isOurs) return 'report';
  if (intent?.orderId === order.orderId || isDead(order)) return null;
  if (!intent) return 'cancel';
  if (intent.orderId !== null || intent.status === 'COMPLETED') return 'report';
  return intent.status === 'FAILED' || intent.status === 'CANCELLED' ? 'cancel' : 'adopt';
}
