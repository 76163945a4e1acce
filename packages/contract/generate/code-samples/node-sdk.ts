import { EXAMPLE_INTENT_ID } from '../../src/examples.ts';
import type { OperationId } from '../../src/route-table.ts';
import { lines, SAMPLE_KEY, type SampleCall } from './sample-call.ts';

/** A value as JavaScript writes it. */
const literal = (value: object): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/^( *)"(\w+)":/gm, '$1$2:')
    .replaceAll(/"([^"]*)"/g, "'$1'");

const onId = (method: string) => (): string => `client.intents.${method}('${EXAMPLE_INTENT_ID}')`;

const CALLS: Record<OperationId, (call: SampleCall) => string> = {
  getHealth: () => 'client.health()',
  createIntent: ({ fields }) =>
    `client.intents.create(${literal(fields ?? {})}, { idempotencyKey: '${SAMPLE_KEY}' })`,
  listIntents: ({ query }) => `client.intents.list(${literal(query)})`,
  getIntent: onId('get'),
  updateIntent: ({ fields }) => `client.intents.update('${EXAMPLE_INTENT_ID}', ${literal(fields ?? {})})`,
  cancelIntent: onId('cancel'),
  submitIntent: onId('submit'),
  deleteIntent: onId('delete'),
  listIntentEvents: onId('events'),
  listEvents: ({ query }) => `client.events.list(${literal(query)})`,
};

/** The SDK, which signs by itself. */
export function nodeSdkSample(call: SampleCall): string {
  const expression = CALLS[call.id](call);
  return lines(
    "import { ProcurementIntents } from '@procurement-intents/sdk';",
    '',
    '// PROCUREMENT_BASE_URL, PROCUREMENT_APP_ID and PROCUREMENT_APP_SECRET are in the environment.',
    'const client = new ProcurementIntents();',
    call.id === 'deleteIntent'
      ? `await ${expression};`
      : [`const answer = await ${expression};`, 'console.log(answer);'],
  );
}
