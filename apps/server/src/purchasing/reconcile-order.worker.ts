import { fenToYuan, isDead } from '@procurement-intents/domain';
import type { CancelOrderResult, PlatformOrder } from '../platforms/platform.ts';
import { findByNumbers } from './find-by-numbers.ts';
import { platformOf } from '../intents/intents-context.ts';
import { LOOKS_AFTER_MS } from './look-times.ts';
import { merchantOrderNosOf } from './merchant-order-no.ts';
import { countAttempts } from './store/attempt-number.ts';
import type { OrderLookupRow } from './store/order-lookups.ts';
import { orderPatch } from './order-patch.ts';
import { alarmOvercharge, chargeOf } from './overcharge.ts';
import type { ProcessingContext } from './processing-context.ts';

const RETRY_MS = 60_000;
// A shop that gives no answer to a cancellation for as many minutes needs a person to ask it.
const TRIES_TO_ALARM = 10;

interface Look {
  context: ProcessingContext;
  lookup: OrderLookupRow;
  signal: AbortSignal;
}

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
  const look = { context, lookup, signal };
  const numbers = merchantOrderNosOf({ id: intentId, merchantOrderNo: lookup.merchantOrderNo });
  const wanted = lookup.cancelRequestedOrderId;
  const found = await findByNumbers(platformOf(context, lookup.platform), numbers, optionsOf(look), wanted);
  if (!found.ok) return context.lookups.repeat(lookup, lookup.step, RETRY_MS);
  const { order } = found;
  if (order === null) return lookAgain(look);
  // Nobody needs to know at night of an order that the shop has ended itself.
  const isOurs = order.orderId === wanted && order.status === 'CANCELLED';
  if (isDead(order) && !isOurs) return finish(look, order, 'order.found_without_effect');
  return withdraw(look, order);
}

/** Cancels the order. One that is cancelled already, because an answer got lost, tells its fee when it is asked again. */
async function withdraw(look: Look, order: PlatformOrder): Promise<void> {
  const { context, lookup } = look;
  if (!(await context.lookups.requestCancel(lookup, order.orderId))) return;
  const result = await platformOf(context, lookup.platform).cancelOrder(order.orderId, optionsOf(look));
  if (!result.ok && result.kind === 'unclear') {
    if (countAttempts(lookup.attempt) % TRIES_TO_ALARM === 0) tellOfLateOrder(look, order, result);
    return context.lookups.repeat(lookup, lookup.step, RETRY_MS);
  }
  tellOfLateOrder(look, order, result);
  return result.ok || isDead(order)
    ? finish(look, { ...order, status: 'CANCELLED' }, 'order.late_cancelled', result)
    : finish(look, order, 'order.late_stands');
}

/** Failures on the orders of one App stop no looks for another's; an intent that is gone has nobody but itself. */
const optionsOf = ({ context, lookup, signal }: Look) => ({
  timeoutMs: context.orderTimeoutMs,
  signal,
  appId: lookup.appId ?? lookup.intentId,
});

function tellOfLateOrder({ context, lookup }: Look, order: PlatformOrder, result: CancelOrderResult): void {
  const isCancelled = result.ok || isDead(order);
  const amounts = {
    amountPaid: fenToYuan(order.amountPaidFen),
    ...(result.ok && { fee: fenToYuan(result.feeFen) }),
  };
  context.log.error(
    { intentId: lookup.intentId, orderId: order.orderId, isCancelled, ...amounts },
    'an order appeared after its intent had ended without one',
  );
  context.alarms.lateOrder(lookup.platform, isCancelled ? 'cancelled' : 'stands');
}

async function lookAgain({ context: { lookups }, lookup }: Look): Promise<void> {
  const step = lookup.step + 1;
  const afterMs = LOOKS_AFTER_MS[step];
  await (afterMs === undefined ? lookups.finish(lookup, null) : lookups.repeat(lookup, step, afterMs));
}

/** Ends the looking with an order: what it is, what it costs and what its cancellation cost go onto the intent. */
function finish(
  { context, lookup }: Look,
  order: PlatformOrder,
  type: string,
  cancelled?: CancelOrderResult,
): Promise<void> {
  const { intentId: id, platform, totalFen, amountPaidFen } = lookup;
  const charge =
    totalFen === null ? null : chargeOf(order, { totalFen, amountPaidFen }, type === 'order.late_stands');
  if (charge) alarmOvercharge(context, { id, platform }, order, charge);
  return context.lookups.finish(lookup, {
    patch: {
      ...orderPatch(order),
      ...charge?.patch,
      ...(cancelled?.ok && { cancellationFeeFen: BigInt(cancelled.feeFen) }),
    },
    events: [{ type, detail: order.orderId }, ...(charge?.overcharged ? [charge.overcharged] : [])],
  });
}
