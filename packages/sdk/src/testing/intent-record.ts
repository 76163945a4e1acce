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
  orderAcceptedAt: Date | null;
  cancelRequestedAt: Date | null;
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

export function addEvent(intent: IntentRecord, event: NewEvent): void {
  intent.events.push({ from: null, to: null, detail: null, ...event });
}

/** The event of a change; one without a type has only its time, and is not added to the timeline. */
type ChangeEvent = NewEvent | { type?: never; at: Date };

/** Writes a change that callers do not see in the intent: the version stays. */
export function updateUnseen(intent: IntentRecord, changes: Changes, event: ChangeEvent): void {
  Object.assign(intent, changes);
  if (event.type) addEvent(intent, event);
}

/** Writes a visible change, which raises the version. */
export function updateIntent(intent: IntentRecord, changes: Changes, event: ChangeEvent): void {
  updateUnseen(intent, { ...changes, updatedAt: event.at, version: intent.version + 1 }, event);
}

/** The intent that a create makes. */
export function newIntent(body: CreateIntentInput, identity: CreateIdentity, now: Date): IntentRecord {
  const intent = {
    ...createdIntent(body, identity, now),
    processingAt: null,
    orderAcceptedAt: null,
    cancelRequestedAt: null,
    cancelRefusal: null,
    redactedAt: null,
    events: [],
  };
  addEvent(intent, { type: createdEventType(intent), at: now, to: intent.status });
  return intent;
}
