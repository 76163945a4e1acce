import { EVENT_TYPES, EVENTS } from '@procurement-intents/contract';
import { literals, quoted } from '../postgres/columns.ts';

// All other events are published.
const OF_TIMELINES = EVENT_TYPES.filter((type) => EVENTS[type].reach === 'timeline');

/**
 * The parts of a statement that add events to `intent_events`, and to those that wait to be published. The table has the events
 * of webhook endpoints too, with the id of the endpoint for that of an intent, and without status and version: the publisher
 * numbers all events of an App in the order of their ids, so the ids have to come from one sequence.
 *
 * @param rows - a query for intent or endpoint, App, status and version after the change, time and type, then `more`.
 */
export const insertEvents = (rows: string, more: readonly ('from' | 'to' | 'detail')[]): string => `
  events AS (
    INSERT INTO "intent_events" (${quoted(['intentId', 'appId', 'status', 'version', 'at', 'type', ...more])})
    ${rows} RETURNING "id", "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN (${literals(OF_TIMELINES)}))`;
