import { platformOf } from './intents-context.ts';
import { fenceOf, orderPatch, pauseAfter, type ProcessingContext } from './processing-context.ts';

// Shops that have not shipped after a month will not; asking on would never end.
const GIVE_UP_MS = 30 * 86_400_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

/** Asks the platform for the parcel of a completed intent, and again later until there is one. */
export async function trackIntent(
  context: ProcessingContext,
  intentId: string,
  signal: AbortSignal,
): Promise<void> {
  const row = await context.intents.beginAttempt(intentId);
  if (row?.status !== 'COMPLETED' || row.orderId === null || row.completedAt === null) return;
  const result = await platformOf(context, row.platform).getOrder(row.orderId, {
    timeoutMs: context.orderTimeoutMs,
    signal,
  });
  const now = context.clock.now();
  const order = result.ok ? result.order : null;
  if (order?.trackingNumber !== undefined) {
    const patch = { ...orderPatch(order), dispatchAt: null };
    await context.intents.record(fenceOf(row), patch, now, {
      type: 'order.shipped',
      detail: order.trackingNumber,
    });
    return;
  }
  const elapsedMs = now.getTime() - row.completedAt.getTime();
  const isOver = elapsedMs > GIVE_UP_MS || order?.status === 'CANCELLED' || order?.status === 'DELIVERED';
  const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(pauseAfter(0), elapsedMs / 4));
  await context.intents.patch(
    fenceOf(row),
    {
      dispatchAt: isOver ? null : new Date(now.getTime() + pauseMs),
    },
    now,
  );
}
