import { CANCEL_REFUSAL_TEXTS } from '@procurement-intents/contract/gateway/words';
import type { PlatformOrder } from '../platforms/platform.ts';
import { cancelAtPlatform } from './cancel-at-platform.ts';
import { endRun } from './end-intent.ts';
import { endWithoutOrder } from './end-without-order.ts';
import { findPlacedOrder } from './find-placed-order.ts';
import { fenceOf, type Run } from './processing-context.ts';
import { recordOrder } from './record-order.ts';
import { retryLater } from './retry-later.ts';

/**
 * Carries out the cancellation that is on record: CANCELLED only when no order exists or the platform has cancelled
 * it; a refusal is written down and the purchase goes on; an unclear answer is asked again.
 */
export async function settleCancel(run: Run): Promise<void> {
  const found = await findPlacedOrder(run);
  if (!found.ok) return retryLater(run, `order look-up: ${found.reason}`, found);
  if (found.order === null) return endWithoutOrder(run, { to: 'CANCELLED' });
  if (found.order.status === 'REJECTED') return recordOrder(run, found.order);
  // Also when it is cancelled already, by us before a crash or by the shop: its answer alone tells the fee.
  const result = await cancelAtPlatform(run, found.order);
  if (result.ok) return saveCancelled(run, found.order, result.feeFen);
  if (found.order.status === 'CANCELLED' && result.kind === 'refused')
    return saveCancelled(run, found.order, 0);
  if (result.kind === 'refused')
    return saveRefusal(run, result.message ?? CANCEL_REFUSAL_TEXTS[result.reason]);
  if (hasLeft(found.order)) return saveRefusal(run, CANCEL_REFUSAL_TEXTS.SHIPPED);
  if (hasWaitedLongEnough(run)) return saveRefusal(run, 'the platform does not answer');
  return retryLater(run, `cancelling: ${result.reason}`, result);
}

/** Whether the parcel has left, so that no answer to a cancellation has to be waited for. */
const hasLeft = ({ status }: PlatformOrder): boolean => status === 'SHIPPED' || status === 'DELIVERED';

/** Whether a platform has been asked for as long as one is tried: a purchase must not wait for ever for a cancellation. */
function hasWaitedLongEnough({ context, row }: Run): boolean {
  const now = context.clock.now();
  return now.getTime() - (row.cancelRequestedAt ?? now).getTime() > context.patienceMs;
}

function saveCancelled(run: Run, found: PlatformOrder, feeFen: number): Promise<void> {
  const order = { ...found, status: 'CANCELLED' as const };
  return endRun(run, { to: 'CANCELLED', order, feeFen, mayTurnUp: false });
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
  await context.purchases.update(fenceOf(row), patch, now, {
    event: { type: 'intent.cancel_refused', detail: reason },
  });
}
