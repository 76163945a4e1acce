import { ENDPOINT_EVENT_TYPES, INTENT_EVENT_TYPES } from '../../src/webhooks/payload.ts';

/** Sets of values that the types of webhooks name. */
export const WEBHOOK_VALUES = {
  IntentEventType: { values: INTENT_EVENT_TYPES, doc: 'Types of events about an intent.' },
  EndpointEventType: { values: ENDPOINT_EVENT_TYPES, doc: 'Types of events about an endpoint of webhooks.' },
} as const;
