import { type CreateIntentInput, LIMITS, SIGNING_HEADERS } from '@procurement-intents/contract';
import type { Operation } from './operations.ts';
import { newIntent, type IntentRecord } from './intent-record.ts';
import { presentCreated } from './present.ts';
import { refuseFields, Refusal } from './refusal.ts';

/** Accepts an intent once for each idempotency key and once for each signature. */
export const createIntent: Operation = (service, call) => {
  const body = call.body as CreateIntentInput;
  const { store, rules } = service;
  const { appId } = call.app;
  const signature = call.headers.get(SIGNING_HEADERS.signature)?.toLowerCase() ?? '';
  const idempotencyKey = readKey(call.headers.get('idempotency-key')) ?? `signature ${signature}`;
  const now = service.clock.now();
  const make = (id: string, at: Date) =>
    newIntent(body, { id, appId, idempotencyKey, bodyText: call.bodyText }, at);

  const signed = store.signedCreate(appId, signature);
  // The key is not signed: under another one, recorded bytes would buy again.
  if (signed && signed.idempotencyKey !== idempotencyKey) throw new Refusal('SIGNATURE_REUSED');
  const keyed = store.findByKey(appId, idempotencyKey);
  if (signed && keyed?.id !== signed.intentId) return answer(make(signed.intentId, signed.createdAt), true);
  if (keyed && keyed.bodyText !== call.bodyText)
    throw new Refusal('IDEMPOTENCY_KEY_REUSED', { data: { id: keyed.id } });
  if (!keyed && body.draft !== true && !rules.hasPage(body)) throw refusePage();

  const intent = keyed ?? make(store.nextId(now), now);
  if (!signed) store.keepSigned(appId, signature, { intentId: intent.id, idempotencyKey, createdAt: now });
  if (!keyed) store.add(intent);
  return answer(intent, keyed !== undefined);
};

export function refusePage(): Refusal {
  return refuseFields({ field: 'productUrl', issue: { rule: 'productPage' } });
}

function answer(intent: IntentRecord, isReplay: boolean) {
  const headers = { ETag: '"1"', ...(isReplay && { 'Idempotency-Replayed': 'true' }) };
  return { status: 201 as const, data: presentCreated(intent), headers };
}

function readKey(given: string | null): string | null {
  if (given === null) return null;
  const max = LIMITS.idempotencyKeyChars;
  if (!/^[\x21-\x7e]+$/.test(given) || given.length > max) {
    throw refuseFields({ field: 'Idempotency-Key', issue: { rule: 'idempotencyKey', max } });
  }
  return `key ${given}`;
}
