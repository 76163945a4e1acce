import { platformOf } from './intents-context.ts';
import { findPlacedOrder } from './find-placed-order.ts';
import { placeOrder } from './place-order.ts';
import type { ProcessingContext, Run } from './processing-context.ts';
import { fenceOf } from './processing-context.ts';
import type { IntentRow } from './repository.ts';
import { settleCancel } from './settle-cancel.ts';
import { failPurchase, recordOrder, tryLater, waitUntil } from './settle-purchase.ts';
import { transition } from './transition.ts';

/**
 * Takes the intent a step towards its outcome. Delivery is at least once, so each step survives a second run: whatever
 * may have been ordered before is asked for first, and only a definite answer moves the intent.
 */
export async function processIntent(
  context: ProcessingContext,
  intentId: string,
  signal: AbortSignal,
): Promise<void> {
  const row = await claimIntent(context, intentId);
  if (!row) return;
  const run: Run = { context, row, signal };
  if (row.cancelRequestedAt !== null) return settleCancel(run);

  const found = await findPlacedOrder(run);
  if (!found.ok) return tryLater(run, `order look-up: ${found.reason}`, found);
  if (found.order) return recordOrder(run, found.order);

  const now = context.clock.now();
  if (now.getTime() - (row.processingAt ?? now).getTime() > context.patienceMs) {
    // An order that was sent may still appear, so until then nothing is final.
    if (row.placingUntil !== null && row.placingUntil > now) return waitUntil(run, row.placingUntil);
    return failPurchase(run, 'PLATFORM_UNAVAILABLE');
  }
  if (row.resendAt !== null && row.resendAt > now) return waitUntil(run, row.resendAt);
  return buy(run);
}

/** Makes this run the only writer, and the intent PROCESSING; null when there is nothing to process. */
async function claimIntent(context: ProcessingContext, intentId: string): Promise<IntentRow | null> {
  const row = await context.intents.beginAttempt(intentId);
  if (!row) return null;
  if (row.status === 'PROCESSING') return row;
  if (row.status !== 'SUBMITTED') return null;
  const now = context.clock.now();
  const patch = {
    ...transition('start', row.status, now),
    processingAt: now,
    // Made of the id, so that not even a restored backup can send another token for the same intent.
    placementToken: `pi_${row.id.slice('int_'.length)}`,
  };
  const event = { type: 'intent.processing', from: row.status, to: 'PROCESSING' } as const;
  const started = await context.intents.save(fenceOf(row), patch, now, event);
  // A caller's change came between; the row as it stands now decides.
  return started ?? claimIntent(context, intentId);
}

// The worker has no caller who waits, so it gives a slow page longer than the create does.
const PAGE_TIMEOUT_MS = 5000;

async function buy(run: Run): Promise<void> {
  const { context, row, signal } = run;
  const result = await platformOf(context, row.platform).fetchProductPage(row.productUrl, {
    timeoutMs: PAGE_TIMEOUT_MS,
    signal,
  });
  if (!result.ok) {
    return result.kind === 'refused'
      ? failPurchase(run, 'PRODUCT_NOT_FOUND')
      : tryLater(run, `product page: ${result.reason}`);
  }
  if (!result.page.isAvailable) return failPurchase(run, 'OUT_OF_STOCK');
  if (BigInt(result.page.priceFen) > row.priceFen) return failPurchase(run, 'PRICE_CHANGED');
  return placeOrder(run, result.page.priceFen);
}
