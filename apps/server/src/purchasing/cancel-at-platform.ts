import { TOO_LATE } from '@procurement-intents/domain';
import type { CancelOrderResult, PlatformOrder } from '../platforms/platform.ts';
import { platformOf } from '../intents/intents-context.ts';
import { type Attempt, fenceOf, stopwatch } from './processing-context.ts';

// An attempt that gives no sign of life for 10 s is replaced. One that is still the writer keeps being it for half of that.
const STILL_OURS_MS = 5000;

/**
 * Asks the platform to cancel an order, while this attempt is the writer. One that has slept since must not: the order may
 * have been confirmed, and its caller told so, by another.
 */
export async function cancelAtPlatform(
  attempt: Attempt,
  { orderId }: PlatformOrder,
): Promise<CancelOrderResult> {
  const { context, row, signal } = attempt;
  const elapsedMs = stopwatch(context);
  if (!(await context.purchases.holds(fenceOf(row)))) {
    return { ok: false, kind: 'unclear', reason: TOO_LATE, isNotSent: true };
  }
  return platformOf(context, row.platform).cancelOrder(orderId, {
    timeoutMs: context.orderTimeoutMs,
    signal,
    appId: row.appId,
    maySend: () => elapsedMs() <= STILL_OURS_MS,
  });
}
