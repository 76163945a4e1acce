import { hash } from 'node:crypto';
import type { CreateIntentInput } from '@procurement-intents/contract';
import {
  ApiError,
  createdIntent,
  createdEventType,
  createdStatus,
  type CreateFacts,
  decideCreate,
  isInsertedAtOnce,
  restoreCreated,
  type WriteAccess,
} from '@procurement-intents/domain';
import { checkProductPage, knownFinding, type ReadPage } from '../platforms/page-check/check-product-page.ts';
import type { IntentsContext } from './intents-context.ts';
import { NOTHING_YET } from '../intent-rows/intent-columns.ts';
import type { IntentRow } from '../intent-rows/intent-row.ts';
import { newId } from '../new-id.ts';

export interface CreateRequest {
  appId: string;
  /** Which intents the caller may create. */
  access: WriteAccess;
  body: CreateIntentInput;
  /** What a repeated create is compared by: the bytes of the body. */
  rawBody: Buffer | string;
  /** Stored key of the create. Its prefix is its kind, so that a caller's key never equals the key of a signature. */
  idempotencyKey: string;
  /** The signature of this request. */
  signature: string;
  caller: Caller;
}

/** The caller that waits for the response. */
export interface Caller {
  /** Whether the caller has disconnected or was answered. */
  readonly aborted: boolean;
  /** Fires when `aborted` becomes true. Created on first use: it costs as much as a signature. */
  readonly signal: AbortSignal;
}

/**
 * Accepts an intent once for each idempotency key and once for each signature. A request with a known key and the same
 * body gets the response of the first call, whatever its signature. A caller that may only draft gets the responses of
 * earlier purchases again, and makes none. Which refusal wins, `decideCreate` says.
 */
export async function createIntent(
  context: IntentsContext & { readPage?: ReadPage },
  request: CreateRequest,
): Promise<{ row: IntentRow; isReplay: boolean }> {
  const { access, body, signature, caller } = request;
  const { platform, productUrl } = body;
  const requestHash = hash('sha256', request.rawBody);
  const facts: CreateFacts = {
    access,
    status: createdStatus(body),
    isSupplierBlocked: context.isSupplierBlocked(productUrl),
    finding: knownFinding(context, body),
  };
  if (!isInsertedAtOnce(facts)) {
    const earlier = await findFirst(context, request, requestHash, facts);
    if (earlier) return { row: earlier, isReplay: true };
    const page = { appId: request.appId, platform, productUrl };
    if (facts.finding === 'unread') await checkProductPage(context, page, caller.signal);
  }
  const row = newIntent(context, request, requestHash);
  const type = createdEventType(row);
  if (await context.intents.insert({ row, type, signature, signal: caller })) return { row, isReplay: false };
  const earlier = await findFirst(context, request, requestHash, facts);
  // A caller that got 503 meanwhile, or has disconnected, must not find an intent later.
  if (caller.aborted || !earlier) throw new ApiError('UNAVAILABLE');
  return { row: earlier, isReplay: true };
}

/**
 * The intent as created by the first call of this request; null when this is the first call.
 *
 * @throws CallerError of `decideCreate`.
 */
async function findFirst(
  context: IntentsContext,
  request: CreateRequest,
  requestHash: string,
  facts: CreateFacts,
): Promise<IntentRow | null> {
  const { appId, signature, idempotencyKey } = request;
  const [signed, byKey] = await Promise.all([
    context.intents.findSignedCreate(appId, signature),
    context.intents.findByIdempotencyKey(appId, idempotencyKey),
  ]);
  // The archive has no key that is a signature: its intent is found by the record of the signature.
  const isOwn = signed !== null && signed.idempotencyKey === idempotencyKey;
  const keyed = byKey ?? (isOwn ? await context.intents.find(signed.intentId) : null);
  const decision = decideCreate({ idempotencyKey, requestHash }, { signed, keyed }, facts);
  switch (decision.kind) {
    case 'first':
      return null;
    case 'replayDeleted':
      return restoreCreated(newIntent(context, request, requestHash), decision.create);
    case 'replay': {
      const { intent, isSignatureNew } = decision;
      if (!isSignatureNew) return intent;
      // The key is not signed, so these bytes could create another intent under another key.
      const createdAt = context.clock.now();
      const own = { appId, signature, idempotencyKey, intentId: intent.id, createdAt };
      const isKept = await context.intents.keepSignature(own);
      // Another request stored the signature meanwhile: the retry finds it.
      return isKept ? intent : findFirst(context, request, requestHash, facts);
    }
  }
}

/** The row of a new intent. */
export function newIntent(
  context: Pick<IntentsContext, 'clock' | 'graceMs'>,
  request: Pick<CreateRequest, 'appId' | 'body' | 'idempotencyKey'>,
  requestHash: string,
): IntentRow {
  const { appId, body, idempotencyKey } = request;
  const now = context.clock.now();
  const identity = { id: newId('intent'), appId, idempotencyKey, requestHash };
  return { ...createdIntent(body, identity, now, context.graceMs), ...NOTHING_YET, checksArchive: true };
}
