import { ApiError, checkAllowed, checkProduct, submissionOf } from '@procurement-intents/domain';
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
    checkAllowed('submit', row.status);
    checkProduct({ isSupplierBlocked: context.isSupplierBlocked(row.productUrl), finding: 'unread' });
    await checkProductPage(context, row, signal);
    if (signal.aborted) throw new ApiError('UNAVAILABLE');
    const now = context.clock.now();
    const submission = submissionOf(row, now, context.graceMs);
    return context.intents.update(fenceOf(row), submission, now);
  });
}
