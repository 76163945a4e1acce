import { hash } from 'node:crypto';
import type { CreateIntentInput } from '@procurement-intents/contract';
import { ApiError } from '../edge/api-error.ts';
import { checkProductPage, checkProductUrl } from './check-product-page.ts';
import { type IntentsContext, platformOf } from './intents-context.ts';
import { newIntent, type CreateRequest } from './new-intent.ts';
import type { IntentRow, SignedCreateRow } from './store/intent-row.ts';

/**
 * Accepts an intent once for each idempotency key and once for each signature. The same bytes under the same key, and
 * another signature with the same body under it, get the answer of the first call; the same bytes under another key are
 * refused, and so is another body under the same key (40901).
 */
export async function createIntent(
  context: IntentsContext,
  request: CreateRequest,
): Promise<{ row: IntentRow; isReplay: boolean }> {
  const { body, signature, signal } = request;
  const requestHash = hash('sha256', request.rawBody);
  // The insert finds a repetition by itself. Where the page may refuse or has to be asked for, it is found before that.
  if (!isPageKnownGood(context, body)) {
    const earlier = await findFirst(context, request, requestHash);
    if (earlier) return { row: earlier, isReplay: true };
    await checkPage(context, body, signal);
  }
  const row = newIntent(context, request, requestHash);
  const type = body.draft === true ? 'intent.drafted' : 'intent.submitted';
  if (await context.intents.insert({ row, type, signature, signal })) return { row, isReplay: false };
  const earlier = await findFirst(context, request, requestHash);
  // Who was told 503 in the meantime, or has gone, must not find an intent later.
  if (signal.aborted || !earlier) throw new ApiError('UNAVAILABLE');
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
  // The key is not signed: with another one, recorded bytes would buy again.
  if (signed && signed.idempotencyKey !== idempotencyKey) throw new ApiError('SIGNATURE_REUSED');
  // A key is free again when its intent has gone; these bytes keep the answer that they were given.
  if (signed && !hasMet(signed, keyed)) return asMade(newIntent(context, request, requestHash), signed);
  if (keyed === null) return null;
  // After the redaction nothing is taken for the same: a purchase that is told of as made must not be one that never was.
  if (keyed.redactedAt !== null || keyed.requestHash !== requestHash)
    throw new ApiError('IDEMPOTENCY_KEY_REUSED', { data: { id: keyed.id } });
  // These bytes have a signature of their own; under a key that is not signed they would buy again.
  const isKept =
    signed !== null || (await context.intents.keepSignature(request, keyed.id, context.clock.now()));
  // Taken between the two statements: what by decides, and that is found by beginning again.
  return isKept ? keyed : findFirst(context, request, requestHash);
}

/** Whether the intent that stands under the key was there when the signature came. */
const hasMet = (signed: SignedCreateRow, keyed: IntentRow | null): boolean =>
  keyed !== null && (keyed.id === signed.intentId || keyed.createdAt <= signed.createdAt);

/** The very same bytes describe the intent, so its first answer can be given again without it. */
function asMade(row: IntentRow, { intentId: id, createdAt }: SignedCreateRow): IntentRow {
  return { ...row, id, createdAt, updatedAt: createdAt, submittedAt: row.submittedAt && createdAt };
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
  return context.pageVerdicts.get(platform, productUrl) === 'product';
}

async function checkPage(
  context: IntentsContext,
  input: CreateIntentInput,
  signal: AbortSignal,
): Promise<void> {
  if (input.draft === true)
    checkProductUrl(platformOf(context, input.platform).ownsProductUrl(input.productUrl));
  else await checkProductPage(context, input, signal);
}
