import { describe, expect, it } from 'vitest';
import { AppEvent } from '../events/schemas.ts';
import { EVENT_TYPES } from '../intents/events.ts';
import { ENDPOINT_EVENT_TYPES, INTENT_EVENT_TYPES, KnownWebhookEvent, WebhookPayload } from './payload.ts';

const EVENT = {
  id: 'evt_01a1fd8da8ac72e880244d1234edbc0b',
  type: 'intent.completed',
  timestamp: '2026-11-21T08:30:00.000Z',
  sequence: 42,
  data: {
    intentId: 'int_01a1fd8da8ac72e880244d1234edbc0b',
    from: 'PROCESSING',
    to: 'COMPLETED',
    status: 'COMPLETED',
    version: 4,
    detail: 'A20261121000042',
  },
};
const INTENT = {
  id: 'int_01a1fd8da8ac72e880244d1234edbc0b',
  userId: 'user_1001',
  platform: 'PLATFORM_A',
  title: '无线鼠标',
  price: 199,
  quantity: 2,
  totalAmount: 398,
  status: 'COMPLETED',
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:30:00.000Z',
  orderId: 'A20261121000042',
  amountPaid: 390,
  version: 4,
  labels: { 'cost-center': 'it' },
};
const passes = (payload: unknown) => WebhookPayload.safeParse(payload).success;

it.each([
  ['a thin event', EVENT],
  ['a full event', { ...EVENT, data: { ...EVENT.data, intent: INTENT } }],
  ['one whose intent is gone', { ...EVENT, data: { ...EVENT.data, intent: null } }],
  ['one about an endpoint', { ...EVENT, type: 'webhook.failing', data: { webhookId: 'whk_1' } }],
  ['a type of a later release', { ...EVENT, type: 'batch.finished', data: { batchId: 'bat_1' } }],
])('%s passes', (_, payload) => {
  expect(passes(payload)).toBe(true);
});

it('fields of a later release pass and are kept', () => {
  const later = {
    ...EVENT,
    colour: 1,
    data: { ...EVENT.data, shop: 2, intent: { ...INTENT, weight: 3 } },
  };
  expect(WebhookPayload.parse(later)).toEqual(later);
});

describe('is no payload:', () => {
  it.each([
    ['an event of an intent without the intent', { ...EVENT, data: { webhookId: 'whk_1' } }],
    ['an event of an endpoint without the endpoint', { ...EVENT, type: 'webhook.test' }],
    ['no data', { ...EVENT, data: undefined }],
    ['no id', { ...EVENT, id: undefined }],
    ['an unknown status', { ...EVENT, data: { ...EVENT.data, status: 'LOST' } }],
  ])('%s', (_, payload) => {
    expect(passes(payload)).toBe(false);
  });
});

it('every type is listed once, and none stays in the timeline', () => {
  const types = [...INTENT_EVENT_TYPES, ...ENDPOINT_EVENT_TYPES];
  expect(new Set(types).size).toBe(types.length);
  expect(EVENT_TYPES.filter((type) => !types.includes(type))).toEqual(['intent.attempt_failed']);
  expect(types).toContain('intent.deleted');
});

it('a thin event is one of the feed', () => {
  expect(AppEvent.parse(EVENT)).toEqual(EVENT);
  const [ofIntents] = KnownWebhookEvent.options;
  const { intent: _intent, ...thin } = ofIntents.shape.data.shape;
  expect(thin).toEqual(AppEvent.shape.data.shape);
});

it('a full event has no field of the recipient', () => {
  const names = JSON.stringify(WebhookPayload.toJSONSchema({ io: 'output' }));
  expect(names).toContain('"orderId"');
  expect(names).not.toMatch(/"(recipientName|address|phone|remarks)"/);
});
