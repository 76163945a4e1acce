import { hash } from 'node:crypto';
import {
  ApiError,
  checkWriteAccess,
  createdEventType,
  createdStatus,
  decideReplay,
  mayWrite,
  productUrlError,
  restoreCreated,
} from '@procurement-intents/domain';
import { checkPageOfCreate, isPageKnownGood } from './check-product-page.ts';
import type { IntentsContext } from './intents-context.ts';
import { newIntent, type CreateRequest } from './new-intent.ts';
import type { IntentRow } from '../intent-rows/intent-row.ts';

/**
 * Accepts an intent once for each idempotency key and once for each signature. A request with a known key and the same
 * body gets the response of the first call, whatever its signature. A known key with another body, and a known
 * signature under another key, are refused (40901). A caller that may only draft gets the responses of earlier purchases
 * again, and makes none.
 */
export async function createIntent(
  context: IntentsContext,
  request: CreateRequest,
): Promise<{ row: IntentRow; isReplay: boolean }> {
  const { access, body, signature, caller } = request;
  const wanted = { status: createdStatus(body) };
  const requestHash = hash('sha256', request.rawBody);
  const isBlocked = context.isSupplierBlocked(body.productUrl);
  // The insert detects a retry by itself. When something must be checked, retries are looked up before the check.
  if (isBlocked || !mayWrite(access, wanted) || !isPageKnownGood(context, body)) {
    const earlier = await findFirst(context, request, requestHash);
    if (earlier) return { row: earlier, isReplay: true };
    checkWriteAccess(access, wanted);
    if (isBlocked) throw productUrlError('supplierBlocked');
    await checkPageOfCreate(context, request.appId, body, caller.signal);
  }
  const row = newIntent(context, request, requestHash);
  const type = createdEventType(row);
  if (await context.intents.insert({ row, type, signature, signal: caller })) return { row, isReplay: false };
  const earlier = await findFirst(context, request, requestHash);
  // A caller that got 503 meanwhile, or has disconnected, must not find an intent later.
  if (caller.aborted || !earlier) throw new ApiError('UNAVAILABLE');
  return { row: earlier, isReplay: true };
}

/**
 * The intent as created by the first call of this request; null when this is the first call.
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
    case 'replayDeleted':
      return restoreCreated(newIntent(context, request, requestHash), decision.create);
    case 'replay': {
      const { intent, isSignatureNew } = decision;
      if (!isSignatureNew) return intent;
      // The key is not signed, so these bytes could create another intent under another key.
      const isKept = await context.intents.keepSignature(request, intent.id, context.clock.now());
      // Another request stored the signature meanwhile: the retry finds it.
      return isKept ? intent : findFirst(context, request, requestHash);
    }
  }
}
