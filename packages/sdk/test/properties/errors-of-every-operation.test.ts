import { ERRORS } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import {
  createMany,
  exportIntents,
  isApiError,
  isErrorOf,
  type ErrorName,
  type OperationId,
  type CreateManyError,
  type ProcurementIntents,
} from '../../src/index.ts';
import { createClient } from '../start-service.ts';

type Call = (client: ProcurementIntents) => PromiseLike<unknown>;

const CALLS: Record<OperationId, Call> = {
  getHealth: (client) => client.health(),
  createIntent: ({ intents }) => intents.create({} as never),
  listIntents: ({ intents }) => intents.list(),
  createIntents: (client) =>
    createMany(client, [{} as never]).catch(({ cause }: CreateManyError) => Promise.reject(cause)),
  exportIntents: (client) => exportIntents(client).next(),
  getIntent: ({ intents }) => intents.get('int_1'),
  updateIntent: ({ intents }) => intents.update('int_1', { quantity: 2 }),
  setIntentLabels: ({ intents }) => intents.setLabels('int_1', {}),
  cancelIntent: ({ intents }) => intents.cancel('int_1'),
  submitIntent: ({ intents }) => intents.submit('int_1'),
  deleteIntent: ({ intents }) => intents.delete('int_1'),
  archiveIntent: ({ intents }) => intents.archive('int_1'),
  unarchiveIntent: ({ intents }) => intents.unarchive('int_1'),
  listIntentEvents: ({ intents }) => intents.events('int_1'),
  listEvents: ({ events }) => events.list(),
  createWebhook: ({ webhooks }) => webhooks.create({} as never),
  listWebhooks: ({ webhooks }) => webhooks.list(),
  getWebhook: ({ webhooks }) => webhooks.get('whk_1'),
  updateWebhook: ({ webhooks }) => webhooks.update('whk_1', {}),
  deleteWebhook: ({ webhooks }) => webhooks.delete('whk_1'),
  rotateWebhookSecret: ({ webhooks }) => webhooks.rotateSecret('whk_1'),
  testWebhook: ({ webhooks }) => webhooks.test('whk_1'),
  listWebhookDeliveries: ({ webhooks }) => webhooks.deliveries('whk_1'),
  getWebhookDelivery: ({ webhooks }) => webhooks.delivery('whk_1', 'dlv_1'),
  retryWebhookDelivery: ({ webhooks }) => webhooks.retry('whk_1', 'dlv_1'),
  createWebhookReplay: ({ webhooks }) => webhooks.replay('whk_1', { since: '2026-11-21' }),
  getWebhookReplay: ({ webhooks }) => webhooks.getReplay('whk_1', 'rpl_1'),
};
const OPERATIONS = Object.keys(CALLS) as OperationId[];
/** Errors that a method makes a result of. */
const RESULTS = new Set<ErrorName>(['BATCH_PARTIAL']);
const NAMES = Object.keys(ERRORS) as ErrorName[];

/** The error that `operation` throws when the service returns the error `name`. */
async function provoke(operation: OperationId, name: ErrorName, requestId: string): Promise<unknown> {
  const { code, status, zh: message, example: data } = ERRORS[name];
  const client = createClient('https://api.example', {
    timeoutMs: 10_000,
    fetch: async () =>
      new Response(JSON.stringify({ code, message, data }), {
        status,
        // Longer than the call may take, so that there is no retry.
        headers: { 'x-request-id': requestId, 'x-error-name': name, 'retry-after': '70' },
      }),
  });
  return CALLS[operation](client).then(
    () => 'no error',
    (error: unknown) => error,
  );
}

it('the table has every business code of the service', () => {
  expect(new Set(NAMES.map((name) => ERRORS[name].code)).size).toBeGreaterThanOrEqual(17);
  expect(NAMES.length * OPERATIONS.length).toBeGreaterThan(200);
});

describe.each(OPERATIONS)('%s', (operation) => {
  it.each(NAMES.filter((name) => !RESULTS.has(name)))(
    'identifies %s by code, status, data and request',
    async (name) => {
      const { code, status, example } = ERRORS[name];
      const requestId = `req_${operation}_${name}`;
      const error = await provoke(operation, name, requestId);
      expect(isErrorOf(error, operation)).toBe(true);
      if (!isApiError(error)) return;
      // A reused signature is replaced by a new one, which this service refuses as well.
      const attempts = ERRORS[error.name as ErrorName].retry === 'sign' ? 2 : 1;
      expect(error).toMatchObject({ operation, code, status, requestId, attempts, data: example });
      expect(error.name).toBe(name);
      expect(error.docUrl).toBe(`https://api.example/docs/errors/${name}`);
      expect(error.retryable).toBe(ERRORS[error.name as ErrorName].retry === 'later');
      for (const part of [operation, error.name, code, status, requestId]) {
        expect(error.message).toContain(String(part));
      }
    },
  );
});
