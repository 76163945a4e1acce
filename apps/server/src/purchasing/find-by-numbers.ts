import { isDead } from '@procurement-intents/domain';
import type { CallOptions, FindOrderResult, Platform } from '../platforms/platform.ts';

/** What the platform said, and under which number it knows the order. */
export type NumberedOrder = FindOrderResult & { merchantOrderNo?: string };

/**
 * The order that the platform knows under one of the numbers; one that lives goes before one that does not.
 *
 * @param wantedOrderId - goes before others that do not live.
 */
export async function findByNumbers(
  platform: Platform,
  numbers: readonly string[],
  options: CallOptions,
  wantedOrderId: string | null = null,
): Promise<NumberedOrder> {
  let dead: NumberedOrder | null = null;
  for (const merchantOrderNo of numbers) {
    const found = await platform.findOrder(merchantOrderNo, options);
    if (!found.ok) return found;
    if (found.order && !isDead(found.order)) return { ...found, merchantOrderNo };
    const isWanted = found.order !== null && found.order.orderId === wantedOrderId;
    if (found.order && (dead === null || isWanted)) dead = { ...found, merchantOrderNo };
  }
  return dead ?? { ok: true, order: null };
}
