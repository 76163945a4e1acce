import { platformOf } from './intents-context.ts';
import { findPlacedOrder } from './find-placed-order.ts';
import { placeOrder } from './place-order.ts';
import type { PlatformOrder } from '../platforms/platform.ts';
import type { ProcessingContext, Run } from './processing-context.ts';
import { fenceOf, hadLastTry, isPastPatience } from './processing-context.ts';
import { PAGE_TIMEOUT_MS } from './run-times.ts';
import { settleCancel } from './settle-cancel.ts';
import { failPurchase, giveUp, recordOrder, tryLater, waitUntil } from './settle-purchase.ts';

/**
 * Takes the intent a step towards its outcome. Delivery is at least once, so each step survives a second run: whatever
 * may have been ordered before is asked for first, and only a definite answer moves the intent.
 */
export async function processIntent(
  context: ProcessingContext,
  intentId: string,
  signal: AbortSignal,
): Promise<void> {
  // From here on this run is the only writer.
  const row = await context.intents.claim(intentId, context.clock.now());
  if (!row) return;
  const run: Run = { context, row, signal };
  if (row.cancelRequestedAt !== null) return settleCancel(run);

  const found = await findPlacedOrder(run);
  if (!found.ok) return tryLater(run, `order look-up: ${found.reason}`, found);
  if (found.order) return recordFound(run, found.order, found.merchantOrderNo);

  if (hadLastTry(run)) return giveUp(run);
  if (row.resendAt !== null && row.resendAt > context.clock.now()) return waitUntil(run, row.resendAt);
  return buy(run);
}

/** Keeps the number under which the platform knows the order, when it is not the one on the row. */
async function recordFound(run: Run, order: PlatformOrder, merchantOrderNo?: string): Promise<void> {
  const { context, row } = run;
  if (merchantOrderNo !== undefined && merchantOrderNo !== row.placementToken) {
    const patch = { placementToken: merchantOrderNo };
    if (!(await context.intents.patch(fenceOf(row), patch, context.clock.now()))) return;
  }
  return recordOrder(run, order);
}

async function buy(run: Run): Promise<void> {
  const { context, row, signal } = run;
  const result = await platformOf(context, row.platform).fetchProductPage(row.productUrl, {
    timeoutMs: PAGE_TIMEOUT_MS,
    signal,
  });
  if (!result.ok) {
    if (result.kind === 'refused') return failPurchase(run, 'PRODUCT_NOT_FOUND');
    if (isPastPatience(run) && !signal.aborted) return giveUp(run);
    return tryLater(run, `product page: ${result.reason}`);
  }
  if (!result.page.isAvailable) return failPurchase(run, 'OUT_OF_STOCK');
  if (BigInt(result.page.priceFen) > row.priceFen) return failPurchase(run, 'PRICE_CHANGED');
  return placeOrder(run, result.page.priceFen);
}
