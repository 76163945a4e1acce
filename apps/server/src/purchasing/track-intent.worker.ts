import { isTrackingOver, pauseAfter } from '@procurement-intents/domain';
import type { PlatformId, PlatformOrder } from '../platforms/platform.ts';
import type { RunRow } from './store/claim-intents.ts';
import { platformOf } from '../intents/intents-context.ts';
import { orderPatch, orderStatusOf } from './order-patch.ts';
import { alarmOvercharge, chargeOf, toldWith } from './overcharge.ts';
import { fenceOf, type ProcessingContext } from './processing-context.ts';
import type { NewEvent } from '../intents/store/intent-row.ts';

const LONGEST_PAUSE_MS = 15 * 60_000;
// A parcel on its way takes days, and so does a refund.
const LONGEST_PAUSE_OF_DAYS_MS = 6 * 3_600_000;
// Where the platform's list names every change, a question is for what the list may have left out.
const FOLLOWED_PAUSE_MS = 6 * 3_600_000;
const FOLLOWED_PAUSE_OF_DAYS_MS = 24 * 3_600_000;

/**
 * Asks the platform what became of the order of a completed intent, until it is delivered, paid back after the shop
 * withdrew it, or a month has passed. COMPLETED stays: what the shop does afterwards is told beside it.
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
  const nextAttemptAt = nextLook(row, order, now, isFollowed(row.platform));
  if (!order) return void (await context.purchases.update(fenceOf(row), { nextAttemptAt }, now));
  const news = newsOf(row, order);
  const charge = chargeOf(order, row, true);
  if (news?.type === CANCELLED_BY_SHOP) {
    context.log.error({ intentId, orderId: order.orderId }, 'the shop has cancelled a completed order');
    context.alarms.cancelledByShop(row.platform);
  }
  alarmOvercharge(context, row, order, charge);
  const trace = toldWith(news, charge);
  const patch = { ...(news && orderPatch(order)), ...charge.patch, nextAttemptAt };
  await context.purchases.update(fenceOf(row), patch, now, { ...trace, isVisible: trace.event !== null });
}

const CANCELLED_BY_SHOP = 'order.cancelled_by_shop';

/** What is new about the order, or null. */
function newsOf(row: RunRow, order: PlatformOrder): NewEvent | null {
  const status = orderStatusOf(order);
  const refund = order.refundedFen === undefined ? null : BigInt(order.refundedFen);
  if (status === row.orderStatus && (refund === null || refund === (row.refundedFen ?? 0n))) {
    return order.parcels.length > parcelCount(row) ? shipped(order) : null;
  }
  if (status === row.orderStatus) return { type: 'order.refunded' };
  switch (status) {
    case 'SHIPPED':
      return shipped(order);
    case 'DELIVERED':
      return { type: 'order.delivered' };
    case 'CANCELLED':
      return { type: CANCELLED_BY_SHOP, ...(order.reason !== undefined && { detail: order.reason }) };
    default:
      return null;
  }
}

const parcelCount = ({ parcels }: RunRow): number => (Array.isArray(parcels) ? parcels.length : 0);

const shipped = (order: PlatformOrder): NewEvent => ({
  type: 'order.shipped',
  detail: order.parcels.map(({ trackingNumber }) => trackingNumber).join(', '),
});

/** When to ask again; null when nothing more will come. */
function nextLook(row: RunRow, order: PlatformOrder | null, now: Date, isFollowed: boolean): Date | null {
  const elapsedMs = now.getTime() - (row.completedAt ?? now).getTime();
  if (isTrackingOver(order, elapsedMs)) return null;
  const takesDays = order?.status === 'SHIPPED' || order?.status === 'CANCELLED';
  // Without an answer the order is asked about again as if there were no list.
  if (order && isFollowed) {
    return new Date(now.getTime() + (takesDays ? FOLLOWED_PAUSE_OF_DAYS_MS : FOLLOWED_PAUSE_MS));
  }
  const longestMs = takesDays ? LONGEST_PAUSE_OF_DAYS_MS : LONGEST_PAUSE_MS;
  return new Date(now.getTime() + Math.min(longestMs, Math.max(pauseAfter(0), elapsedMs / 4)));
}
