import type { FailureCode } from '@procurement-intents/contract';
import { wasCalled } from '../call-answers.ts';
import type { PageAnswer } from '../product-page/page-answer.ts';
import { PAGE_GONE_MS } from './due.ts';
import { isAbovePrice, type PurchaseState } from './purchase-rules.ts';
import { pauseOf, type Retry, retryReason } from './purchase-steps.ts';

// A create refuses every page that is no product (intents/check-product-page.ts). A purchase ends only by a page that is missing
// twice: what is no product now may be a captcha.

/** What a purchase does by the page. */
export type PageDecision =
  { kind: 'order'; unitPriceFen: number } | { kind: 'fail'; failureCode: FailureCode } | Retry;

/**
 * Decides a purchase by its product page. A page that is missing in two fetches, sold out, or above the intent's price
 * ends the purchase. A captcha, a firewall's page and every other answer is fetched again until the retry budget is used
 * up.
 *
 * @param isLastTry - whether the retry budget is used up.
 */
export function decideByPage(
  intent: Pick<PurchaseState, 'pageGoneAt' | 'priceFen'>,
  answer: PageAnswer,
  now: Date,
  isLastTry: boolean,
): PageDecision {
  if (answer.ok) {
    if (!answer.page.isAvailable) return { kind: 'fail', failureCode: 'OUT_OF_STOCK' };
    if (isAbovePrice(answer.page, intent)) return { kind: 'fail', failureCode: 'PRICE_CHANGED' };
    return { kind: 'order', unitPriceFen: answer.page.priceFen };
  }
  const reason = retryReason('page', answer.reason);
  if (answer.kind === 'refused' && answer.reason === 'NOT_FOUND') {
    const pageGoneAt = intent.pageGoneAt ?? now;
    return now.getTime() - pageGoneAt.getTime() >= PAGE_GONE_MS
      ? { kind: 'fail', failureCode: 'PRODUCT_NOT_FOUND' }
      : { kind: 'retry', reason, pageGoneAt };
  }
  if (isLastTry && wasCalled(answer)) return { kind: 'fail', failureCode: 'PLATFORM_UNAVAILABLE' };
  return { kind: 'retry', reason, ...(answer.kind === 'unclear' && pauseOf(answer)) };
}
