import { INTENT_ID_PATTERN } from '@procurement-intents/contract';
import { type PublishedEvent, requireOwnIntent, type SignedCreate } from '@procurement-intents/domain';
import { addEvent, type IntentRecord, nextPlace } from './intent-record.ts';
import { publishedEvents, type SubjectEvent } from './published-events.ts';
import type { NewId } from '../new-ids.ts';

export type IntentStore = ReturnType<typeof createIntentStore>;

export function createIntentStore(newId: NewId) {
  const intents = new Map<string, IntentRecord>();
  const deleted: IntentRecord[] = [];
  const ofEndpoints: { appId: string; event: SubjectEvent }[] = [];
  const signed = new Map<string, SignedCreate>();
  return {
    all: (): IntentRecord[] => [...intents.values()],
    nextId: (now: Date): string => newId('intent', now),
    add: (intent: IntentRecord) => void intents.set(intent.id, intent),
    remove(intent: IntentRecord, at: Date): void {
      intents.delete(intent.id);
      intent.version += 1;
      addEvent(intent, { type: 'intent.deleted' }, at);
      deleted.push(intent);
    },
    /** Adds an event of a webhook endpoint. */
    tellOfEndpoint(appId: string, event: Pick<SubjectEvent, 'subjectId' | 'type' | 'detail' | 'at'>): void {
      const place = nextPlace();
      ofEndpoints.push({
        appId,
        event: { ...event, from: null, to: null, status: null, version: null, place },
      });
    },
    /** The events of the App as the service publishes them, oldest first. */
    feed(appId: string): PublishedEvent[] {
      const isOwn = (each: { appId: string }): boolean => each.appId === appId;
      const own = [...intents.values(), ...deleted].filter(isOwn);
      return publishedEvents([
        ...own.flatMap(({ id, events }) => events.map((event) => ({ ...event, subjectId: id }))),
        ...ofEndpoints.filter(isOwn).map(({ event }) => event),
      ]);
    },
    findByKey: (appId: string, key: string) =>
      [...intents.values()].find((each) => each.appId === appId && each.idempotencyKey === key) ?? null,
    findSignedCreate: (appId: string, signature: string) => signed.get(`${appId} ${signature}`) ?? null,
    keepSigned: (appId: string, signature: string, create: SignedCreate) =>
      void signed.set(`${appId} ${signature}`, create),

    /** The App's intent with this id. @throws ApiError. */
    load: (appId: string, id: string): IntentRecord =>
      requireOwnIntent(INTENT_ID_PATTERN.test(id) ? intents.get(id) : undefined, appId),
    reset() {
      intents.clear();
      deleted.length = 0;
      ofEndpoints.length = 0;
      signed.clear();
    },
  };
}
