import { type CreateIntentInput, SIGNING_HEADERS } from '@procurement-intents/contract';
import {
  checkWriteAccess,
  createdHeaders,
  createdStatus,
  decideReplay,
  presentCreated,
  productUrlError,
  readCreateKeys,
  restoreCreated,
  writeAccessOf,
} from '@procurement-intents/domain';
import { newIntent, type IntentRecord } from './intent-record.ts';
import type { Operation } from './operation.ts';

/** Accepts an intent once for each idempotency key and once for each signature. */
export const createIntent: Operation = ({ store, rules, clock, graceMs }, call) => {
  const body = call.body as CreateIntentInput;
  const { appId } = call.app;
  const { idempotencyKey, signature } = readCreateKeys(
    call.headers.get('idempotency-key'),
    call.headers.get(SIGNING_HEADERS.signature),
  );
  const now = clock.now();
  // In memory the body itself is compared, so nothing has to be hashed.
  const identity = { appId, idempotencyKey, requestHash: call.bodyText };
  const storeSignature = (intentId: string) =>
    store.keepSigned(appId, signature, { intentId, idempotencyKey, createdAt: now });

  const signed = store.findSignedCreate(appId, signature);
  const decision = decideReplay(identity, { signed, keyed: store.findByKey(appId, idempotencyKey) });
  if (decision.kind === 'replayDeleted') {
    const intent = newIntent(body, { ...identity, id: decision.create.intentId }, now, graceMs);
    return answer(restoreCreated(intent, decision.create), true);
  }
  if (decision.kind === 'replay') {
    if (decision.isSignatureNew) storeSignature(decision.intent.id);
    return answer(decision.intent, true);
  }
  checkWriteAccess(writeAccessOf(call.app), { status: createdStatus(body) });
  if (rules.isSupplierBlocked(body.productUrl)) throw productUrlError('supplierBlocked');
  if (body.draft !== true && !rules.hasPage(body)) throw productUrlError('productPage');
  const intent = newIntent(body, { ...identity, id: store.nextId(now) }, now, graceMs);
  storeSignature(intent.id);
  store.add(intent);
  return answer(intent, false);
};

function answer(intent: IntentRecord, isReplay: boolean) {
  return { status: 201 as const, data: presentCreated(intent), headers: createdHeaders(isReplay) };
}
