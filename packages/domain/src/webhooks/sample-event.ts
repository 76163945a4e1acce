import {
  EXAMPLE_INTENT_ID,
  EVENTS,
  type AppEventView,
  type EventRow,
  type EventType,
  isEndpointEvent,
} from '@procurement-intents/contract';
import { presentAppEvent } from '../events/read-feed.ts';

/**
 * The event of a test: about the endpoint, or about an intent that does not exist.
 *
 * @param digits - 32 hex digits of a new id.
 */
export function sampleEvent(
  type: EventType,
  { webhookId, digits, at }: { webhookId: string; digits: string; at: Date },
): AppEventView {
  const { to }: EventRow = EVENTS[type];
  const isOfEndpoint = isEndpointEvent(type);
  return presentAppEvent({
    id: `test_${digits}`,
    sequence: 1,
    type,
    at,
    subjectId: isOfEndpoint ? webhookId : EXAMPLE_INTENT_ID,
    from: null,
    to,
    status: isOfEndpoint ? null : (to ?? 'SUBMITTED'),
    version: isOfEndpoint ? null : 1,
    detail: null,
  });
}
