import { INTENT_ID_PATTERN } from '@procurement-intents/contract';
import { checkVersion, requireOwnIntent, type SignedCreate } from '@procurement-intents/domain';
import type { IntentRecord } from './intent-record.ts';

export type IntentStore = ReturnType<typeof createIntentStore>;

export function createIntentStore() {
  const intents = new Map<string, IntentRecord>();
  const signed = new Map<string, SignedCreate>();
  let made = 0;
  return {
    all: (): IntentRecord[] => [...intents.values()],
    /** An id in the form of a UUIDv7, so that ids sort by creation time. */
    nextId(now: Date): string {
      made += 1;
      const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
      return `int_${hex(now.getTime(), 12)}70008${hex(made, 15)}`;
    },
    add: (intent: IntentRecord) => void intents.set(intent.id, intent),
    remove: ({ id }: IntentRecord) => void intents.delete(id),
    findByKey: (appId: string, key: string) =>
      [...intents.values()].find((each) => each.appId === appId && each.idempotencyKey === key) ?? null,
    findSignedCreate: (appId: string, signature: string) => signed.get(`${appId} ${signature}`) ?? null,
    keepSigned: (appId: string, signature: string, create: SignedCreate) =>
      void signed.set(`${appId} ${signature}`, create),

    /** The App's intent with this id, checked against `If-Match` when the caller sent it. @throws CallerError. */
    load(appId: string, id: string, ifMatch: string | null = null): IntentRecord {
      const intent = INTENT_ID_PATTERN.test(id) ? intents.get(id) : undefined;
      const own = requireOwnIntent(intent, appId);
      checkVersion(own, ifMatch);
      return own;
    },
    reset() {
      intents.clear();
      signed.clear();
    },
  };
}
