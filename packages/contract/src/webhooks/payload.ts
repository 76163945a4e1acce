import { z } from 'zod';
import { AppEvent } from '../events/schemas.ts';
import { ID_PREFIXES, idOf } from '../ids.ts';
import { FEED_TYPES, isEndpointEvent } from '../intents/event-kinds.ts';
import { EVENT_TYPES } from '../intents/events.ts';
import { Intent, LIST_ITEM_FIELDS } from '../intents/schemas.ts';

/** Types of events about an intent that a webhook can carry: those of the feed. */
export const INTENT_EVENT_TYPES: readonly string[] = FEED_TYPES.filter((type) => !isEndpointEvent(type));

/** Types of events about an endpoint of webhooks. */
export const ENDPOINT_EVENT_TYPES = EVENT_TYPES.filter(isEndpointEvent);

const TYPE = 'What happened. A later release may send other types: ignore those that you do not know.';

// A thin webhook is an event of the feed.
const { data: AppEventData, ...head } = AppEvent.shape;

/** The fields of an intent in a full payload: none holds personal data of the recipient. */
export const PAYLOAD_FIELDS = [
  ...LIST_ITEM_FIELDS,
  'orderId',
  'trackingNumber',
  'trackingCompany',
  'amountPaid',
  'cancellationFee',
  'failureCode',
  'labels',
  'version',
] as const;
type Mask = Record<(typeof PAYLOAD_FIELDS)[number], true>;
const MASK = Object.fromEntries(PAYLOAD_FIELDS.map((field) => [field, true])) as Mask;

const WebhookIntent = z.looseObject(Intent.pick(MASK).shape).meta({
  title: 'WebhookIntent',
  description: 'The intent in a full payload, as it stood when the webhook was sent.',
});

const IntentWebhookEvent = z
  .looseObject({
    ...head,
    type: z
      .enum(INTENT_EVENT_TYPES as [string, ...string[]])
      .meta({ description: TYPE, example: 'intent.completed' }),
    data: z
      .looseObject({
        ...AppEventData.shape,
        intent: WebhookIntent.nullable().optional().meta({
          description:
            'In full payloads alone: the intent when the webhook was sent; null once it is deleted.',
          example: null,
        }),
      })
      .meta({ title: 'IntentEventData', description: 'What happened to an intent.' }),
  })
  .meta({ title: 'IntentWebhookEvent', description: 'An event about an intent.' });

const EndpointWebhookEvent = z
  .looseObject({
    ...head,
    type: z.enum(ENDPOINT_EVENT_TYPES).meta({ description: TYPE, example: 'webhook.failing' }),
    data: z
      .looseObject({
        webhookId: z.string().meta({
          description: `Id of the endpoint: \`${ID_PREFIXES.webhookEndpoint}\` and 32 lower-case hex digits.`,
          example: idOf('webhookEndpoint', '01a1fd8da8ac72e880244d1234edbc0b'),
        }),
        detail: z.string().optional().meta({
          description: 'Details in words, when there are any.',
          example: 'GONE',
        }),
      })
      .meta({ title: 'EndpointEventData', description: 'What happened to an endpoint of webhooks.' }),
  })
  .meta({ title: 'EndpointWebhookEvent', description: 'An event about an endpoint of webhooks.' });

/** The events that this release sends. */
export const KnownWebhookEvent = z.union([IntentWebhookEvent, EndpointWebhookEvent]);

const isKnown = (type: string): boolean => [...INTENT_EVENT_TYPES, ...ENDPOINT_EVENT_TYPES].includes(type);

const OtherWebhookEvent = z.looseObject({
  ...head,
  type: z.string().refine((type) => !isKnown(type)),
  data: z.looseObject({}),
});

/** The body of a webhook, thin or full. Types and fields that this release does not know are let through. */
export const WebhookPayload = z.union([KnownWebhookEvent, OtherWebhookEvent]);
