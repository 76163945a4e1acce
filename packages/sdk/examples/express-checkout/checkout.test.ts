import type { Request } from 'express';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { beforeEach, test, type TestContext } from 'node:test';
import { createTestService } from '@procurement-intents/sdk/testing';
import { createApp, type Catalogue } from './app.ts';
import catalogue from './catalogue.json' with { type: 'json' };
import { Orders } from './orders.ts';
import { workOnOrders, type Shop } from './purchasing.ts';
import { readSession, signSession } from './session.ts';

const SECRET = 'secret-of-the-tests';
let hooks = '';
const service = createTestService({
  onWebhook: async ({ headers, body }) => fetch(hooks, { method: 'POST', headers, body, duplex: 'half' }),
});
beforeEach(() => service.reset());

/** The checkout on a port, and a browser in which `customer` is signed in. */
async function openShop(t: TestContext) {
  const alerts: string[] = [];
  const alert = (message: string) => void alerts.push(message);
  const shop: Shop = { client: service.client({ maxRetries: 0 }), orders: new Orders(':memory:'), alert };
  const customerOf = ({ headers }: Request) => readSession(headers.cookie, SECRET);
  const { secret } = await shop.client.webhooks.create({ url: 'https://shop.example/hooks' });
  const options = { shop, catalogue: catalogue as Catalogue, customerOf, webhookSecrets: [secret as string] };
  const server = createApp(options).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  hooks = `${url}/hooks`;
  const browse = async (path: string, form?: object, cookie = signSession('anna', SECRET)) => {
    const response = await fetch(url + path, {
      method: form ? 'POST' : 'GET',
      headers: { cookie: `session=${cookie}`, 'content-type': 'application/json' },
      ...(form && { body: JSON.stringify(form) }),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
  return { shop, alerts, browse };
}

const fillForm = () => ({
  checkoutId: crypto.randomUUID(),
  sku: 'mouse',
  quantity: 2,
  recipientName: '张三',
  address: '北京市朝阳区建国路 88 号',
  phone: '13800138000',
});

test('two clicks are one purchase, whose end the customer sees', async (t) => {
  const { shop, browse } = await openShop(t);
  const form = fillForm();
  const [first, second] = await Promise.all([browse('/checkout', form), browse('/checkout', form)]);
  assert.deepEqual([first?.status, second?.status], [201, 201]);
  assert.equal(service.intents().length, 1);
  await workOnOrders(shop);
  assert.equal((await browse(`/orders/${first?.body.number}`)).body.state, 'COMPLETED');
});

test('webhooks end the order, once, however many tell of it', async (t) => {
  const { shop, alerts, browse } = await openShop(t);
  service.purchases.fail({}, 'OUT_OF_STOCK');
  const { body } = await browse('/checkout', fillForm());
  assert.ok((await service.deliverWebhooks()) > 1);
  assert.equal(shop.orders.find(body.number)?.reason, 'OUT_OF_STOCK');
  assert.equal(alerts.length, 1);
});

test('a webhook that comes before the answer of its create is taken, and the next round ends the order', async (t) => {
  const { shop } = await openShop(t);
  const { number } = shop.orders.add({ number: 'web-2', customer: 'anna', purchase: service.order() });
  const { id } = await shop.client.intents.create(service.order(), { idempotencyKey: number });
  await service.deliverWebhooks();
  const [endpoint] = (await shop.client.webhooks.list()).items;
  const { items } = await shop.client.webhooks.deliveries(endpoint?.id as string);
  assert.deepEqual(new Set(items.map(({ state }) => state)), new Set(['SUCCEEDED']));
  await workOnOrders(shop);
  assert.equal(shop.orders.find(number)?.intentId, id);
  await workOnOrders(shop);
  assert.equal(shop.orders.find(number)?.state, 'COMPLETED');
});

test('after a lost answer the order is sent again, and bought once', async (t) => {
  const { shop, browse } = await openShop(t);
  service.fail('createIntent', { drop: 'answer' });
  const { status, body } = await browse('/checkout', fillForm());
  assert.deepEqual([status, body.state], [202, 'NEW']);
  await workOnOrders(shop);
  assert.equal(shop.orders.find(body.number)?.state, 'ACCEPTED');
  assert.equal(service.intents().length, 1);
});

test('an order that was stored before a crash is sent by the next process', async (t) => {
  const { shop } = await openShop(t);
  shop.orders.add({ number: 'web-1', customer: 'anna', purchase: service.order() });
  await workOnOrders(shop);
  assert.equal(service.intents().length, 1);
});

test('a wrong address is refused with the field, and other content under the same id too', async (t) => {
  const { browse } = await openShop(t);
  const refused = await browse('/checkout', { ...fillForm(), phone: 'none' });
  assert.equal(refused.status, 422);
  assert.match(refused.body.reason, /"field":"phone"/);
  const form = fillForm();
  await browse('/checkout', form);
  assert.equal((await browse('/checkout', { ...form, quantity: 3 })).status, 409);
});

test('when the shop is at fault, people are notified and the order waits', async (t) => {
  const { shop, alerts, browse } = await openShop(t);
  service.fail('createIntent', { error: 'PERMISSION_MISSING' });
  const { body } = await browse('/checkout', fillForm());
  assert.equal(body.state, 'NEW');
  assert.match(alerts.join(), /PERMISSION_MISSING/);
  await workOnOrders(shop);
  assert.equal(shop.orders.find(body.number)?.state, 'ACCEPTED');
});

test('a failed purchase has its reason, for the customer and for the people of the shop', async (t) => {
  const { shop, alerts, browse } = await openShop(t);
  service.purchases.fail({}, 'OUT_OF_STOCK');
  const { body } = await browse('/checkout', fillForm());
  await workOnOrders(shop);
  const { state, reason } = (await browse(`/orders/${body.number}`)).body;
  assert.deepEqual([state, reason], ['FAILED', 'OUT_OF_STOCK']);
  assert.match(alerts.join(), /OUT_OF_STOCK/);
});

test('the price is that of the catalogue, and orders are shown to their customer alone', async (t) => {
  const { browse } = await openShop(t);
  const { body } = await browse('/checkout', { ...fillForm(), price: 0.01, userId: 'ben' });
  const [intent] = service.intents();
  assert.deepEqual([intent?.price, intent?.userId], [catalogue.mouse.price, 'anna']);
  assert.equal((await browse(`/orders/${body.number}`, undefined, signSession('ben', SECRET))).status, 404);
  assert.equal((await browse('/checkout', fillForm(), signSession('anna', 'guessed'))).status, 401);
});
