import { FAILURE_BY_REJECT_REASON } from '@procurement-intents/contract/gateway/words';
import type { PlatformOrder } from '../platforms/platform.ts';
import { cancelAtPlatform } from './cancel-at-platform.ts';
import type { RunRow } from './store/claim-intents.ts';
import { endIntent, type Outcome } from './end-intent.ts';
import { orderPatch } from './order-patch.ts';
import { isOvercharged, overcharge } from './overcharge.ts';
import { fenceOf, pauseAfter, type Run } from './processing-context.ts';
import type { IntentPatch } from '../intents/store/intent-row.ts';
import { retryLater } from './retry-later.ts';

/** Every write below is fenced: when another run or a move came between, it writes nothing and the other goes on. */

/** Writes down what the platform says of the order, and moves the intent when that is an outcome. */
export async function recordOrder(run: Run, order: PlatformOrder): Promise<void> {
  const { context, row } = run;
  if (isOvercharged(order, row)) {
    context.log.error(
      { intentId: row.id, orderId: order.orderId },
      'the platform charges more than was agreed',
    );
    context.alarms.overcharged(row.platform);
  }
  switch (order.status) {
    case 'REJECTED':
      return end(run, failed(order, FAILURE_BY_REJECT_REASON[order.reason ?? 'OTHER']));
    case 'CANCELLED':
      return recordCancelled(run, order);
    case 'ACCEPTED':
      return awaitConfirmation(run, order);
    case 'CONFIRMED':
    case 'SHIPPED':
    case 'DELIVERED': {
      // Its parcels are looked for until they have arrived.
      const dispatchAt = new Date(context.clock.now().getTime() + pauseAfter(0));
      return end(run, { to: 'COMPLETED', order }, order.status === 'DELIVERED' ? {} : { dispatchAt });
    }
  }
}

async function end({ context, row }: Run, outcome: Outcome, patch: IntentPatch = {}): Promise<void> {
  const at = context.clock.now();
  await endIntent(context, { row, fence: fenceOf(row), at }, outcome, patch);
}

type Failed = Extract<Outcome, { to: 'FAILED' }>;

const failed = (order: PlatformOrder, failureCode: Failed['failureCode'], feeFen?: number): Failed => ({
  to: 'FAILED',
  failureCode,
  order,
  mayTurnUp: false,
  ...(feeFen !== undefined && { feeFen }),
});

/** How long the platform has had the order, as far as this row knows; one that is news has all of its time before it. */
function acceptedForMs({ orderId, orderAcceptedAt, processingAt }: RunRow, now: Date): number {
  if (orderId === null) return 0;
  return now.getTime() - (orderAcceptedAt ?? processingAt ?? now).getTime();
}

// Confirmation is a person's or a payment's work of seconds to hours, so the first look back may take its time.
const FIRST_LOOK_MS = 1000;

async function awaitConfirmation(run: Run, order: PlatformOrder): Promise<void> {
  const { context, row } = run;
  const now = context.clock.now();
  const elapsedMs = acceptedForMs(row, now);
  if (elapsedMs > context.confirmTimeoutMs) {
    const result = await cancelAtPlatform(run, order);
    if (result.ok) return end(run, unconfirmed(order, result.feeFen));
  }
  const dispatchAt = new Date(now.getTime() + Math.max(FIRST_LOOK_MS, pauseAfter(elapsedMs / 4)));
  const isNews = row.orderId === null;
  const paid = isOvercharged(order, row) ? { amountPaidFen: BigInt(order.amountPaidFen) } : null;
  if (!isNews && !paid) return void (await context.purchases.update(fenceOf(row), { dispatchAt }, now));
  const accepted = { type: 'order.accepted', detail: order.orderId };
  const event = isNews ? accepted : overcharge(order, row);
  const also = isNews && paid ? overcharge(order, row) : undefined;
  const patch = { ...orderPatch(order), ...paid, orderAcceptedAt: row.orderAcceptedAt ?? now, dispatchAt };
  await context.purchases.update(fenceOf(row), patch, now, { event, also, isVisible: true });
}

/** A lost answer to our own withdrawal leaves a cancelled order too, and only asking again tells its fee. */
async function recordCancelled(run: Run, order: PlatformOrder): Promise<void> {
  const { context, row } = run;
  const now = context.clock.now();
  if (acceptedForMs(row, now) > context.confirmTimeoutMs) {
    const result = await cancelAtPlatform(run, order);
    if (result.ok) return end(run, unconfirmed(order, result.feeFen));
    if (result.kind === 'unclear') return retryLater(run, `cancelling: ${result.reason}`, result);
  }
  return end(run, failed(order, 'PLATFORM_REJECTED'));
}

/** The end of an order that nobody stood by and that was cancelled. */
export const unconfirmed = (order: PlatformOrder, feeFen: number): Failed =>
  failed({ ...order, status: 'CANCELLED' }, 'PROCESSING_TIMEOUT', feeFen);
