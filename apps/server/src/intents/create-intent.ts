import { hash } from 'node:crypto';
import type { CreateIntentInput } from '@procurement-intents/contract';
import { ApiError } from '../edge/api-error.ts';
import { checkProductPage, checkProductUrl } from './check-product-page.ts';
import { type IntentsContext, platformOf } from './intents-context.ts';
import { newIntent } from './new-intent.ts';
import type { IntentRow } from './repository.ts';

export interface CreateRequest {
  appId: string;
  body: CreateIntentInput;
  rawBody: Buffer;
  /** Stored key of the create; begins with its kind, so that no caller's key can stand for a signature. */
  idempotencyKey: string;
  /** The signature of this very request. */
  signature: string;
  signal: AbortSignal;
}

/**
 * Accepts an intent once for each idempotency key. A repeated call with the same body gets the intent of the first;
 * with another body it is refused (40901).
 */
export async function createIntent(
  context: IntentsContext,
  request: CreateRequest,
): Promise<{ row: IntentRow; isReplay: boolean }> {
  const { appId, body, idempotencyKey } = request;
  const requestHash = hash('sha256', request.rawBody);
  // The insert finds a taken key by itself. Where the page may refuse or has to be asked for, a replay comes before it.
  if (!isPageKnownGood(context, body)) {
    const earlier = await context.intents.findByIdempotencyKey(appId, idempotencyKey);
    if (earlier) {
      const row = replayOf(earlier, requestHash);
      // These bytes have a signature of their own; under a key that is not signed they would buy again.
      await context.intents.keepSignature(request, row.id, context.clock.now());
      return { row, isReplay: true };
    }
    await checkPage(context, body, request.signal);
  }
  const row = newIntent(context, request, requestHash);
  const type = body.draft === true ? 'intent.drafted' : 'intent.submitted';
  const { signature, signal } = request;
  const inserted = await context.intents.insert({ row, type, signature, signal });
  if (inserted) return { row, isReplay: false };
  // Another call with the same key was faster, or these bytes were sent before and their intent has been deleted.
  const winner = await context.intents.findByIdempotencyKey(appId, idempotencyKey);
  if (winner) {
    const isSame = winner.requestHash === requestHash;
    await context.intents.settleSignature(signature, row, isSame ? winner : null);
  }
  // Who was told 503 in the meantime, or has gone, must not find an intent later.
  if (signal.aborted) throw new ApiError('UNAVAILABLE');
  if (!winner) return { row: await replayOfSignature(context, request, row), isReplay: true };
  return { row: replayOf(winner, requestHash), isReplay: true };
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

/** The very same bytes describe the intent, so its first answer can be given again without it. */
async function replayOfSignature(
  context: IntentsContext,
  { appId, signature, idempotencyKey }: CreateRequest,
  row: IntentRow,
): Promise<IntentRow> {
  const first = await context.intents.findSignedCreate(appId, signature);
  if (!first) throw new ApiError('UNAVAILABLE');
  // The key is not signed: with another one, recorded bytes would buy again.
  if (first.idempotencyKey !== idempotencyKey) throw new ApiError('IDEMPOTENCY_KEY_REUSED');
  const { intentId: id, createdAt } = first;
  return { ...row, id, createdAt, updatedAt: createdAt, submittedAt: row.submittedAt && createdAt };
}

function replayOf(row: IntentRow, requestHash: string): IntentRow {
  if (row.requestHash !== requestHash) throw new ApiError('IDEMPOTENCY_KEY_REUSED');
  return row;
}
