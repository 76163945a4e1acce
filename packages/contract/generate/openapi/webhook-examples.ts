import {
  EXAMPLE_DELIVERY_ID,
  EXAMPLE_EVENT_ID,
  EXAMPLE_INTENT_ID,
  EXAMPLE_REPLAY_ID,
  EXAMPLE_WEBHOOK_ID,
} from '../../src/examples.ts';
import type { webhookRoutes } from '../../src/webhooks/routes.ts';
import type {
  CreateReplayInput,
  TestedWebhookView,
  WebhookDeliveryView,
  WebhookReplayView,
} from '../../src/webhooks/delivery-schemas.ts';
import type {
  CreateWebhookInput,
  UpdateWebhookInput,
  WebhookView,
} from '../../src/webhooks/endpoint-schemas.ts';
import { type Examples, ok } from '../example-response.ts';

type WebhookOperation = keyof typeof webhookRoutes;

const CREATED_AT = '2026-11-21T08:30:00.000Z';
const MOVED_AT = '2026-11-21T08:30:05.412Z';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

const endpoint: WebhookView = {
  id: EXAMPLE_WEBHOOK_ID,
  url: 'https://erp.example.com/hooks/procurement',
  description: 'ERP, orders',
  eventTypes: ['*'],
  payload: 'thin',
  signature: 'v1',
  maxPerSecond: 25,
  status: 'ENABLED',
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
  version: 1,
};

const delivery: WebhookDeliveryView = {
  id: EXAMPLE_DELIVERY_ID,
  eventId: EXAMPLE_EVENT_ID,
  sequence: 104218,
  type: 'intent.completed',
  intentId: EXAMPLE_INTENT_ID,
  state: 'SUCCEEDED',
  attempts: 1,
  lastStatus: 204,
  createdAt: CREATED_AT,
};

const body = JSON.stringify({
  id: EXAMPLE_EVENT_ID,
  type: 'intent.completed',
  timestamp: CREATED_AT,
  sequence: 104218,
  data: { intentId: EXAMPLE_INTENT_ID, from: 'PROCESSING', to: 'COMPLETED', status: 'COMPLETED', version: 3 },
});

const replay: WebhookReplayView = {
  id: EXAMPLE_REPLAY_ID,
  state: 'RUNNING',
  since: '2026-11-21T08:00:00.000Z',
  until: '2026-11-21T09:00:00.000Z',
  types: ['*'],
  scope: 'missed',
  sent: 0,
  remaining: 150,
  createdAt: '2026-11-21T10:00:00.000Z',
};

/** Example bodies of the requests about webhook endpoints. */
export const WEBHOOK_REQUEST_EXAMPLES: Partial<Record<WebhookOperation, Examples>> = {
  createWebhook: {
    all: {
      summary: 'All events',
      value: {
        url: 'https://erp.example.com/hooks/procurement',
        description: 'ERP, orders',
      } satisfies CreateWebhookInput,
    },
    some: {
      summary: 'The end of each purchase, with the intent, signed with ed25519',
      value: {
        url: 'https://erp.example.com/hooks/ends',
        eventTypes: ['intent.completed', 'intent.failed', 'intent.cancelled'],
        payload: 'full',
        signature: 'v1a',
      } satisfies CreateWebhookInput,
    },
  },
  updateWebhook: {
    disable: { summary: 'Send nothing more', value: { status: 'DISABLED' } satisfies UpdateWebhookInput },
  },
  rotateWebhookSecret: {
    usual: { summary: 'Both secrets sign for a day', value: {} },
    leaked: { summary: 'The old secret ends at once', value: { graceSeconds: 0 } },
  },
  testWebhook: { usual: { summary: 'A sample of its own type', value: {} } },
  createWebhookReplay: {
    missed: {
      summary: 'What was missed in an hour',
      value: { since: '2026-11-21T08:00:00Z', until: '2026-11-21T09:00:00Z' } satisfies CreateReplayInput,
    },
  },
};

/** Example responses of a success, for each operation on webhook endpoints. */
export const WEBHOOK_EXAMPLES: Record<WebhookOperation, Examples> = {
  createWebhook: { created: ok('With its secret, this once', { ...endpoint, secret: SECRET }) },
  listWebhooks: { one: ok('One endpoint', { items: [endpoint] }) },
  getWebhook: {
    enabled: ok('It gets events', endpoint),
    failing: ok('It is disabled after days without a success', {
      ...endpoint,
      status: 'DISABLED',
      disabledReason: 'FAILING',
      disabledAt: '2026-11-26T08:30:00.000Z',
      updatedAt: '2026-11-26T08:30:00.000Z',
      version: 2,
    } satisfies WebhookView),
  },
  updateWebhook: {
    disabled: ok('It gets nothing more', {
      ...endpoint,
      status: 'DISABLED',
      disabledReason: 'CALLER',
      disabledAt: MOVED_AT,
      updatedAt: MOVED_AT,
      version: 2,
    } satisfies WebhookView),
  },
  deleteWebhook: { deleted: ok('Removed', null) },
  rotateWebhookSecret: {
    secret: ok('Both secrets sign until then', { secret: SECRET, expiresAt: '2026-11-22T08:30:00.000Z' }),
  },
  testWebhook: {
    taken: ok('The receiver took it', { durationMs: 84, status: 204 } satisfies TestedWebhookView),
    refused: ok('The receiver refused it', {
      durationMs: 91,
      status: 500,
      error: 'STATUS',
      response: 'no such order',
    } satisfies TestedWebhookView),
  },
  listWebhookDeliveries: { page: ok('One delivery', { items: [delivery], nextCursor: null }) },
  getWebhookDelivery: {
    taken: ok('Taken at once', {
      ...delivery,
      body,
      log: [{ at: CREATED_AT, trigger: 'SCHEDULE', durationMs: 84, status: 204 }],
    }),
  },
  retryWebhookDelivery: {
    pending: ok('It goes out again', { ...delivery, state: 'PENDING', nextAttemptAt: MOVED_AT }),
  },
  createWebhookReplay: { running: ok('It begins', replay) },
  getWebhookReplay: {
    running: ok('Under way', { ...replay, sent: 120, remaining: 30 }),
    done: ok('All are sent', { ...replay, state: 'DONE', sent: 150, remaining: 0 }),
  },
};
