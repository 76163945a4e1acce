import { ApiError, decideChange, type ProductFinding } from '@procurement-intents/domain';
import { changeIntent, type Target } from './change-intent.ts';
import { checkProductPage } from '../platforms/page-check/check-product-page.ts';
import type { ChangeContext } from './intents-context.ts';
import { fenceOf, type IntentRow } from '../intent-rows/intent-row.ts';

/** Submits a draft for purchase, after a check of its product page. */
export function submitIntent(
  context: ChangeContext<'update'>,
  target: Target,
  signal: AbortSignal,
): Promise<IntentRow> {
  return changeIntent(context, target, async (row) => {
    const { graceMs } = context;
    const isSupplierBlocked = context.isSupplierBlocked(row.productUrl);
    const decide = (finding: ProductFinding, now: Date) =>
      decideChange('submit', row, target, { isSupplierBlocked, finding, graceMs, now });
    decide('unread', context.clock.now());
    await checkProductPage(context, row, signal);
    if (signal.aborted) throw new ApiError('UNAVAILABLE');
    const now = context.clock.now();
    return context.intents.update(fenceOf(row), decide('accepted', now), now);
  });
}
