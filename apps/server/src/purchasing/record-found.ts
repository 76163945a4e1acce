import { isPastRetryBudget } from '@procurement-intents/domain';
import type { PlatformOrder } from '../platforms/platform.ts';
import { cancelAtPlatform } from './cancel-at-platform.ts';
import { endRun } from './end-intent.ts';
import { askByNumber, mayHoldOlderContent } from './find-placed-order.ts';
import { platformOf } from '../intents/intents-context.ts';
import { isDead } from './order-patch.ts';
import { orderRequestOf } from './order-request.ts';
import { fenceOf, type Run, timesOf } from './processing-context.ts';
import { recordOrder, unconfirmed } from './record-order.ts';
import { retryLater } from './retry-later.ts';

/** Carries on with an order that was found by a number, and keeps that number when it is not the one on the row. */
export async function recordFound(
  { context, row, signal }: Run,
  order: PlatformOrder,
  merchantOrderNo = row.placementToken,
): Promise<void> {
  if (merchantOrderNo !== row.placementToken) {
    const patch = { placementToken: merchantOrderNo };
    if (!(await context.purchases.update(fenceOf(row), patch, context.clock.now()))) return;
  }
  const run = { context, signal, row: { ...row, placementToken: merchantOrderNo } };
  const isNews = row.orderId === null && !isDead(order);
  return isNews && mayHoldOlderContent(run) ? compareContent(run, order) : recordOrder(run, order);
}

/**
 * An intent that was set back may have been changed since its order was sent. The platform itself compares: it takes
 * the same number again with the same product, quantity and recipient alone, and makes nothing of it.
 */
async function compareContent(run: Run, order: PlatformOrder): Promise<void> {
  const { context, row, signal } = run;
  const result = await platformOf(context, row.platform).placeOrder(
    orderRequestOf(context, row, Number(row.priceFen)),
    { timeoutMs: context.orderTimeoutMs, signal, appId: row.appId },
  );
  if (result.ok) return recordOrder(run, result.order);
  if (result.kind === 'unclear' && result.reason === 'NUMBER_REUSED') return withdraw(run, order);
  // The order stands, whatever it holds: its intent does not wait for the comparison for ever.
  if (isPastRetryBudget(row, context.clock.now(), timesOf(context))) return recordOrder(run, order);
  return retryLater(run, `comparing the order: ${result.reason}`, result.kind === 'unclear' ? result : {});
}

/** Looks for the order that has the intent's number with another content, and withdraws it. */
export async function withdrawOther(run: Run): Promise<void> {
  const found = await askByNumber(run);
  if (found.ok && found.order && !isDead(found.order)) return withdraw(run, found.order);
  tellOfReusedNumber(run);
  return retryLater(run, 'ordering: NUMBER_REUSED');
}

/** Cancels an order whose content is not the intent's any more. One that has left is what the caller gets. */
async function withdraw(run: Run, order: PlatformOrder): Promise<void> {
  tellOfReusedNumber(run);
  const result = await cancelAtPlatform(run, order);
  if (result.ok) return endRun(run, unconfirmed(order, result.feeFen));
  if (result.kind === 'refused') return recordOrder(run, order);
  return retryLater(run, `cancelling: ${result.reason}`, result);
}

/** Tells people that the platform has an order of this intent's number with another product, quantity or recipient. */
function tellOfReusedNumber({ context, row }: Run): void {
  context.log.error(
    { intentId: row.id },
    'the platform knows the number of this intent with another content',
  );
  context.alarms.numberReused(row.platform);
}
