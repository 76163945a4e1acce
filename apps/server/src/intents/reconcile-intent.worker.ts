import type { PlatformOrder } from '../platforms/platform.ts';
import { platformOf } from './intents-context.ts';
import { fenceOf, type ProcessingContext } from './processing-context.ts';
import { nextLook } from './plan-reconciling.ts';
import type { RunRow } from './claim-intents.ts';

const RETRY_MS = 60_000;

/**
 * Asks the platform once more for the order of an intent that ended without one. An order that turned up all the same
 * is cancelled, so that nobody pays for what the caller was told is not bought; what cannot be cancelled is an error
 * for people, in the log and in the timeline.
 */
export async function reconcileIntent(
  context: ProcessingContext,
  intentId: string,
  signal: AbortSignal,
): Promise<void> {
  const row = await context.intents.beginAttempt(intentId);
  if (row?.reconcileStep == null || row.placementToken === null) return;
  const platform = platformOf(context, row.platform);
  const options = { timeoutMs: context.orderTimeoutMs, signal };
  const found = await platform.findOrder(row.placementToken, options);
  const now = context.clock.now();
  if (!found.ok) {
    await context.intents.patch(fenceOf(row), { dispatchAt: new Date(now.getTime() + RETRY_MS) }, now);
    return;
  }
  if (found.order === null) {
    await context.intents.patch(fenceOf(row), nextLook(row.reconcileStep + 1, now), now);
    return;
  }
  if (isWithoutEffect(found.order)) {
    context.onLateOrder(row.platform, 'without_effect');
    return settle(context, row, found.order, 'order.found_without_effect');
  }
  const result = await platform.cancelOrder(found.order.orderId, options);
  if (!result.ok && result.kind === 'unclear') {
    await context.intents.patch(fenceOf(row), { dispatchAt: new Date(now.getTime() + RETRY_MS) }, now);
    return;
  }
  const { orderId } = found.order;
  context.log.error(
    { intentId, orderId, isCancelled: result.ok },
    'an order appeared after its intent had ended without one',
  );
  context.onLateOrder(row.platform, result.ok ? 'cancelled' : 'stands');
  return settle(context, row, found.order, result.ok ? 'order.late_cancelled' : 'order.late_stands');
}

function isWithoutEffect({ status }: PlatformOrder): boolean {
  return status === 'CANCELLED' || status === 'REJECTED';
}

async function settle(
  context: ProcessingContext,
  row: RunRow,
  { orderId }: PlatformOrder,
  type: string,
): Promise<void> {
  const patch = { orderId, reconcileStep: null, dispatchAt: null };
  await context.intents.record(fenceOf(row), patch, context.clock.now(), { type, detail: orderId });
}
