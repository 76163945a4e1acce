import { digitsOf } from '@procurement-intents/contract';
import { isPublished, publishedDetail, type PublishedEvent } from '@procurement-intents/domain';
import type { IntentRecord } from './intent-record.ts';

const HEX_OF_PLACE = 12;

/** The events of intents, in the order in which they happened. */
export function publishedEvents(intents: readonly IntentRecord[]): PublishedEvent[] {
  return intents
    .flatMap(({ id, events }) => events.map((event) => ({ ...event, subjectId: id })))
    .filter(({ type }) => isPublished(type))
    .sort((a, b) => a.place - b.place)
    .map(({ place, detail, ...event }, index) => ({
      ...event,
      sequence: index + 1,
      id:
        digitsOf('intent', event.subjectId).slice(0, -HEX_OF_PLACE) +
        place.toString(16).padStart(HEX_OF_PLACE, '0'),
      detail: publishedDetail(event.type, detail),
    }));
}
