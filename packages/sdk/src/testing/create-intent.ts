import { type CreateIntentInput, LIMITS, SIGNING_HEADERS } from '@procurement-intents/contract';
import type { Operation } from './operations.ts';
import { newIntent, type IntentRecord } from './intent-record.ts';
import { presentCreated } from './present.ts';
import { refuseFields, Refusal } from './refusal.ts';

/** Accepts an intent once for each idempotency key; without a key, once for each signature. */
export const createIntent: Operation = (service, call) => {
  const body = call.body as CreateIntentInput;
  const { store, rules } = service;
  const { appId } = call.app;
  const signature = call.headers.get(SIGNING_HEADERS.signature)?.toLowerCase() ?? '';
  const idempotencyKey = readKey(call.headers.get('idempotency-key')) ?? `signature ${signature}`;
  const earlier = store.findByKey(appId, idempotencyKey);
  if (earlier && earlier.bodyText !== call.bodyText) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  if (earlier) return answer(earlier, true);
  if (body.draft !== true && !rules.hasPage(body)) throw refusePage();

  const now = service.clock.now();
  const id = store.nextId(now);
  const intent = newIntent(body, { id, appId, idempotencyKey, bodyText: call.bodyText }, now);
  const first = store.signedCreate(appId, signature);
  if (first && !mayShare(first, intent)) {
    // The key is not signed: under another one, recorded bytes would buy again.
    if (first.idempotencyKey !== idempotencyKey) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    const { intentId, createdAt } = first;
    return answer({ ...intent, id: intentId, createdAt, submittedAt: intent.submittedAt && createdAt }, true);
  }
  if (!first) store.keepSigned(appId, signature, { intentId: id, idempotencyKey, createdAt: now });
  store.add(intent);
  return answer(intent, false);
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

// Equal purchases made at once are equal texts with equal signatures.
const SAME_MOMENT_MS = 5000;

function mayShare(
  first: { idempotencyKey: string; createdAt: Date },
  { idempotencyKey, createdAt }: IntentRecord,
): boolean {
  const keys = [first.idempotencyKey, idempotencyKey];
  return (
    keys[0] !== keys[1] &&
    keys.every((key) => key.startsWith('key ')) &&
    createdAt.getTime() - first.createdAt.getTime() <= SAME_MOMENT_MS
  );
}
