import { CANCEL_REFUSAL_TEXTS } from '@procurement-intents/contract/gateway/words';
import type { PlatformOrder } from '../platforms/platform.ts';
import { findPlacedOrder } from './find-placed-order.ts';
import { platformOf } from './intents-context.ts';
import { fenceOf, orderPatch, type Run } from './processing-context.ts';
import { planReconciling } from './plan-reconciling.ts';
import { recordOrder, tryLater, waitUntil } from './settle-purchase.ts';
import { transition } from './transition.ts';

/**
 * Carries out the cancellation that is on record: CANCELLED only when no order exists or the platform has cancelled
 * it; a refusal is written down and the purchase goes on; an unclear answer is asked again.
 */
export async function settleCancel(run: Run): Promise<void> {
  const { context, row, signal } = run;
  const found = await findPlacedOrder(run);
  if (!found.ok) return tryLater(run, `order look-up: ${found.reason}`, found);
  if (found.order === null) {
    const isInFlight = row.placingUntil !== null && row.placingUntil > context.clock.now();
    return isInFlight && row.placingUntil ? waitUntil(run, row.placingUntil) : saveCancelled(run, null, 0);
  }
  if (found.order.status === 'REJECTED') return recordOrder(run, found.order);
  // Also when it is cancelled already, by us before a crash or by the shop: its answer alone tells the fee.
  const result = await platformOf(context, row.platform).cancelOrder(found.order.orderId, {
    timeoutMs: context.orderTimeoutMs,
    signal,
  });
  if (result.ok) return saveCancelled(run, found.order, result.feeFen);
  if (result.kind === 'unclear') return tryLater(run, `cancelling: ${result.reason}`, result);
  if (found.order.status === 'CANCELLED') return saveCancelled(run, found.order, 0);
  return saveRefusal(run, result.message ?? CANCEL_REFUSAL_TEXTS[result.reason]);
}

async function saveCancelled(
  { context, row }: Run,
  order: PlatformOrder | null,
  feeFen: number,
): Promise<void> {
  const now = context.clock.now();
  const patch = {
    ...transition('cancel', row.status, now),
    ...(order && orderPatch(order)),
    cancellationFeeFen: BigInt(feeFen),
    // Carried out: a request that stays on record would hurry the looks for a late order.
    cancelRequestedAt: null,
    dispatchAt: null,
    ...(order ? {} : planReconciling(row, now)),
  };
  const event = { type: 'intent.cancelled', from: row.status, to: 'CANCELLED' } as const;
  await context.intents.record(fenceOf(row), patch, now, event);
}

// The queue drops a new job until this one counts as done.
const NEXT_TURN_MS = 500;

async function saveRefusal({ context, row }: Run, reason: string): Promise<void> {
  const now = context.clock.now();
  const patch = {
    cancelRequestedAt: null,
    cancelRefusal: reason,
    dispatchAt: new Date(now.getTime() + NEXT_TURN_MS),
  };
  await context.intents.note(fenceOf(row), patch, now, { type: 'intent.cancel_refused', detail: reason });
}
