import type { PlatformOrder } from '../platforms/platform.ts';
import { findByNumbers } from './find-placed-order.ts';
import { platformOf } from '../intents/intents-context.ts';
import { LOOKS_AFTER_MS } from './look-times.ts';
import { merchantOrderNosOf } from './merchant-order-no.ts';
import type { OrderLookupRow } from './store/order-lookups.ts';
import { isDead, orderStatusOf } from './order-patch.ts';
import type { ProcessingContext } from './processing-context.ts';

const RETRY_MS = 60_000;
// A shop that gives no answer to a cancellation for as many minutes needs a person to ask it.
const TRIES_TO_ALARM = 10;

/**
 * Asks the platform once more for the order of an intent that ended without one, whether or not its record still
 * exists. An order that turned up all the same is cancelled, so that nobody pays for what the caller was told is not
 * bought; what cannot be cancelled is an error for people, in the log, a metric and the timeline.
 */
export async function reconcileOrder(
  context: ProcessingContext,
  intentId: string,
  signal: AbortSignal,
): Promise<void> {
  const lookup = await context.lookups.begin(intentId);
  if (!lookup) return;
  const platform = platformOf(context, lookup.platform);
  const options = { timeoutMs: context.orderTimeoutMs, signal };
  const numbers = merchantOrderNosOf({ id: intentId, placementToken: lookup.merchantOrderNo });
  const found = await findByNumbers(platform, numbers, options);
  if (!found.ok) return context.lookups.repeat(lookup, lookup.step, RETRY_MS);
  const { order } = found;
  if (order === null) return lookAgain(context, lookup);
  // Nobody needs to know of it at night.
  if (isDead(order)) return finish(context, lookup, order, 'order.found_without_effect');
  const result = await platform.cancelOrder(order.orderId, options);
  if (!result.ok && result.kind === 'unclear') {
    if (lookup.attempt % TRIES_TO_ALARM === 0) tellOfLateOrder(context, lookup, order, 'stands');
    return context.lookups.repeat(lookup, lookup.step, RETRY_MS);
  }
  tellOfLateOrder(context, lookup, order, result.ok ? 'cancelled' : 'stands');
  return result.ok
    ? finish(context, lookup, { ...order, status: 'CANCELLED' }, 'order.late_cancelled')
    : finish(context, lookup, order, 'order.late_stands');
}

function tellOfLateOrder(
  { log, alarms }: ProcessingContext,
  { intentId, platform }: OrderLookupRow,
  { orderId }: PlatformOrder,
  outcome: 'cancelled' | 'stands',
): void {
  const isCancelled = outcome === 'cancelled';
  log.error({ intentId, orderId, isCancelled }, 'an order appeared after its intent had ended without one');
  alarms.lateOrder(platform, outcome);
}

async function lookAgain({ lookups }: ProcessingContext, lookup: OrderLookupRow): Promise<void> {
  const step = lookup.step + 1;
  const afterMs = LOOKS_AFTER_MS[step];
  await (afterMs === undefined ? lookups.finish(lookup, null) : lookups.repeat(lookup, step, afterMs));
}

function finish(
  { lookups }: ProcessingContext,
  lookup: OrderLookupRow,
  order: PlatformOrder,
  event: string,
): Promise<void> {
  return lookups.finish(lookup, { orderId: order.orderId, orderStatus: orderStatusOf(order), event });
}
