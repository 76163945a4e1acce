import type { UnclearReason } from '../call-answers.ts';
import { finalUrlOf, type PageAnswer } from '../product-page/page-answer.ts';
import type { ProductFinding } from './decide-create.ts';

// A create refuses every page that is no product: the caller waits, and can send another URL. A purchase decides otherwise
// (purchasing/decide-by-product-page.ts).

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
