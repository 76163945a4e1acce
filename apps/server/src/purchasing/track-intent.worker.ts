import { decideTracking } from '@procurement-intents/domain';
import { type PlatformId, platformOf } from '../platforms/platform.ts';
import { alarmOvercharge } from './order-alarms.ts';
import { fenceOf, type ProcessingContext } from './processing-context.ts';

/**
 * Reads the order of a completed intent from the platform and writes what has changed, until the order is delivered, paid
 * back after the shop cancelled it, or 30 days have passed.
 *
 * @param isFollowed - whether the list of changed orders names every change at the platform.
 */
export async function trackIntent(
  context: ProcessingContext,
  intentId: string,
  signal: AbortSignal,
  isFollowed: (platform: PlatformId) => boolean = () => false,
): Promise<void> {
  const row = await context.purchases.beginAttempt(intentId);
  if (row?.status !== 'COMPLETED' || row.orderId === null || row.completedAt === null) return;
  const result = await platformOf(context, row.platform).getOrder(row.orderId, {
    timeoutMs: context.orderTimeoutMs,
    appId: row.appId,
    signal,
  });
  const now = context.clock.now();
  const order = result.ok ? result.order : null;
  const { fields, charge, isCancelledByShop, ...events } = decideTracking(
    row,
    order,
    now,
    isFollowed(row.platform),
  );
  if (isCancelledByShop) {
    context.log.error({ intentId, orderId: row.orderId }, 'the shop has cancelled a completed order');
    context.alarms.cancelledByShop(row.platform);
  }
  if (order && charge) alarmOvercharge(context, row, order, charge);
  await context.purchases.update(fenceOf(row), fields, now, { ...events, isVisible: events.event !== null });
}
