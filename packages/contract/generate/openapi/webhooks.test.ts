import { beforeAll, expect, it } from 'vitest';
import { EVENT_TYPES, EVENTS } from '../../src/intents/events.ts';
import { KnownWebhookEvent } from '../../src/webhooks/payload.ts';
import { WEBHOOK_HEADERS } from '../../src/webhooks/signing.ts';
import type { JsonSchema } from '../json-schema.ts';
import { buildDocument } from './openapi.ts';

interface Webhook {
  parameters: { $ref: string }[];
  requestBody: {
    content: {
      'application/json': { schema: { $ref: string }; examples: Record<string, { value: unknown }> };
    };
  };
}
interface Document {
  webhooks: Record<string, { post: Webhook }>;
  components: {
    parameters: Record<string, { name: string; example: string; schema: JsonSchema }>;
    schemas: Record<string, JsonSchema>;
  };
}

let document: Document;
beforeAll(async () => {
  document = (await buildDocument()) as unknown as Document;
});

it('has one webhook for each type that leaves the timeline', () => {
  const types = EVENT_TYPES.filter((type) => EVENTS[type].reach !== 'timeline');
  expect(Object.keys(document.webhooks)).toEqual(types);
  expect(types).not.toContain('intent.attempt_failed');
});

it('gives each the three headers, in a form that its example has', () => {
  for (const { post } of Object.values(document.webhooks)) {
    const headers = post.parameters.map(
      ({ $ref }) => document.components.parameters[$ref.split('/').at(-1) ?? ''],
    );
    expect(headers.map((header) => header?.name)).toEqual(Object.values(WEBHOOK_HEADERS));
    for (const header of headers) {
      expect(header?.example).toMatch(new RegExp(header?.schema.pattern ?? 'none'));
    }
  }
});

it('shows bodies of their own type, thin and full, that a receiver accepts', () => {
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const { schema, examples } = post.requestBody.content['application/json'];
    const isOfIntent = !type.startsWith('webhook.');
    expect(Object.keys(examples)).toEqual(isOfIntent ? ['thin', 'full'] : ['thin']);
    for (const { value } of Object.values(examples)) {
      expect(value).toMatchObject({ type });
      expect(KnownWebhookEvent.safeParse(value).error, type).toBeUndefined();
    }
    const { properties } = document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {};
    expect(properties?.['type']?.enum).toContain(type);
  }
});

it('names no field of the recipient', () => {
  const { WebhookIntent } = document.components.schemas;
  expect(Object.keys(WebhookIntent?.properties ?? {})).toContain('orderId');
  expect(Object.keys(WebhookIntent?.properties ?? {}).join(' ')).not.toMatch(
    /recipient|address|phone|remarks/,
  );
});
