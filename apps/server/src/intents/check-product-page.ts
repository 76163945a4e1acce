import type { PlatformId } from '@procurement-intents/contract';
import { ValidationError } from '../errors.ts';
import { type IntentsContext, platformOf } from './intents-context.ts';

// A caller waits for the answer; what cannot be decided in this time is the worker's to decide.
const PAGE_TIMEOUT_MS = 2000;

/**
 * Refuses a product URL that is certainly wrong (40001). Without a definite answer in 2 s it lets the intent pass;
 * the worker never orders without one. A definite answer holds for a minute.
 */
export async function checkProductPage(
  context: IntentsContext,
  input: { platform: PlatformId; productUrl: string },
  signal: AbortSignal,
): Promise<void> {
  const platform = platformOf(context, input.platform);
  checkProductUrl(platform.ownsProductUrl(input.productUrl));
  const known = context.pageVerdicts.get(input.platform, input.productUrl);
  if ((known ?? (await fetchVerdict(context, input, signal))) === 'refused') {
    throw new ValidationError([{ field: 'productUrl', issue: { rule: 'productPage' } }]);
  }
}

async function fetchVerdict(
  context: IntentsContext,
  { platform, productUrl }: { platform: PlatformId; productUrl: string },
  signal: AbortSignal,
): Promise<'product' | 'refused' | 'unclear'> {
  const options = { timeoutMs: PAGE_TIMEOUT_MS, signal };
  const result = await platformOf(context, platform).fetchProductPage(productUrl, options);
  if (!result.ok && result.kind === 'unclear') return 'unclear';
  const verdict = result.ok ? 'product' : 'refused';
  context.pageVerdicts.set(platform, productUrl, verdict);
  return verdict;
}

/** Refuses an address outside the platform's product pages, without asking anyone. */
export function checkProductUrl(isOwned: boolean): void {
  if (!isOwned) throw new ValidationError([{ field: 'productUrl', issue: { rule: 'productUrl' } }]);
}
