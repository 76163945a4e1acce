import { type IntentView, isEndpointEvent } from '@procurement-intents/contract';
import type { Payload } from '@procurement-intents/contract/webhooks';
import { presentAppEvent, type PublishedEvent } from '../events/read-feed.ts';

/** Whether the body of an event shows its intent: a full one does, and events of endpoints have none. */
export const hasIntent = (payload: Payload, eventType: string): boolean =>
  payload === 'full' && !isEndpointEvent(eventType);

/**
 * The body of a webhook: the event as the feed shows it, and the intent as it is now when {@link hasIntent} says so.
 *
 * @param intent - null when it was deleted; undefined for a body without one.
 */
export function webhookBody(event: PublishedEvent, intent?: Partial<IntentView> | null): string {
  const shown = presentAppEvent(event);
  const data = intent === undefined ? shown.data : { ...shown.data, intent };
  return JSON.stringify({ ...shown, data });
}
