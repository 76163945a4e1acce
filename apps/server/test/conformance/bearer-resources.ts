import { DAY_MS } from '@procurement-intents/contract';
import { randomBytes } from 'node:crypto';
import type { BearerContract } from '@procurement-intents/contract/bearer';
import { expect } from 'vitest';
import { newUuid } from '../../src/new-uuid.ts';
import { addKey, addPerson, callBearer } from '../support/bearer.ts';
import { intentBody, intentIn } from '../support/intent-factory.ts';
import { addClient } from '../support/oauth.ts';
import type { TestService } from '../support/test-service.ts';
import { clock } from '../support/use-service.ts';
import { type BearerOperation, pathOf, routeOf, sampleBody } from './bearer-operations.ts';

/** Where resources have an id: `/v1/suppliers`. */
type Base = {
  [O in BearerOperation]: BearerContract[O] extends { path: `${infer B}/:id${string}` } ? B : never;
}[BearerOperation];
type WithHeader<H extends string> = {
  [O in BearerOperation]: BearerContract[O] extends { headers: Record<H, unknown> } ? O : never;
}[BearerOperation];
type Creation = WithHeader<'idempotency-key'>;

const hasHeader = (operation: BearerOperation, name: string): boolean =>
  name in (routeOf(operation).headers ?? {});
export const isCreation = (operation: BearerOperation): operation is Creation =>
  hasHeader(operation, 'idempotency-key');
export const takesVersion = (operation: BearerOperation): boolean => hasHeader(operation, 'if-match');

/** An administrator, with a key and a session, and the session of another one. */
export interface Caller {
  service: TestService;
  userId: string;
  key: string;
  token: string;
  othersToken: string;
}

export async function addAdministrators(service: TestService): Promise<Caller> {
  const { id: userId, token } = await addPerson(service, ['admin']);
  const { key } = await addKey(service, userId, ['admin']);
  const { token: othersToken } = await addPerson(service, ['admin']);
  return { service, userId, key, token, othersToken };
}

const NOT_BY_REQUESTER = new Set<BearerOperation>(['approvePurchaseRequest', 'rejectPurchaseRequest']);

/** The session of a person who may call the operation on what {@link RESOURCES} has made for `caller`. */
export const sessionFor = (operation: BearerOperation, { token, othersToken }: Caller): string =>
  NOT_BY_REQUESTER.has(operation) ? othersToken : token;

async function created(caller: Caller, operation: Creation): Promise<string> {
  const { service, key: credential } = caller;
  const body = await CREATE_BODIES[operation](caller);
  const answer = await callBearer(service, 'POST', pathOf(operation), { credential, body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id as string;
}

const named = (operation: Creation) => () => ({
  ...sampleBody(operation),
  name: randomBytes(6).toString('hex'),
});

// Other test files of the same process have set the clock, perhaps by weeks.
const day = (after: number): string =>
  new Date(clock.now().getTime() + after * DAY_MS).toISOString().slice(0, 10);

/** Of each the span begins at another time. */
let replays = 0;

/** A body with which each create succeeds. A create without a row here does not compile. */
export const CREATE_BODIES: Record<Creation, (caller: Caller) => object | Promise<object>> = {
  createUser: () => ({ ...sampleBody('createUser'), username: `user-${randomBytes(6).toString('hex')}` }),
  createApiKey: named('createApiKey'),
  createOAuthClient: () => ({
    ...named('createOAuthClient')(),
    redirectUris: ['https://ledger.example/callback'],
  }),
  createApp: named('createApp'),
  createAppWebhook: ({ service }) => ({
    url: `${service.sandboxUrl}/hooks/${randomBytes(6).toString('hex')}`,
  }),
  createAppWebhookReplay: () => ({
    since: new Date(clock.now().getTime() - (replays += 1)).toISOString(),
  }),
  createSupplier: () => {
    const name = randomBytes(6).toString('hex');
    return { ...sampleBody('createSupplier'), name, shopUrl: `https://shop-${name}.example/store` };
  },
  createContract: async (caller) => {
    const supplierId = await created(caller, 'createSupplier');
    const { body } = await callBearer(caller.service, 'GET', `/v1/suppliers/${supplierId}`, {
      credential: caller.key,
    });
    const lines = [{ productUrl: `${body.shopUrl}/mouse`, maxUnitPrice: 199, maxQuantity: 500 }];
    const days = { validFrom: day(-1), validTo: day(1) };
    return { ...sampleBody('createContract'), ...days, supplierId, lines };
  },
  createPurchaseRequest: ({ service }) => ({
    ...sampleBody('createPurchaseRequest'),
    productUrl: intentBody(service).productUrl,
  }),
};

/** Makes a resource of each family, and gives its id. A family without a row here does not compile. */
const RESOURCES: Record<Base, (caller: Caller) => Promise<string>> = {
  '/v1/users': async ({ service }) => (await addPerson(service, [])).id,
  '/v1/api-keys': async ({ service, userId }) => (await addKey(service, userId, ['read:orders'])).id,
  '/v1/sessions': async ({ service, key: credential }) => {
    const { id } = await addPerson(service, []);
    const { body } = await callBearer(service, 'GET', `/v1/sessions?filter[userId]=${id}`, { credential });
    return body.items[0].id;
  },
  '/v1/oauth-clients': (caller) => created(caller, 'createOAuthClient'),
  '/v1/consents': async ({ service }) => {
    const { id: userId } = await addPerson(service, []);
    const { id: clientId } = await addClient(service);
    const grant = { id: `gra_${randomBytes(16).toString('hex')}`, clientId, userId, createdAt: new Date() };
    return (await service.database.oAuthGrant.create({ data: grant })).id;
  },
  '/v1/apps': (caller) => created(caller, 'createApp'),
  '/v1/intents': ({ service }) => intentIn(service, 'DRAFT'),
  '/v1/suppliers': (caller) => created(caller, 'createSupplier'),
  '/v1/contracts': (caller) => created(caller, 'createContract'),
  '/v1/purchase-requests': (caller) => created(caller, 'createPurchaseRequest'),
  // Of a cancelled intent: a refresh asks no platform about it.
  '/v1/orders': async ({ service }) => {
    const id = await intentIn(service, 'CANCELLED');
    await service.database.intent.update({ where: { id }, data: { orderId: 'A1', orderStatus: 'PLACED' } });
    return `ord_${id.slice('int_'.length)}`;
  },
};

/** What belongs to a resource, by the placeholder that names it. */
const BELONGINGS: Record<string, (caller: Caller, ids: readonly string[]) => Promise<string>> = {
  webhookId: async ({ service, key: credential, ...caller }, ids) => {
    const body = await CREATE_BODIES.createAppWebhook({ service, key: credential, ...caller });
    const path = pathOf('createAppWebhook', ids);
    return (await callBearer(service, 'POST', path, { credential, body })).body.id;
  },
  deliveryId: async ({ service }, [appId = '', webhookId = '']) => {
    const id = newUuid();
    const at = new Date();
    const event = { eventId: id, sequence: 1, type: 'intent.drafted', subjectId: 'int_1', publishedAt: at };
    const times = { queuedAt: at, createdAt: at };
    await service.database.webhookDelivery.create({
      data: { id, webhookId, appId, ...event, ...times, state: 'SUCCEEDED' },
    });
    return `dlv_${id}`;
  },
  replayId: async ({ service, key: credential }, ids) => {
    const body = { since: clock.now().toISOString() };
    const path = pathOf('createAppWebhookReplay', ids);
    return (await callBearer(service, 'POST', path, { credential, body })).body.id;
  },
};

/** The ids of a resource for the operation, as its path names them. */
export async function resourceFor(operation: BearerOperation, caller: Caller): Promise<string[]> {
  const { path } = routeOf(operation);
  const ids: string[] = [];
  for (const [, name = ''] of path.matchAll(/:(\w+)/g)) {
    const make = name === 'id' ? RESOURCES[path.split('/:id')[0] as Base] : BELONGINGS[name];
    if (!make) throw new Error(`Nothing makes the ${name} of ${path}: add it to BELONGINGS.`);
    ids.push(await make(caller, ids));
  }
  return ids;
}
