import type { EventRow } from './event-row.ts';
import { EVENT_TYPES, EVENTS, type EventType } from './events.ts';

/** Whether events of this type are about a webhook endpoint, and not about an intent. */
export const isEndpointEvent = (type: string): boolean => type.startsWith('webhook.');

/** The types that the timeline of an intent has. */
export const TIMELINE_TYPES: readonly EventType[] = EVENT_TYPES.filter((type) => !isEndpointEvent(type));

/** The types that the feed of an App has. */
export const FEED_TYPES: readonly EventType[] = EVENT_TYPES.filter((type) => EVENTS[type].reach === 'feed');

/** The types that only those get who name them. */
export const NAMED_ONLY_TYPES: readonly EventType[] = EVENT_TYPES.filter((type) => {
  const row: EventRow = EVENTS[type];
  return row.isNamedOnly ?? false;
});

/** The types whose detail may quote a person's data. */
export const PERSONAL_DETAILS: readonly EventType[] = EVENT_TYPES.filter((type) => {
  const { detail }: EventRow = EVENTS[type];
  return detail?.isPersonal ?? false;
});
