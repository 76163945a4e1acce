import { ORDER_ID_REUSED, type OrderFacts, type UnclearAnswer } from '@procurement-intents/domain';
import type { PlatformId } from '@procurement-intents/contract';
import { raiseAlarms } from './order-alarms.ts';
import type { ProcessingContext } from './processing-context.ts';

type OrderAnswer = { ok: true; order: OrderFacts | null } | { ok: false };

/**
 * The answer, unless its order is known as that of another intent: then the platform has confused them, and its answer
 * tells nothing of this one. Nobody's order is completed twice, and nobody's is cancelled for another.
 *
 * @param intent.orderId - the order that the intent is known to have; null: none.
 */
export async function ownOrder<Answer extends OrderAnswer>(
  context: Pick<ProcessingContext, 'purchases' | 'log' | 'countAlarm'>,
  intent: { id: string; platform: PlatformId; orderId: string | null },
  answer: Answer,
): Promise<Answer | UnclearAnswer> {
  if (!answer.ok || answer.order === null || answer.order.orderId === intent.orderId) return answer;
  const { orderId } = answer.order;
  const { id: intentId, platform } = intent;
  if (await context.purchases.claimOrder({ platform, orderId, intentId })) return answer;
  raiseAlarms(context, intent, [{ kind: 'order_id_reused', orderId }]);
  return { ok: false, kind: 'unclear', reason: ORDER_ID_REUSED };
}
