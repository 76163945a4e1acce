import type { PlatformId } from '@procurement-intents/contract';
import { decideTracking, isFeeMissing } from '@procurement-intents/domain';
import { platformOf } from '../platforms/platform-of.ts';
import { fenceOf } from '../intent-rows/intent-row.ts';
import { withRaised } from './order-alarms.ts';
import { ownOrder } from './own-order.ts';
import { callOptionsOf, type ProcessingContext } from './processing-context.ts';

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
  const options = callOptionsOf(context, { ...row, intentId }, signal);
  const platform = platformOf(context, row.platform);
  const found = await ownOrder(context, row, await platform.getOrder(row.orderId, options));
  const cancelled = isFeeMissing(row, found)
    ? await platform.cancelOrder(row.orderId, { ...options, isLastTry: true })
    : undefined;
  const now = context.clock.now();
  const intent = { ...row, orderId: row.orderId };
  const change = decideTracking(intent, { found, cancelled }, now, isFollowed(row.platform));
  await context.purchases.update(fenceOf(row), withRaised(context, row, change), now);
}
