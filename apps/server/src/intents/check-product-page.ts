import type { CreateIntentInput, PlatformId } from '@procurement-intents/contract';
import { checkPage, type PageOutcome, productUrlError } from '@procurement-intents/domain';
import { platformOf } from '../platforms/platform.ts';
import type { IntentsContext } from './intents-context.ts';

// The caller is waiting; without an answer in this time, the worker decides later.
const PAGE_CHECK_TIMEOUT_MS = 2000;

type PageContext = Pick<IntentsContext, 'platforms' | 'productPageCache'>;

/** A product page, and the App that requests the check. */
interface PageToCheck {
  appId: string;
  platform: PlatformId;
  productUrl: string;
}

/**
 * Whether the product page of a create needs no check. The page of a draft is checked when it is submitted, only its
 * address now. A cached page had its address checked before.
 */
export function isPageKnownGood(
  context: PageContext,
  { draft, platform, productUrl }: CreateIntentInput,
): boolean {
  if (draft === true) return platformOf(context, platform).ownsProductUrl(productUrl);
  return context.productPageCache.get(platform, productUrl) === 'product';
}

/** Checks the product page of a create; of a draft, its address alone. */
export async function checkPageOfCreate(
  context: PageContext,
  appId: string,
  { draft, platform, productUrl }: CreateIntentInput,
  signal: AbortSignal,
): Promise<void> {
  if (draft === true) checkProductUrl(platformOf(context, platform).ownsProductUrl(productUrl));
  else await checkProductPage(context, { appId, platform, productUrl }, signal);
}

/**
 * Refuses a product URL that is certainly wrong (40001). Accepts it without a definite answer in 2 s; the worker never
 * orders without one. Definite answers are cached for a minute, unreadable pages for 10 s.
 */
export async function checkProductPage(
  context: PageContext,
  input: PageToCheck,
  signal: AbortSignal,
): Promise<void> {
  const platform = platformOf(context, input.platform);
  checkProductUrl(platform.ownsProductUrl(input.productUrl));
  const known = context.productPageCache.get(input.platform, input.productUrl);
  if ((known ?? (await fetchPageOutcome(context, input, signal))) === 'refused') {
    throw productUrlError('productPage');
  }
}

async function fetchPageOutcome(
  context: PageContext,
  { appId, platform, productUrl }: PageToCheck,
  signal: AbortSignal,
): Promise<PageOutcome> {
  const options = { timeoutMs: PAGE_CHECK_TIMEOUT_MS, signal, appId };
  const result = await platformOf(context, platform).fetchProductPage(productUrl, options);
  const { outcome, isLasting } = checkPage(result);
  if (isLasting) context.productPageCache.set(platform, productUrl, outcome);
  return outcome;
}

/** Refuses an address outside the platform's product pages, without a request. */
function checkProductUrl(isOwned: boolean): void {
  if (!isOwned) throw productUrlError('productUrl');
}
