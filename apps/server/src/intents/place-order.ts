import type { FailureCode } from '@procurement-intents/contract';
import { platformOf } from './intents-context.ts';
import type { Run } from './processing-context.ts';
import { fenceOf } from './processing-context.ts';
import { failPurchase, failureOf, recordOrder, tryLater } from './settle-purchase.ts';

// How long a request that we gave up on may still be on its way or in the platform's hands.
const IN_FLIGHT_MARGIN_MS = 5000;

/** Sends the order under the intent's token, at most at the intent's price. */
export async function placeOrder(run: Run, unitPriceFen: number): Promise<void> {
  const { context, row, signal } = run;
  const merchantOrderNo = row.placementToken;
  if (merchantOrderNo === null) throw new Error('the intent has no placement token');
  const placingUntil = new Date(context.clock.now().getTime() + context.orderTimeoutMs + IN_FLIGHT_MARGIN_MS);
  // Committed before the call: whoever looks next knows that an order may be out. Lost to a cancellation or to a
  // newer run, nothing is sent; the intent is due again by their hand.
  if (!(await context.intents.beginPlacing(fenceOf(row), placingUntil))) return;
  const result = await platformOf(context, row.platform).placeOrder(
    {
      merchantOrderNo,
      productUrl: row.productUrl,
      quantity: row.quantity,
      unitPriceFen,
      recipient: { name: row.recipientName, address: row.address, phone: row.phone },
    },
    { timeoutMs: context.orderTimeoutMs, signal },
  );
  if (result.ok) return recordOrder(run, result.order);
  if (result.kind === 'refused') return failPurchase(run, failureOf(result.reason) satisfies FailureCode);
  // An answer came, so the request is no longer on its way and the next look-up is conclusive.
  if (/^HTTP_|^RATE_LIMITED$/.test(result.reason)) {
    await context.intents.patch(fenceOf(row), { placingUntil: context.clock.now() });
  }
  return tryLater(run, `ordering: ${result.reason}`, result.retryAfterMs);
}
