import { hash } from 'node:crypto';
import type { CreateIntentInput } from '@procurement-intents/contract';
import { createdEventType, decideReplay, restoreCreated } from '@procurement-intents/domain';
import { ApiError } from '../errors.ts';
import { checkProductPage, checkProductUrl } from './check-product-page.ts';
import { type IntentsContext, platformOf } from './intents-context.ts';
import { newIntent, type CreateRequest } from './new-intent.ts';
import type { IntentRow } from './store/intent-row.ts';

/**
 * Accepts an intent once for each idempotency key and once for each signature. The same bytes under the same key, and
 * another signature with the same body under it, get the answer of the first call; the same bytes under another key are
 * refused, and so is another body under the same key (40901).
 */
export async function createIntent(
  context: IntentsContext,
  request: CreateRequest,
): Promise<{ row: IntentRow; isReplay: boolean }> {
  const { body, signature, caller } = request;
  const requestHash = hash('sha256', request.rawBody);
  // The insert finds a repetition by itself. Where the page may refuse or has to be asked for, it is found before that.
  if (!isPageKnownGood(context, body)) {
    const earlier = await findFirst(context, request, requestHash);
    if (earlier) return { row: earlier, isReplay: true };
    await checkPage(context, request);
  }
  const row = newIntent(context, request, requestHash);
  const type = createdEventType(row);
  if (await context.intents.insert({ row, type, signature, signal: caller })) return { row, isReplay: false };
  const earlier = await findFirst(context, request, requestHash);
  // Who was told 503 in the meantime, or has gone, must not find an intent later.
  if (caller.aborted || !earlier) throw new ApiError('UNAVAILABLE');
  return { row: earlier, isReplay: true };
}

/**
 * The intent as the first call of this request made it, null when this is the first.
 *
 * @throws ApiError `SIGNATURE_REUSED`, `IDEMPOTENCY_KEY_REUSED`.
 */
async function findFirst(
  context: IntentsContext,
  request: CreateRequest,
  requestHash: string,
): Promise<IntentRow | null> {
  const { appId, signature, idempotencyKey } = request;
  const [signed, keyed] = await Promise.all([
    context.intents.findSignedCreate(appId, signature),
    context.intents.findByIdempotencyKey(appId, idempotencyKey),
  ]);
  const decision = decideReplay({ idempotencyKey, requestHash }, { signed, keyed });
  switch (decision.kind) {
    case 'first':
      return null;
    case 'replayGone':
      return restoreCreated(newIntent(context, request, requestHash), decision.create);
    case 'replay': {
      const { intent, isSignatureNew } = decision;
      if (!isSignatureNew) return intent;
      // Under a key that is not signed, these bytes would buy again.
      const isKept = await context.intents.keepSignature(request, intent.id, context.clock.now());
      // Taken between the two statements: beginning again finds by what.
      return isKept ? intent : findFirst(context, request, requestHash);
    }
  }
}

/**
 * A draft's page is fetched when it is submitted; its address must be the platform's all the same. Where a product was
 * found a moment ago, the address was looked at too.
 */
function isPageKnownGood(
  context: IntentsContext,
  { draft, platform, productUrl }: CreateIntentInput,
): boolean {
  if (draft === true) return platformOf(context, platform).ownsProductUrl(productUrl);
  return context.productPageCache.get(platform, productUrl) === 'product';
}

async function checkPage(
  context: IntentsContext,
  { appId, body: { draft, platform, productUrl }, caller }: CreateRequest,
): Promise<void> {
  if (draft === true) checkProductUrl(platformOf(context, platform).ownsProductUrl(productUrl));
  else await checkProductPage(context, { appId, platform, productUrl }, caller.signal);
}
