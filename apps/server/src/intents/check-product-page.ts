import type { PlatformId } from '@procurement-intents/contract';
import { ValidationError } from '../errors.ts';
import type { ProductPageResult } from '../platforms/platform.ts';
import { type IntentsContext, platformOf } from './intents-context.ts';
import type { PageOutcome } from './product-page-cache.ts';

// A caller waits for the answer; what cannot be decided in this time is the worker's to decide.
const PAGE_TIMEOUT_MS = 2000;
// What is there and cannot be read; an answer that did not come may come the next time.
const UNREADABLE = new Set(['TOO_LARGE', 'BAD_ANSWER']);

/** A product page, and the App that asks for it. */
export interface PageToCheck {
  appId: string;
  platform: PlatformId;
  productUrl: string;
}

/**
 * Refuses a product URL that is certainly wrong (40001). Without a definite answer in 2 s it lets the intent pass;
 * the worker never orders without one. A definite answer holds for a minute, that a page cannot be read for 10 s.
 */
export async function checkProductPage(
  context: IntentsContext,
  input: PageToCheck,
  signal: AbortSignal,
): Promise<void> {
  const platform = platformOf(context, input.platform);
  checkProductUrl(platform.ownsProductUrl(input.productUrl));
  const known = context.productPageCache.get(input.platform, input.productUrl);
  if ((known ?? (await fetchPageOutcome(context, input, signal))) === 'refused') {
    throw new ValidationError([{ field: 'productUrl', issue: { rule: 'productPage' } }]);
  }
}

async function fetchPageOutcome(
  context: IntentsContext,
  { appId, platform, productUrl }: PageToCheck,
  signal: AbortSignal,
): Promise<PageOutcome> {
  const options = { timeoutMs: PAGE_TIMEOUT_MS, signal, appId };
  const result = await platformOf(context, platform).fetchProductPage(productUrl, options);
  const outcome = outcomeOf(result);
  if (!result.ok && result.kind === 'unclear' && !UNREADABLE.has(result.reason)) return outcome;
  context.productPageCache.set(platform, productUrl, outcome);
  return outcome;
}

function outcomeOf(result: ProductPageResult): PageOutcome {
  if (result.ok) return 'product';
  return result.kind === 'unclear' ? 'unclear' : 'refused';
}

/** Refuses an address outside the platform's product pages, without asking anyone. */
export function checkProductUrl(isOwned: boolean): void {
  if (!isOwned) throw new ValidationError([{ field: 'productUrl', issue: { rule: 'productUrl' } }]);
}
