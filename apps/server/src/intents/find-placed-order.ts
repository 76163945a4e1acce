import type { FindOrderResult } from '../platforms/platform.ts';
import { platformOf } from './intents-context.ts';
import type { Run } from './processing-context.ts';

/** The platform's order of this intent, if one may exist. Asks nobody before an order was ever sent. */
export async function findPlacedOrder({ context, row, signal }: Run): Promise<FindOrderResult> {
  const platform = platformOf(context, row.platform);
  const options = { timeoutMs: context.orderTimeoutMs, signal };
  if (row.orderId !== null) {
    const found = await platform.getOrder(row.orderId, options);
    // The platform has given this number, so "no such order" is a defect there and no answer.
    return found.ok && found.order === null ? { ok: false, kind: 'unclear', reason: 'ORDER_MISSING' } : found;
  }
  if (row.placingUntil === null || row.placementToken === null) return { ok: true, order: null };
  return platform.findOrder(row.placementToken, options);
}
