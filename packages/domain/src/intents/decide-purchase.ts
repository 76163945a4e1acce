import type { FailureCode } from '@procurement-intents/contract';

/** What the product page lets a purchase do next. */
export type PageDecision =
  | { kind: 'order'; unitPriceFen: number }
  /** No order is made. Whether the intent ends is decided by whether one may still appear. */
  | { kind: 'fail'; failureCode: FailureCode }
  /** The page is not there, since `goneAt` as far as we know; a second look decides. */
  | { kind: 'lookAgain'; goneAt: Date }
  /** Nothing definite. */
  | { kind: 'retry'; reason: string };

/** What an attempt knows of its intent. */
export interface PurchaseState {
  /** The most that one piece may cost. */
  priceFen: bigint;
  /** Until then an order that was promised may still appear; null when none was. */
  placingUntil: Date | null;
  /** When the first attempt began. */
  processingAt: Date | null;
  /** Since when the product page is gone, as far as we know. */
  pageGoneAt: Date | null;
}

/** What the product page said; what is neither a page nor a definite no is unclear. */
export type PageAnswer =
  | { ok: true; page: { priceFen: number; isAvailable: boolean } }
  | { ok: false; kind: 'refused' | 'unclear'; reason: string };

export interface PurchaseTimes {
  /** How long an unavailable platform is tried before the purchase fails. */
  retryBudgetMs: number;
  /** How long an order may still appear after it was promised. */
  inFlightMs: number;
}

/** A page has to be gone for this long, at two looks, before an accepted purchase fails of it. */
export const PAGE_GONE_MS = 10_000;

/** No end while an order may appear: until this time has passed, nothing but the platform's order ends a purchase. */
export function mayOrderAppear({ placingUntil }: Pick<PurchaseState, 'placingUntil'>, now: Date): boolean {
  return placingUntil !== null && placingUntil > now;
}

/** Never above the price: whether the page asks more than the intent allows. */
export function isAbovePrice(
  page: { priceFen: number },
  { priceFen }: Pick<PurchaseState, 'priceFen'>,
): boolean {
  return BigInt(page.priceFen) > priceFen;
}

/** How long the purchase has been under way: the time since its first attempt began. */
export function processingMs({ processingAt }: Pick<PurchaseState, 'processingAt'>, now: Date): number {
  return now.getTime() - (processingAt ?? now).getTime();
}

/** Whether the platform has been tried for as long as a purchase may wait. */
export function isPastRetryBudget(
  state: Pick<PurchaseState, 'processingAt'>,
  now: Date,
  { retryBudgetMs }: PurchaseTimes,
): boolean {
  return processingMs(state, now) > retryBudgetMs;
}

/**
 * Whether an order went out after the retry budget and brought no answer. Before, the time may have gone by behind an
 * open breaker, and nothing fails of that.
 */
export function hadLastTry(
  { placingUntil, processingAt }: Pick<PurchaseState, 'placingUntil' | 'processingAt'>,
  times: PurchaseTimes,
): boolean {
  if (placingUntil === null || processingAt === null) return false;
  const sentAtMs = placingUntil.getTime() - times.inFlightMs;
  return sentAtMs - processingAt.getTime() > times.retryBudgetMs;
}

/**
 * What follows from the product page. Only a page that is gone at two looks, sold out, or dearer than the intent is an
 * answer; a captcha, a firewall's page and everything else is looked at again until the retry budget is used up.
 */
export function decideByPage(
  state: PurchaseState,
  result: PageAnswer,
  now: Date,
  times: PurchaseTimes,
): PageDecision {
  if (result.ok) {
    if (!result.page.isAvailable) return { kind: 'fail', failureCode: 'OUT_OF_STOCK' };
    if (isAbovePrice(result.page, state)) return { kind: 'fail', failureCode: 'PRICE_CHANGED' };
    return { kind: 'order', unitPriceFen: result.page.priceFen };
  }
  const isGone = result.kind === 'refused' && result.reason === 'NOT_FOUND';
  if (isGone) {
    const goneAt = state.pageGoneAt ?? now;
    return now.getTime() - goneAt.getTime() >= PAGE_GONE_MS
      ? { kind: 'fail', failureCode: 'PRODUCT_NOT_FOUND' }
      : { kind: 'lookAgain', goneAt };
  }
  if (isPastRetryBudget(state, now, times)) return { kind: 'fail', failureCode: 'PLATFORM_UNAVAILABLE' };
  return { kind: 'retry', reason: `product page: ${result.reason}` };
}
