import { isPastRetryBudget } from '@procurement-intents/domain';
import { FAILURE_BY_REJECT_REASON } from '@procurement-intents/contract/gateway/words';
import type { UnclearAnswer } from '../platforms/platform.ts';
import { endWithoutOrder } from './end-without-order.ts';
import { platformOf } from '../intents/intents-context.ts';
import { orderRequestOf } from './order-request.ts';
import { fenceOf, type Run, stopwatch, timesOf } from './processing-context.ts';
import { withdrawOther } from './record-found.ts';
import { recordOrder } from './record-order.ts';
import type { RunRow } from './store/claim-intents.ts';
import type { IntentPatch } from '../intents/store/intent-row.ts';
import { retryLater } from './retry-later.ts';

/**
 * Sends the order under the intent's number, at most at the intent's price. Until the time that is promised in the row
 * it may still appear, whatever was answered: a gateway's 5xx can be a proxy's, with the shop behind it still at work.
 */
export async function placeOrder(run: Run, unitPriceFen: number): Promise<void> {
  const { context, row, signal } = run;
  const elapsedMs = stopwatch(context);
  const { inFlightMs } = timesOf(context);
  // Committed before the call: whoever looks next knows that an order may be out. Lost to a cancellation or to a
  // newer run, nothing is sent; the intent is due again by their hand.
  if ((await context.purchases.promiseOrder({ fence: fenceOf(row), inFlightMs })) === null) return;
  // A process that slept in between could send when another run has already found nothing and decided. The gateway's
  // own time, and half of the time in flight, are left to an order that is sent at the last moment.
  const maySend = (): boolean => !signal.aborted && elapsedMs() <= context.inFlightMs / 2;
  const result = await platformOf(context, row.platform).placeOrder(
    orderRequestOf(context, row, unitPriceFen),
    {
      timeoutMs: context.orderTimeoutMs,
      signal,
      appId: row.appId,
      isLastTry: isPastRetryBudget(row, context.clock.now(), timesOf(context)),
      maySend,
    },
  );
  if (result.ok) return recordOrder(run, result.order);
  if (result.kind === 'refused') {
    // The platform's no to this call: whatever may still appear is an earlier one's.
    return endWithoutOrder(
      run,
      { to: 'FAILED', failureCode: FAILURE_BY_REJECT_REASON[result.reason] },
      nothingSent(row),
    );
  }
  return afterUnclear(run, result);
}

function nothingSent({ placingUntil, resendAt }: RunRow): IntentPatch {
  return { placingUntil, resendAt };
}

async function afterUnclear(run: Run, { reason, retryAfterMs, isNotSent }: UnclearAnswer): Promise<void> {
  const { context, row } = run;
  const wasSent = isNotSent !== true;
  // The platform has compared: the order of this number is an older one, of what the intent was before a change.
  if (reason === 'NUMBER_REUSED') return withdrawOther(run);
  const now = context.clock.now();
  const isOurDelay = reason === 'TOO_LATE' || run.signal.aborted;
  if (!wasSent && !isOurDelay && isPastRetryBudget(row, now, timesOf(context))) {
    return endWithoutOrder(run, { to: 'FAILED', failureCode: 'PLATFORM_UNAVAILABLE' }, nothingSent(row));
  }
  // Where an answer came the connection has ended, so the number may be sent again after a look-up; what the first one
  // did stays open.
  const resent = reason.startsWith('HTTP_') || reason === 'RATE_LIMITED' ? { resendAt: now } : {};
  const patch = wasSent ? resent : nothingSent(row);
  await retryLater(run, `ordering: ${reason}`, { retryAfterMs, patch, isOurDelay });
}
