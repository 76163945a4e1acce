import { type IntentStatus } from '@procurement-intents/contract';
import {
  isPublished,
  publishedDetail,
  type PublishedEvent,
  type StoredEvent,
} from '@procurement-intents/domain';

const HEX_OF_PLACE = 12;
const HEX_OF_ID = 32;

/** An event of an intent or a webhook endpoint. */
export interface SubjectEvent extends StoredEvent {
  subjectId: string;
  /** Both null in events of endpoints. */
  status: IntentStatus | null;
  version: number | null;
  place: number;
}

/** The events of an App, in the order in which they happened. */
export function publishedEvents(events: readonly SubjectEvent[]): PublishedEvent[] {
  return events
    .filter(({ type }) => isPublished(type))
    .sort((a, b) => a.place - b.place)
    .map(({ place, detail, ...event }, index) => ({
      ...event,
      sequence: index + 1,
      id: event.subjectId.slice(-HEX_OF_ID, -HEX_OF_PLACE) + place.toString(16).padStart(HEX_OF_PLACE, '0'),
      detail: publishedDetail(event.type, detail),
    }));
}
