import { transition } from '@procurement-intents/domain';
import { ApiError } from '../errors.ts';
import { changeIntent, type Target } from './change-intent.ts';
import { checkProductPage } from './check-product-page.ts';
import type { IntentsContext } from './intents-context.ts';
import type { IntentRow } from '../intent-rows/intent-row.ts';

/** Submits a draft for purchase, after a check of its product page. */
export function submitIntent(
  context: IntentsContext,
  target: Target,
  signal: AbortSignal,
): Promise<IntentRow> {
  return changeIntent(context, target, async (row) => {
    transition('submit', row.status, context.clock.now());
    await checkProductPage(context, row, signal);
    if (signal.aborted) throw new ApiError('UNAVAILABLE');
    const now = context.clock.now();
    const changes = {
      ...transition('submit', row.status, now),
      nextAttemptAt: new Date(now.getTime() + context.graceMs),
    };
    const event = { type: 'intent.submitted', from: row.status, to: 'SUBMITTED' } as const;
    return context.intents.update({ id: row.id, version: row.version }, changes, now, event);
  });
}
