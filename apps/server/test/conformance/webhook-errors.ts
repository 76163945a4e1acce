import { type OperationId, ROUTES } from '@procurement-intents/contract';
import { WEBHOOK_LIMITS } from '@procurement-intents/contract/webhooks';
import { newUuid } from '../../src/new-uuid.ts';
import { pathOf } from '../support/signed-operations.ts';
import type { Signer } from '../support/sign.ts';
import type { Answer } from '../support/test-service.ts';
import { clock, service } from '../support/use-service.ts';

type Headers = Record<string, string>;
type Maker = (operation: OperationId, headers: Headers) => Promise<Answer>;

let made = 0;
/** An address that no endpoint has. */
export const newAddress = (): string => `https://erp.example.com/${(made += 1)}`;

/** A body that the operation takes. */
export function webhookBody(operation: OperationId): object {
  if (operation === 'createWebhook') return { url: newAddress() };
  return operation === 'createWebhookReplay' ? { since: clock.now().toISOString() } : {};
}

/** The id of a new endpoint. */
export async function newEndpoint(signer: Signer = service.signer, url = newAddress()): Promise<string> {
  // One App has twenty of them at most.
  await service.database.webhookEndpoint.deleteMany({ where: { appId: signer.appId } });
  clock.advance(1000);
  const answer = await service.call('POST', ROUTES.createWebhook.path, { signer, body: { url } });
  return answer.body.data.id as string;
}

async function addDelivery(webhookId: string): Promise<string> {
  const id = newUuid();
  const at = clock.now();
  const { appId } = service.signer;
  const times = { publishedAt: at, queuedAt: at, createdAt: at };
  const event = { sequence: 1, eventId: id, type: 'intent.drafted', subjectId: 'int_1', state: 'SUCCEEDED' };
  await service.database.webhookDelivery.create({ data: { id, webhookId, appId, ...event, ...times } });
  return `dlv_${id}`;
}

const send = (operation: OperationId, path: string, headers: Headers, body = webhookBody(operation)) =>
  service.call(ROUTES[operation].method, path, {
    headers,
    ...(operation !== 'retryWebhookDelivery' && { body }),
  });

/** How the errors of webhook endpoints come about. */
export const WEBHOOK_ERRORS = {
  DELIVERY_NOT_FOUND: async (operation, headers) => {
    const id = await newEndpoint();
    return service.call(ROUTES[operation].method, pathOf(operation, id), { headers });
  },
  WEBHOOK_EXISTS: async (operation, headers) => {
    const taken = newAddress();
    await newEndpoint(service.signer, taken);
    if (operation === 'createWebhook') return send(operation, pathOf(operation), headers, { url: taken });
    const other = await service.call('POST', ROUTES.createWebhook.path, { body: { url: newAddress() } });
    return send(operation, pathOf(operation, other.body.data.id), headers, { url: taken });
  },
  WEBHOOK_DISABLED: async (operation, headers) => {
    const id = await newEndpoint();
    const deliveryId = await addDelivery(id);
    await service.call('PUT', pathOf('updateWebhook', id), { body: { status: 'DISABLED' } });
    // Only a test goes to a disabled endpoint, if anything can sign it.
    if (operation === 'testWebhook')
      await service.database.webhookSecret.deleteMany({ where: { webhookId: id } });
    return send(operation, pathOf(operation, id, { deliveryId }), headers);
  },
  REPLAY_RUNNING: async (operation, headers) => {
    const webhookId = await newEndpoint();
    const at = clock.now();
    const replay = {
      id: `rpl_${newUuid()}`,
      since: at,
      until: at,
      types: ['*'],
      scope: 'all',
      createdAt: at,
    };
    await service.database.webhookReplay.create({
      data: { ...replay, webhookId, state: 'RUNNING', position: 0, upTo: 1 },
    });
    return send(operation, pathOf(operation, webhookId), headers);
  },
  LIMIT_REACHED: async (operation, headers) => {
    await newEndpoint();
    const [first] = await service.database.webhookEndpoint.findMany({
      where: { appId: service.signer.appId },
    });
    await service.database.webhookEndpoint.createMany({
      data: Array.from({ length: WEBHOOK_LIMITS.endpoints - 1 }, () => ({
        ...first!,
        id: `whk_${newUuid()}`,
        url: newAddress(),
      })),
    });
    return send(operation, pathOf(operation), headers);
  },
  EVENTS_EXPIRED: async (operation, headers) =>
    send(operation, pathOf(operation, await newEndpoint()), headers, { since: '2020-01-01' }),
} satisfies Record<string, Maker>;
