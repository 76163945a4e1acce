import type { z } from 'zod';
import { EVENT_TYPES, EVENTS, type EventType } from '../../src/intents/events.ts';
import type { EventRow } from '../../src/intents/event-row.ts';
import { INTENT_EVENT_TYPES, KnownWebhookEvent } from '../../src/webhooks/payload.ts';
import { WEBHOOK_HEADERS, WEBHOOK_ID_PATTERN, WEBHOOK_TIMESTAMP_PATTERN } from '../../src/webhooks/signing.ts';
import type { JsonSchema } from '../json-schema.ts';
import { SUCCESS_EXAMPLES } from './examples.ts';
import { transformSchema } from './schemas.ts';

/** The types that are sent to endpoints. */
export const WEBHOOK_TYPES: readonly EventType[] = EVENT_TYPES.filter(
  (type) => EVENTS[type].reach !== 'timeline',
);

/** The tag of the operations on endpoints, and of what is sent to them. */
const TAG = 'webhooks';

/** The headers of a webhook by their key in `components.parameters`. */
export const WEBHOOK_PARAMETERS = {
  WebhookId: {
    name: WEBHOOK_HEADERS.id,
    in: 'header',
    required: true,
    description: 'Id of the event, the same at each attempt: drop one that you have had.',
    schema: { type: 'string', pattern: WEBHOOK_ID_PATTERN.source },
    example: 'evt_01a1fd8da8ac72e880244d1234edbc0b',
  },
  WebhookTimestamp: {
    name: WEBHOOK_HEADERS.timestamp,
    in: 'header',
    required: true,
    description: 'Time of this attempt, Unix seconds: refuse one that is more than 300 from your clock.',
    schema: { type: 'string', pattern: WEBHOOK_TIMESTAMP_PATTERN.source },
    example: '1795251600',
  },
  WebhookSignature: {
    name: WEBHOOK_HEADERS.signature,
    in: 'header',
    required: true,
    description:
      'Signatures over id, timestamp and the bytes of the body, joined by full stops: `v1,` and HMAC-SHA256, or `v1a,` and ed25519, in base64. Two, separated by a space, while keys change. One that matches is enough.',
    schema: { type: 'string', pattern: '^v1a?,[A-Za-z0-9+/]+=*( v1a?,[A-Za-z0-9+/]+=*)?$' },
    example: 'v1,h/b+AiO5Esy7zCYCdzkyQPqGFh4/ZE/vLMW/sZhBzsE=',
  },
} as const;

const isOfIntent = (type: EventType): boolean => INTENT_EVENT_TYPES.includes(type);

/** Moves schemas with a title into `components`, and leaves references. */
function hoist(schema: JsonSchema, components: Record<string, JsonSchema>): JsonSchema {
  const { properties, anyOf } = schema;
  const inner: JsonSchema = {
    ...schema,
    ...(anyOf && { anyOf: anyOf.map((each) => hoist(each, components)) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, hoist(each, components)]),
      ),
    }),
  };
  if (schema.title === undefined) return inner;
  components[schema.title] = inner;
  return { $ref: `#/components/schemas/${schema.title}` };
}

/** The schemas of the bodies, thin and full, by name. Only those of types that exist. */
export async function webhookSchemas(): Promise<Record<string, JsonSchema>> {
  const components: Record<string, JsonSchema> = {};
  const [ofIntents, ofEndpoints] = KnownWebhookEvent.options;
  const isUsed = [true, WEBHOOK_TYPES.some((type) => !isOfIntent(type))];
  for (const [at, schema] of [ofIntents, ofEndpoints].entries()) {
    if (!isUsed[at]) continue;
    const json = await transformSchema({ schema: schema as z.ZodType, type: 'response' } as never);
    hoist(json as JsonSchema, components);
  }
  return components;
}

const INTENT_ID = 'int_01a1fd8da8ac72e880244d1234edbc0b';
const eventOf = (type: EventType, data: object) => ({
  id: WEBHOOK_PARAMETERS.WebhookId.example,
  type,
  timestamp: '2026-11-21T08:30:00.000Z',
  sequence: 104218,
  data,
});

function examplesOf(type: EventType) {
  const { to, en }: EventRow = EVENTS[type];
  if (!isOfIntent(type)) {
    const data = { webhookId: 'whk_01a1fd8da8ac72e880244d1234edbc0b' };
    return { thin: { summary: en, value: eventOf(type, data) } };
  }
  const status = to ?? (type.startsWith('order.') ? 'COMPLETED' : 'SUBMITTED');
  const data = { intentId: INTENT_ID, ...(to && { to }), status, version: 3 };
  const [page] = Object.values(SUCCESS_EXAMPLES.listIntents);
  const [item] = (page as { value: { data: { items: object[] } } }).value.data.items;
  const intent = type === 'intent.deleted' ? null : { ...item, id: INTENT_ID, status, version: 3 };
  return {
    thin: { summary: 'A thin body', value: eventOf(type, data) },
    full: { summary: 'A full body', value: eventOf(type, { ...data, intent }) },
  };
}

const detailLine = ({ detail }: EventRow): string =>
  detail && !detail.isPersonal ? ` \`detail\`: ${detail.holds}.` : '';

function webhookOf(type: EventType) {
  const row: EventRow = EVENTS[type];
  const schema = isOfIntent(type) ? 'IntentWebhookEvent' : 'EndpointWebhookEvent';
  return {
    post: {
      operationId: `${type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())}Webhook`,
      summary: row.en,
      description: `Sent at least once to each endpoint that asks for \`${type}\`.${detailLine(row)}`,
      tags: [TAG],
      security: [],
      parameters: Object.keys(WEBHOOK_PARAMETERS).map((key) => ({ $ref: `#/components/parameters/${key}` })),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${schema}` },
            examples: examplesOf(type),
          },
        },
      },
      responses: {
        '2XX': { description: 'Received, within 15 seconds.' },
        '410': { description: 'The endpoint is gone: it is disabled.' },
        default: { description: 'Not received: it is sent again, ten times in all.' },
      },
    },
  };
}

/** The `webhooks` of the document: one for each type. */
export const webhooksSection = () => Object.fromEntries(WEBHOOK_TYPES.map((type) => [type, webhookOf(type)]));
