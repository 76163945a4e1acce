import {
  EXAMPLE_DELIVERY_ID,
  EXAMPLE_INTENT_ID,
  EXAMPLE_REPLAY_ID,
  EXAMPLE_WEBHOOK_ID,
} from '../../src/examples.ts';
import type { SetLabelsInput } from '../../src/intents/labels.ts';
import type { OperationId } from '../../src/signed/route-table.ts';
import { lines, SAMPLE_KEY, type SampleCall } from './sample-call.ts';

/** A value as JavaScript writes it. */
const literal = (value: object): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/^( *)"(\w+)":/gm, '$1$2:')
    .replaceAll(/"([^"]*)"/g, "'$1'");

const onId = (method: string) => (): string => `client.intents.${method}('${EXAMPLE_INTENT_ID}')`;

const onWebhook =
  (method: string, ...more: string[]) =>
  (): string =>
    `client.webhooks.${method}(${[`'${EXAMPLE_WEBHOOK_ID}'`, ...more].join(', ')})`;

/** The SDK makes the calls of a list by itself. */
const itemsOf = (fields: object | null): object =>
  fields && 'items' in fields ? (fields.items as object) : [];

const CALLS: Record<OperationId, (call: SampleCall) => string> = {
  getHealth: () => 'client.health()',
  createIntent: ({ fields }) =>
    `client.intents.create(${literal(fields ?? {})}, { idempotencyKey: '${SAMPLE_KEY}' })`,
  createIntents: ({ fields }) => `createMany(client, ${literal(itemsOf(fields))})`,
  listIntents: ({ query }) => `client.intents.list(${literal(query)})`,
  exportIntents: ({ query }) => `exportIntents(client, ${literal(query)})`,
  getIntent: onId('get'),
  updateIntent: ({ fields }) => `client.intents.update('${EXAMPLE_INTENT_ID}', ${literal(fields ?? {})})`,
  setIntentLabels: ({ fields }) =>
    `client.intents.setLabels('${EXAMPLE_INTENT_ID}', ${literal((fields as SetLabelsInput).labels)})`,
  cancelIntent: onId('cancel'),
  submitIntent: onId('submit'),
  deleteIntent: onId('delete'),
  archiveIntent: onId('archive'),
  unarchiveIntent: onId('unarchive'),
  listIntentEvents: onId('events'),
  listEvents: ({ query }) => `client.events.list(${literal(query)})`,
  createWebhook: ({ fields }) => `client.webhooks.create(${literal(fields ?? {})})`,
  listWebhooks: () => 'client.webhooks.list()',
  getWebhook: onWebhook('get'),
  updateWebhook: ({ fields }) => onWebhook('update', literal(fields ?? {}))(),
  deleteWebhook: onWebhook('delete'),
  rotateWebhookSecret: onWebhook('rotateSecret'),
  testWebhook: onWebhook('test'),
  listWebhookDeliveries: onWebhook('deliveries'),
  getWebhookDelivery: onWebhook('delivery', `'${EXAMPLE_DELIVERY_ID}'`),
  retryWebhookDelivery: onWebhook('retry', `'${EXAMPLE_DELIVERY_ID}'`),
  createWebhookReplay: ({ fields }) => onWebhook('replay', literal(fields ?? {}))(),
  getWebhookReplay: onWebhook('getReplay', `'${EXAMPLE_REPLAY_ID}'`),
};

/** What is no method of the client. */
const FUNCTIONS: Partial<Record<OperationId, string[]>> = {
  createIntents: ['createMany'],
  exportIntents: ['exportIntents'],
};

/** The SDK, which signs by itself. */
export function nodeSdkSample(call: SampleCall): string {
  const expression = CALLS[call.id](call);
  return lines(
    `import { ${[...(FUNCTIONS[call.id] ?? []), 'ProcurementIntents'].join(', ')} } from '@procurement-intents/sdk';`,
    '',
    '// PROCUREMENT_BASE_URL, PROCUREMENT_APP_ID and PROCUREMENT_APP_SECRET are in the environment.',
    'const client = new ProcurementIntents();',
    call.id === 'exportIntents'
      ? `for await (const intent of ${expression}) console.log(intent);`
      : call.id === 'deleteIntent' || call.id === 'deleteWebhook'
        ? `await ${expression};`
        : [`const answer = await ${expression};`, 'console.log(answer);'],
  );
}
