import { isDead } from '@procurement-intents/domain';
import type { CallOptions, FindOrderResult, Platform } from '../platforms/platform.ts';

/** The platform's answer, and the number under which it has the order. */
export type FoundByNumber = FindOrderResult & { merchantOrderNo?: string };

/**
 * Looks the order up under each of the numbers. An order that is still open is preferred to a dead one.
 *
 * @param wantedOrderId - preferred among dead orders.
 */
export async function findByNumbers(
  platform: Platform,
  numbers: readonly string[],
  options: CallOptions,
  wantedOrderId: string | null = null,
): Promise<FoundByNumber> {
  let dead: FoundByNumber | null = null;
  for (const merchantOrderNo of numbers) {
    const found = await platform.findOrder(merchantOrderNo, options);
    if (!found.ok) return found;
    if (found.order && !isDead(found.order)) return { ...found, merchantOrderNo };
    const isWanted = found.order !== null && found.order.orderId === wantedOrderId;
    if (found.order && (dead === null || isWanted)) dead = { ...found, merchantOrderNo };
  }
  return dead ?? { ok: true, order: null };
}
