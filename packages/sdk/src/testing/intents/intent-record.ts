import type { CreateIntentInput, IntentStatus } from '@procurement-intents/contract';
import {
  createdEventType,
  createdIntent,
  type CreateIdentity,
  type IntentChange,
  type StoredEvent,
  type StoredIntent,
  type TimelineEvent,
} from '@procurement-intents/domain';

/** An intent as the service stores it. */
export interface IntentRecord extends StoredIntent, CreateIdentity {
  /** When the first attempt is due. */
  nextAttemptAt: Date | null;
  processingAt: Date | null;
  orderAcceptedAt: Date | null;
  cancelRequestedAt: Date | null;
  cancelRefusal: string | null;
  /** The service in memory redacts nothing. */
  redactedAt: null;
  events: RecordedEvent[];
}

/** An event with the intent as it was right after it. */
export interface RecordedEvent extends StoredEvent {
  status: IntentStatus;
  version: number;
  /** See {@link nextPlace}. */
  place: number;
}

type Fields = Partial<
  Omit<IntentRecord, 'id' | 'appId' | 'version' | 'updatedAt' | 'nextAttemptAt' | 'events'>
>;

/** Writes the change, as it was decided at `at`. */
export function updateIntent(intent: IntentRecord, change: IntentChange<Fields>, at: Date): void {
  const { fields, event, also, isVisible, keepsUpdatedAt, nextAttemptAt = intent.nextAttemptAt } = change;
  Object.assign(intent, fields, isVisible && { version: intent.version + 1 });
  if (isVisible && !keepsUpdatedAt) intent.updatedAt = at;
  intent.nextAttemptAt = nextAttemptAt;
  if (event) addEvent(intent, event, at);
  if (also) addEvent(intent, also, at);
}

let places = 0;

/** The place of the next event among all events of all intents and endpoints. */
export function nextPlace(): number {
  places += 1;
  return places;
}

/** Adds an event to the timeline. */
export function addEvent(intent: IntentRecord, event: TimelineEvent, at: Date): void {
  const { status, version } = intent;
  const place = nextPlace();
  intent.events.push({ from: null, to: null, detail: null, ...event, at, status, version, place });
}

/** The intent that a create makes. */
export function newIntent(
  body: CreateIntentInput,
  identity: CreateIdentity,
  now: Date,
  graceMs: number,
): IntentRecord {
  const intent = {
    ...createdIntent(body, identity, now, graceMs),
    processingAt: null,
    orderAcceptedAt: null,
    cancelRequestedAt: null,
    cancelRefusal: null,
    redactedAt: null,
    events: [],
  };
  addEvent(intent, { type: createdEventType(intent), to: intent.status }, now);
  return intent;
}
