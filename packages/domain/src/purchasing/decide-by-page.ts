import type { FailureCode } from '@procurement-intents/contract';
import type { ProductFinding } from '../intents/decide-create.ts';
import { type PageAnswer, type UnclearReason, wasCalled } from './answers.ts';
import { PAGE_GONE_MS } from './due.ts';
import { isAbovePrice, type PurchaseState } from './purchase-rules.ts';
import { pauseOf, type Retry, retryReason } from './purchase-steps.ts';

// The two readings of a product page. A create refuses every page that is no product: the caller waits, and can send
// another URL. A purchase ends only by a page that is missing twice: what is no product now may be a captcha.

/** What a create does by the page: it refuses the URL, or accepts it, with or without a definite answer. */
type PageOutcome = 'product' | 'refused' | 'unclear';

// Pages that exist and cannot be read. Other failures may pass.
const UNREADABLE: ReadonlySet<UnclearReason> = new Set<UnclearReason>(['TOO_LARGE', 'BAD_ANSWER']);

/** What a create knows of its product page. `finalUrl`: where redirects have led to the product; null: nowhere yet. */
export interface CheckedPage {
  outcome: PageOutcome;
  finalUrl: string | null;
}

/** Decides a create by its product page. `isLasting`: the next create of this page may be decided by the same answer. */
export function checkPage(answer: PageAnswer): CheckedPage & { isLasting: boolean } {
  const finalUrl = finalUrlOf(answer);
  if (answer.ok) return { outcome: 'product', finalUrl, isLasting: true };
  if (answer.kind === 'refused') return { outcome: 'refused', finalUrl, isLasting: true };
  return { outcome: 'unclear', finalUrl, isLasting: UNREADABLE.has(answer.reason) };
}

/** Where redirects have led to the product; null without a page that shows one. */
export const finalUrlOf = (answer: PageAnswer | undefined): string | null =>
  answer?.ok === true ? answer.page.finalUrl : null;

/**
 * Whether the company buys nothing from the supplier of a product: by its address, or by the one that its page was found
 * at. Asked before the page is read and after.
 *
 * @param isSupplierBlocked - whether an address belongs to a blocked supplier.
 */
export const isOfBlockedSupplier = (
  { productUrl, finalUrl }: { productUrl: string; finalUrl: string | null },
  isSupplierBlocked: (address: string) => boolean,
): boolean => isSupplierBlocked(productUrl) || (finalUrl !== null && isSupplierBlocked(finalUrl));

/**
 * What its page tells of a product that somebody wants. Whether the product's own address is of a blocked supplier is asked
 * before its page: here, only where the page has led to counts.
 *
 * @param isSupplierBlocked - whether an address belongs to a blocked supplier.
 */
export function findingOfPage(
  { outcome, finalUrl }: CheckedPage,
  productUrl: string,
  isSupplierBlocked: (address: string) => boolean,
): ProductFinding {
  if (outcome === 'refused') return 'productPage';
  const leadsToBlocked = finalUrl !== null && isSupplierBlocked(finalUrl) && !isSupplierBlocked(productUrl);
  return leadsToBlocked ? 'supplierBlocked' : 'accepted';
}

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
