import type { PlatformId } from '@procurement-intents/contract';
import { ValidationError } from '../edge/api-error.ts';
import { type IntentsContext, platformOf } from './intents-context.ts';

// A caller waits for the answer; what cannot be decided in this time is the worker's to decide.
const PAGE_TIMEOUT_MS = 2000;

/**
 * Refuses a product URL that is certainly wrong (40001). Without a definite answer in 2 s it lets the intent pass;
 * the worker never orders without one.
 */
export async function checkProductPage(
  context: IntentsContext,
  input: { platform: PlatformId; productUrl: string },
  signal: AbortSignal,
): Promise<void> {
  const platform = platformOf(context, input.platform);
  checkProductUrl(platform.ownsProductUrl(input.productUrl));
  const result = await platform.fetchProductPage(input.productUrl, { timeoutMs: PAGE_TIMEOUT_MS, signal });
  if (!result.ok && result.kind === 'refused') {
    throw new ValidationError([{ field: 'productUrl', issue: { rule: 'productPage' } }]);
  }
}

/** Refuses an address outside the platform's product pages, without asking anyone. */
export function checkProductUrl(isOwned: boolean): void {
  if (!isOwned) throw new ValidationError([{ field: 'productUrl', issue: { rule: 'productUrl' } }]);
}
