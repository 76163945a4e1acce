import {
  type CreateIntentInput,
  type CreateIntentsInput,
  SIGNING_HEADERS,
} from '@procurement-intents/contract';
import {
  ApiError,
  type BatchOutcome,
  createdHeaders,
  createdStatus,
  type CreateKeys,
  decideCreate,
  isCallerError,
  isPageRead,
  presentBatch,
  presentCreated,
  readBatchItem,
  readCreateKeys,
  refusalOf,
  requireNoKeyHeader,
  restoreCreated,
  writeAccessOf,
} from '@procurement-intents/domain';
import { newIntent, type IntentRecord } from './intent-record.ts';
import type { Call, Operation, OperationContext } from '../operation.ts';

/** Accepts an intent once for each idempotency key and once for each signature. */
export const createIntent: Operation = (service, call) => {
  const keys = readCreateKeys(
    call.headers.get('idempotency-key'),
    call.headers.get(SIGNING_HEADERS.signature),
  );
  const create = { body: call.body as CreateIntentInput, text: call.bodyText, ...keys };
  const { intent, isReplay } = acceptIntent(service, call, create);
  return { status: 201, data: presentCreated(intent), headers: createdHeaders(isReplay) };
};

/** Accepts each item of a batch as a create of its own. */
export const createIntents: Operation = (service, call) => {
  requireNoKeyHeader(call.headers.get('idempotency-key'));
  const { items } = call.body as CreateIntentsInput;
  const signature = call.headers.get(SIGNING_HEADERS.signature) ?? '';
  const outcomes = items.map((item, index): BatchOutcome => {
    try {
      return acceptIntent(service, call, readBatchItem(item, index, signature));
    } catch (error) {
      if (!isCallerError(error)) throw error;
      return { refusal: refusalOf(error, call.language) };
    }
  });
  const data = presentBatch(outcomes, call.language);
  if (data.failed > 0) throw new ApiError('BATCH_PARTIAL', { data });
  return { status: 201, data };
};

interface Create extends CreateKeys {
  body: CreateIntentInput;
  /** What a repeated create is compared by. */
  text: string;
}

/** @throws CallerError. */
function acceptIntent(
  { store, plans, clock, graceMs }: OperationContext,
  { app }: Call,
  { body, text, idempotencyKey, signature }: Create,
): { intent: IntentRecord; isReplay: boolean } {
  const { appId } = app;
  const now = clock.now();
  // In memory the body itself is compared, so nothing has to be hashed.
  const identity = { appId, idempotencyKey, requestHash: text };
  const storeSignature = (intentId: string) =>
    store.keepSigned(appId, signature, { intentId, idempotencyKey, createdAt: now });

  const signed = store.findSignedCreate(appId, signature);
  const decision = decideCreate(
    identity,
    { signed, keyed: store.findByKey(appId, idempotencyKey) },
    {
      access: writeAccessOf(app),
      status: createdStatus(body),
      isSupplierBlocked: plans.isSupplierBlocked(body.productUrl),
      finding: isPageRead(body) ? plans.findingOf(body) : 'accepted',
    },
  );
  if (decision.kind === 'replayDeleted') {
    const intent = newIntent(body, { ...identity, id: decision.create.intentId }, now, graceMs);
    return { intent: restoreCreated(intent, decision.create), isReplay: true };
  }
  if (decision.kind === 'replay') {
    if (decision.isSignatureNew) storeSignature(decision.intent.id);
    return { intent: decision.intent, isReplay: true };
  }
  const intent = newIntent(body, { ...identity, id: store.nextId(now) }, now, graceMs);
  storeSignature(intent.id);
  store.add(intent);
  return { intent, isReplay: false };
}
