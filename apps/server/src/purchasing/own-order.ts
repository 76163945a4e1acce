import { ORDER_ID_REUSED, type UnclearAnswer } from '@procurement-intents/domain';
import type { PlatformId } from '@procurement-intents/contract';
import { merchantOrderNosOf } from '../intent-rows/merchant-order-no.ts';
import type { PlatformOrder } from '../platforms/platform.ts';
import { raiseAlarms } from './order-alarms.ts';
import type { ProcessingContext } from './processing-context.ts';

type NumberedOrder = Pick<PlatformOrder, 'orderId' | 'merchantOrderNo'>;
type OrderAnswer = { ok: true; order: NumberedOrder | null } | { ok: false };

/**
 * The answer, unless its order names the number of another intent or is known as another's: then the platform has confused
 * them, and its answer tells nothing of this one, though the order was asked for by its id. Nobody's order is completed
 * twice, and nobody's is cancelled for another.
 *
 * @param intent.orderId - the order that the intent is known to have; null: none.
 */
export async function ownOrder<Answer extends OrderAnswer>(
  context: Pick<ProcessingContext, 'purchases' | 'log' | 'countAlarm'>,
  intent: { id: string; platform: PlatformId; orderId: string | null; merchantOrderNo: string | null },
  answer: Answer,
): Promise<Answer | UnclearAnswer> {
  if (!answer.ok || answer.order === null) return answer;
  const { orderId, merchantOrderNo } = answer.order;
  const { id: intentId, platform } = intent;
  const isNumbered = merchantOrderNo === undefined || merchantOrderNosOf(intent).includes(merchantOrderNo);
  if (isNumbered && orderId === intent.orderId) return answer;
  if (isNumbered && (await context.purchases.claimOrder({ platform, orderId, intentId }))) return answer;
  raiseAlarms(context, intent, [{ kind: 'order_id_reused', orderId }]);
  return { ok: false, kind: 'unclear', reason: ORDER_ID_REUSED };
}
