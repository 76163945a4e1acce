import type { CreateIntentInput, EventType } from '@procurement-intents/contract';
import {
  createdEventType,
  createdIntent,
  type CreateIdentity,
  type StoredEvent,
  type StoredIntent,
} from '@procurement-intents/domain';

/** An intent as the service stores it. */
export interface IntentRecord extends StoredIntent, CreateIdentity {
  processingAt: Date | null;
  /** The platform answers a cancellation at once. */
  cancelRequestedAt: null;
  cancelRefusal: string | null;
  /** The service in memory redacts nothing. */
  redactedAt: null;
  events: StoredEvent[];
}

export type Changes = Partial<Omit<IntentRecord, 'id' | 'appId' | 'events'>>;
export interface NewEvent extends Partial<Omit<StoredEvent, 'type' | 'at'>> {
  type: EventType;
  at: Date;
}

/** Adds an event without a new version, because callers see no change. */
export function addEvent(intent: IntentRecord, event: NewEvent): void {
  intent.events.push({ from: null, to: null, detail: null, ...event });
}

/** Writes a visible change: raises the version and adds the event, unless there is nothing but its time. */
export function updateIntent(
  intent: IntentRecord,
  changes: Changes,
  event: NewEvent | { type?: never; at: Date },
): void {
  Object.assign(intent, changes, { updatedAt: event.at, version: intent.version + 1 });
  if (event.type) addEvent(intent, event);
}

/** The intent that a create makes. */
export function newIntent(body: CreateIntentInput, identity: CreateIdentity, now: Date): IntentRecord {
  const intent = {
    ...createdIntent(body, identity, now),
    processingAt: null,
    cancelRequestedAt: null,
    cancelRefusal: null,
    redactedAt: null,
    events: [],
  };
  addEvent(intent, { type: createdEventType(intent), at: now, to: intent.status });
  return intent;
}
