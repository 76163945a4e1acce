import type { CreateIntentInput, PlatformId } from '@procurement-intents/contract';
import {
  type CheckedPage,
  checkFinding,
  checkPage,
  findingOfPage,
  isPageRead,
  type ProductFinding,
} from '@procurement-intents/domain';
import type { Platform } from '../platform.ts';
import { platformOf } from '../platform-of.ts';
import type { ProductPageCache } from './product-page-cache.ts';

// The caller is waiting; without an answer in this time, the worker decides later.
export const PAGE_CHECK_TIMEOUT_MS = 2000;

/** Reads a page that is not in the cache. */
export type ReadPage = (page: PageToCheck, signal: AbortSignal) => Promise<CheckedPage>;

/** The parts that a check of a product page works with. */
export interface PageCheckContext {
  platforms: ReadonlyMap<PlatformId, Platform>;
  productPageCache: ProductPageCache;
  /** Whether the company buys nothing from the supplier of this product. Answers from memory. */
  isSupplierBlocked: (productUrl: string) => boolean;
}

type PageContext = PageCheckContext & {
  /** Default: {@link fetchPage}. */
  readPage?: ReadPage;
};

interface ProductAddress {
  platform: PlatformId;
  productUrl: string;
}

/** A product page, and the App that requests the check. */
export interface PageToCheck extends ProductAddress {
  appId: string;
}

type Connected = Pick<PageCheckContext, 'platforms'>;

/**
 * What is known of the product of a create without a request. A cached page had its address checked before, but its supplier may have been blocked since.
 */
export function knownFinding(context: PageCheckContext, create: CreateIntentInput): ProductFinding {
  const { platform, productUrl } = create;
  if (!isPageRead(create)) return addressFinding(context, create);
  const known = context.productPageCache.get(platform, productUrl);
  return known ? findingOfPage(known, productUrl, context.isSupplierBlocked) : 'unread';
}

/**
 * Refuses a product URL that is certainly wrong, and one that leads to the page of a blocked supplier (40001). Accepts it
 * without a definite answer in 2 s; the worker never orders without one. Definite answers are cached for a minute,
 * unreadable pages for 10 s.
 */
export async function checkProductPage(
  context: PageContext,
  input: PageToCheck,
  signal: AbortSignal,
): Promise<void> {
  checkProductUrl(context, input);
  const known = context.productPageCache.get(input.platform, input.productUrl);
  const { readPage = (page, until) => fetchPage(context, page, until) } = context;
  const page = known ?? (await readPage(input, signal));
  checkFinding(findingOfPage(page, input.productUrl, context.isSupplierBlocked));
}

/** Fetches a page, for 2 s at most, and caches a definite answer. */
export async function fetchPage(
  context: PageContext,
  { appId, platform, productUrl }: PageToCheck,
  signal: AbortSignal,
): Promise<CheckedPage> {
  const options = { timeoutMs: PAGE_CHECK_TIMEOUT_MS, signal, appId };
  const result = await platformOf(context, platform).fetchProductPage(productUrl, options);
  const { isLasting, ...page } = checkPage(result);
  if (isLasting) context.productPageCache.set(platform, productUrl, page);
  return page;
}

/** Refuses a platform that is not connected, and an address outside its product pages, without a request. */
export function checkProductUrl(context: Connected, address: ProductAddress): void {
  checkFinding(addressFinding(context, address));
}

function addressFinding(
  { platforms }: Connected,
  { platform, productUrl }: ProductAddress,
): 'notConnected' | 'productUrl' | 'accepted' {
  const connected = platforms.get(platform);
  if (!connected) return 'notConnected';
  return connected.ownsProductUrl(productUrl) ? 'accepted' : 'productUrl';
}
