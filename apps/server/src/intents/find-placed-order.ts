import type { FindOrderResult } from '../platforms/platform.ts';
import { platformOf } from './intents-context.ts';
import { merchantOrderNosOf } from './merchant-order-no.ts';
import type { Run } from './processing-context.ts';

// An intent is claimed within a second of the end of its grace period. A database that came back without its last
// seconds takes longer than this to come back.
const ASK_FIRST_AFTER_MS = 10_000;

/** What the platform said, and under which number it knows the order. */
export type PlacedOrder = FindOrderResult & { merchantOrderNo?: string };

/** The platform's order of this intent, if one may exist. Asks nobody while none can. */
export async function findPlacedOrder(run: Run): Promise<PlacedOrder> {
  const { context, row, signal } = run;
  const platform = platformOf(context, row.platform);
  const options = { timeoutMs: context.orderTimeoutMs, signal };
  if (row.orderId !== null) {
    const found = await platform.getOrder(row.orderId, options);
    // The platform has given this number, so "no such order" is a defect there and no answer.
    return found.ok && found.order === null ? { ok: false, kind: 'unclear', reason: 'ORDER_MISSING' } : found;
  }
  if (row.placingUntil !== null && row.placementToken !== null) {
    return platform.findOrder(row.placementToken, options);
  }
  if (!mayHaveBeenSetBack(run)) return { ok: true, order: null };
  for (const merchantOrderNo of merchantOrderNosOf(row)) {
    const found = await platform.findOrder(merchantOrderNo, options);
    if (!found.ok || found.order) return { ...found, merchantOrderNo };
  }
  return { ok: true, order: null };
}

/** Whether the row may be an older state of itself, whose order stands already: it comes late for its first order. */
function mayHaveBeenSetBack({ context, row }: Run): boolean {
  const sinceMs = context.clock.now().getTime() - (row.submittedAt ?? context.clock.now()).getTime();
  return sinceMs > context.graceMs + ASK_FIRST_AFTER_MS;
}
