import { decideByPage, hadLastTry, isPastRetryBudget, PAGE_GONE_MS } from '@procurement-intents/domain';
import { endWithoutOrder } from './end-without-order.ts';
import { findPlacedOrder } from './find-placed-order.ts';
import { platformOf } from '../intents/intents-context.ts';
import { placeOrder } from './place-order.ts';
import { fenceOf, type ProcessingContext, type Run, timesOf } from './processing-context.ts';
import { recordFound } from './record-found.ts';
import { OVER_SHARE } from '../platforms/unclear.ts';
import { postpone, retryLater, waitForOrder } from './retry-later.ts';
import { PAGE_TIMEOUT_MS } from './run-times.ts';
import { settleCancel } from './settle-cancel.ts';

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
  const row = await context.purchases.claim(intentId, context.clock.now());
  if (!row) return;
  const run: Run = { context, row, signal };
  if (row.cancelRequestedAt !== null) return settleCancel(run);

  const found = await findPlacedOrder(run);
  if (!found.ok) return retryLater(run, `order look-up: ${found.reason}`, found);
  if (found.order) return recordFound(run, found.order, found.merchantOrderNo);

  if (hadLastTry(row, timesOf(context))) {
    return endWithoutOrder(run, { to: 'FAILED', failureCode: 'PLATFORM_UNAVAILABLE' });
  }
  if (row.resendAt !== null && row.resendAt > context.clock.now()) return waitForOrder(run, row.resendAt);
  return buy(run);
}

async function buy(run: Run): Promise<void> {
  const { context, row, signal } = run;
  const times = timesOf(context);
  const result = await platformOf(context, row.platform).fetchProductPage(row.productUrl, {
    timeoutMs: PAGE_TIMEOUT_MS,
    signal,
    appId: row.appId,
    isGuarded: true,
    isLastTry: isPastRetryBudget(row, context.clock.now(), times),
  });
  // A fetch that we broke off ourselves says nothing.
  if (signal.aborted) return retryLater(run, 'product page: ABORTED', { isOurDelay: true });
  if (!result.ok && result.reason === OVER_SHARE) return postpone(run);
  const now = context.clock.now();
  const decision = decideByPage(row, result, now, times);
  const retryAfterMs = !result.ok && result.kind === 'unclear' ? result.retryAfterMs : undefined;
  switch (decision.kind) {
    case 'order':
      return (await forgetGone(run)) ? placeOrder(run, decision.unitPriceFen) : undefined;
    case 'fail':
      return endWithoutOrder(run, { to: 'FAILED', failureCode: decision.failureCode });
    case 'lookAgain': {
      const dispatchAt = new Date(decision.goneAt.getTime() + PAGE_GONE_MS);
      const patch = { pageGoneAt: decision.goneAt, dispatchAt };
      return retryLater(run, 'product page: NOT_FOUND', { patch });
    }
    case 'retry':
      return retryLater(run, decision.reason, { retryAfterMs });
  }
}

/** A page that shows a product again was not gone. False when this run is not the writer any more. */
async function forgetGone({ context, row }: Run): Promise<boolean> {
  if (row.pageGoneAt === null) return true;
  return context.purchases.update(fenceOf(row), { pageGoneAt: null }, context.clock.now());
}
