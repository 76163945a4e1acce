import { mayOrderAppear } from '@procurement-intents/domain';
import type { FailureCode } from '@procurement-intents/contract';
import { endRun } from './end-intent.ts';
import { askByNumber, isCertainlyUnsent } from './find-placed-order.ts';
import type { Run } from './processing-context.ts';
import { recordFound } from './record-found.ts';
import type { IntentPatch } from '../intents/store/intent-row.ts';
import { retryLater, waitForOrder } from './retry-later.ts';

export type EndWithoutOrder = { to: 'FAILED'; failureCode: FailureCode } | { to: 'CANCELLED' };

/**
 * Ends a purchase for which no order is known, if there is none: waits while one may still appear, then asks the
 * platform once more, and carries on with an order that it finds.
 *
 * @param patch - `placingUntil` as it is when the promise of the last call is taken back.
 */
export async function endWithoutOrder(
  run: Run,
  end: EndWithoutOrder,
  patch: IntentPatch = {},
): Promise<void> {
  const { context } = run;
  const row = { ...run.row, ...patch };
  const asked = { ...run, row };
  if (row.placingUntil !== null && mayOrderAppear(row, context.clock.now())) {
    return waitForOrder(asked, row.placingUntil, patch);
  }
  const found = await askByNumber(asked);
  if (found.ok && found.order) return recordFound(run, found.order, found.merchantOrderNo);
  // Where nothing was sent, a platform that does not answer keeps nobody waiting. The look is owed either way: a failover
  // can have lost the promise of an order that is still on its way.
  if (!found.ok && !isCertainlyUnsent(asked))
    return retryLater(run, `order look-up: ${found.reason}`, { ...found, patch });
  const outcome = {
    ...(end.to === 'FAILED' ? end : { ...end, feeFen: 0 }),
    order: null,
    mayTurnUp: true,
  };
  await endRun(run, outcome, patch);
}
