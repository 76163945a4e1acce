import express from 'express';
import { once } from 'node:events';
import { createServer, request as nodeRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createGateway } from '../src/index.ts';
import type { Gateway } from '../src/index.ts';
import { MemoryShop } from './support/memory-shop.ts';
import { gate, openGateway, ORDER, TOKEN } from './support/open-gateway.ts';

const OTHER_TOKEN = 'the-next-token-of-it';

it.each([
  ['none', undefined],
  ['a wrong one', 'Bearer something-else-here'],
  ['a longer one', `Bearer ${TOKEN}x`],
  ['a shorter one', `Bearer ${TOKEN.slice(0, -1)}`],
  ['another scheme', `Basic ${TOKEN}`],
])('refuses every call but health with the token: %s', async (_what, authorization) => {
  const { gateway, shop } = openGateway();
  const calls = [
    ['POST', '/orders'],
    ['GET', '/orders'],
    ['GET', '/orders/by-merchant-no/no-1'],
    ['GET', '/orders/S-1'],
    ['POST', '/orders/S-1/cancel'],
    ['GET', '/quote?url=https://shop.example/tea'],
    ['GET', '/capabilities'],
    ['GET', '/metrics'],
    ['GET', '/nothing'],
  ] as const;
  for (const [method, path] of calls) {
    const response = await gateway.fetch(
      new Request(`http://gateway${path}`, {
        method,
        headers: authorization === undefined ? {} : { authorization },
        ...(method === 'POST' && { body: JSON.stringify(ORDER) }),
      }),
    );
    expect([path, response.status]).toEqual([path, 401]);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  }
  expect(shop.calls).toEqual([]);
  expect((await gateway.fetch(new Request('http://gateway/health'))).status).toBe(200);
});

it('takes both of two tokens', async () => {
  const { call } = openGateway({ tokens: [TOKEN, OTHER_TOKEN] });
  for (const token of [TOKEN, OTHER_TOKEN]) {
    const { status } = await call('GET', '/capabilities', { headers: { authorization: `bearer ${token}` } });
    expect(status).toBe(200);
  }
});

it('names the protocol and the request in every answer of a route, and passes the request id to the shop', async () => {
  const { call, shop, entries } = openGateway();
  const ids: string[] = [];
  shop.before.get = (_no, { requestId }) => void ids.push(requestId);
  const answers = [
    await call('GET', '/orders/S-1', { headers: { 'x-request-id': 'req_1' } }),
    await call('GET', '/orders/by-merchant-no/no-1', { headers: { 'x-request-id': 'req_1' } }),
    await call('GET', '/orders/S-1', { headers: { 'x-request-id': 'req_1', 'gateway-protocol': '2' } }),
    await call('GET', '/health', { headers: { authorization: '', 'x-request-id': 'req_1' } }),
    await call('POST', '/orders', { body: '{', headers: { 'x-request-id': 'req_1' } }),
  ];
  for (const { headers } of answers) {
    expect(headers.get('gateway-protocol')).toBe('1');
    expect(headers.get('x-request-id')).toBe('req_1');
    expect(headers.get('cache-control')).toBe('no-store');
  }
  expect(ids).toEqual(['req_1']);
  expect(new Set(entries.map(({ requestId }) => requestId))).toEqual(new Set(['req_1']));
});

// The service takes a 404 that names the protocol for "there is no such order".
it.each([
  ['GET', '/orders/by-merchant-no/no-1', 404],
  ['GET', '/orders/S-no-1', 404],
  ['GET', '/shop-a/orders/orders/by-merchant-no/no-1', 404],
  ['POST', '/shop-a/orders/orders', 405],
  ['GET', '/shop-a/products/orders/by-merchant-no/no-1', 404],
])('does not name the protocol at a wrong address: %s %s', async (method, path, status) => {
  const { call } = openGateway({ prefix: '/shop-a', publicUrl: 'https://shop.example' });
  const answer = await call(method, path);
  expect([answer.status, answer.headers.get('gateway-protocol')]).toEqual([status, null]);
});

it.each(['a b', 'x'.repeat(129), '<script>'])('makes an id of its own in place of %j', async (sent) => {
  const { call } = openGateway();
  const { headers } = await call('GET', '/health', { headers: { 'x-request-id': sent } });
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
});

it('does not decide about an order of another protocol version', async () => {
  const { call, shop } = openGateway();
  const init = { body: JSON.stringify(ORDER), headers: { 'gateway-protocol': '2' } };
  expect((await call('POST', '/orders', init)).status).toBe(426);
  expect(shop.calls).toEqual([]);
});

it.each([
  ['no JSON', '{"merchantOrderNo"'],
  ['no object', '[]'],
  ['no text', Buffer.from([0xff, 0xfe])],
  ['nothing', ''],
  ['no recipient', JSON.stringify({ ...ORDER, recipient: undefined })],
  ['half a piece', JSON.stringify({ ...ORDER, quantity: 1.5 })],
  ['a bad number', JSON.stringify({ ...ORDER, merchantOrderNo: 'a/b' })],
  ['more than 64 KB', JSON.stringify({ ...ORDER, gift: 'x'.repeat(65_536) })],
])('refuses a body that is %s, makes nothing and repeats no value', async (_what, body) => {
  const { call, shop, byNumber } = openGateway();
  const answer = await call('POST', '/orders', { body });
  expect(answer).toMatchObject({ status: 400, body: { reason: 'OTHER', issues: [{}] } });
  expect(JSON.stringify(answer.body)).not.toContain(ORDER.recipient.name);
  expect((await byNumber()).status).toBe(404);
  expect(shop.countOf('begin')).toBe(0);
});

it('ignores fields that it does not know, and counts every fen', async () => {
  const { order, shop } = openGateway();
  shop.quotes.set('/tea', { sku: 'tea', title: 'x', priceFen: 29, available: true });
  const { status, body } = await order({ gift: true, quantity: 1, unitPrice: 0.29, maxTotal: 0.29 });
  expect([status, body['amountPaid']]).toEqual([201, 0.29]);
});

it.each([
  ['PUT', '/orders', 405],
  ['DELETE', '/orders/S-1', 405],
  ['GET', '/orders/S-1/cancel', 405],
  ['GET', '/orders/', 404],
  ['GET', '/orders/a/b', 404],
  ['GET', '/orders/by-merchant-no/a%2Fb', 404],
  ['GET', '/orders/%', 404],
  ['GET', '/products/tea', 404],
] as const)('answers %s %s with %d', async (method, path, status) => {
  const { call } = openGateway();
  expect((await call(method, path)).status).toBe(status);
});

it('answers below its prefix only', async () => {
  const { call, order } = openGateway({ prefix: '/shop-a' });
  expect((await order()).status).toBe(404);
  expect((await call('POST', '/shop-a/orders', { body: JSON.stringify(ORDER) })).status).toBe(201);
  expect((await call('GET', '/shop-ab/capabilities')).status).toBe(404);
});

it('says what it offers, and what a product costs', async () => {
  const { call } = openGateway({ maxQuantity: 99, ordersPerSecond: 3 });
  expect((await call('GET', '/capabilities')).body).toEqual({
    protocol: '1',
    quote: true,
    list: true,
    placeBefore: true,
    cancel: true,
    ordersPerSecond: 3,
    maxQuantity: 99,
  });
  const url = (path: string) => `/quote?url=${encodeURIComponent(`https://shop.example${path}`)}&quantity=2`;
  expect((await call('GET', url('/tea'))).body).toEqual({ title: '绿茶', unitPrice: 19.9, available: true });
  const unknown = { status: 404, body: { reason: 'PRODUCT_NOT_FOUND' } };
  expect(await call('GET', url('/coffee'))).toMatchObject(unknown);
  expect((await call('GET', '/quote?url=tea')).status).toBe(400);
});

it('shows a product page that names price and stock, and no markup of a title', async () => {
  const { gateway, shop } = openGateway({ publicUrl: 'https://shop.example' });
  shop.quotes.set('/products/tea', { sku: 't', title: '茶</script><b>', priceFen: 1_905, available: false });
  const page = (path: string) => gateway.fetch(new Request(`http://10.0.0.1${path}`));
  const response = await page('/products/tea?size=2');
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const html = await response.text();
  expect(html).not.toContain('<b>');
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'Product',
    name: '茶</script><b>',
    url: 'https://shop.example/products/tea?size=2',
    offers: { price: '19.05', priceCurrency: 'CNY', availability: 'https://schema.org/OutOfStock' },
  });
  expect((await page('/products/coffee')).status).toBe(404);
});

it('tells by its health whether the shop can be used, and by its metrics what was done', async () => {
  const { call, order } = openGateway();
  await order();
  expect((await call('GET', '/health')).body).toMatchObject({ status: 'ok', queued: 0 });
  const down = openGateway();
  down.shop.before.ping = () => Promise.reject(new Error('down'));
  expect(await down.call('GET', '/health')).toMatchObject({ status: 503 });
  const { text } = (await call('GET', '/metrics')).body;
  expect(text).toContain('gateway_requests_total{route="placeOrder",status="201"} 1\n');
  expect(text).toContain('gateway_shop_calls_total{call="pay",result="ok"} 1\n');
  expect(text).toContain('# TYPE gateway_placing gauge\n');
});

it('ends without losing an order that is under way', async () => {
  const { gateway, order, shop, call } = openGateway();
  const paying = gate();
  shop.before.pay = () => paying.opened;
  const placing = order();
  await vi.waitFor(() => expect(shop.calls).toContain('pay'));
  let isClosed = false;
  const closing = gateway.close().then(() => (isClosed = true));
  expect((await order({ merchantOrderNo: 'no-2' })).status).toBe(503);
  expect((await call('GET', '/health')).status).toBe(200);
  expect(isClosed).toBe(false);
  paying.open();
  expect((await placing).status).toBe(201);
  await closing;
});

async function serve(listener: Parameters<typeof createServer>[1] & object): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const post = (url: string) =>
  fetch(url, {
    method: 'POST',
    body: JSON.stringify(ORDER),
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
  });

it.each([
  ['node:http', (gateway: Gateway) => gateway.node, ''],
  ['Express', (gateway: Gateway) => express().use('/shop', gateway.node.bind(gateway)), '/shop'],
  [
    'Express behind its JSON reader',
    (gateway: Gateway) => express().use(express.json()).use(gateway.node.bind(gateway)),
    '',
  ],
])('runs on %s', async (_what, listen, path) => {
  const { gateway } = openGateway();
  const origin = await serve(listen(gateway));
  expect((await post(`${origin}${path}/orders`)).status).toBe(201);
  const again = await post(`${origin}${path}/orders`);
  expect(again.status).toBe(200);
  expect(again.headers.get('gateway-protocol')).toBe('1');
  expect(await again.json()).toMatchObject({ status: 'CONFIRMED' });
});

it('makes nothing of a body that broke off on its way', async () => {
  const { gateway, shop, entries } = openGateway();
  const origin = await serve(gateway.node);
  const body = JSON.stringify(ORDER);
  const request = nodeRequest(`${origin}/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-length': Buffer.byteLength(body) },
  });
  request.on('error', () => {});
  request.write(body.slice(0, 40));
  await delay(50);
  request.destroy();
  await vi.waitFor(() => expect(entries).toHaveLength(1), 5_000);
  expect(entries).toMatchObject([{ status: 503 }]);
  expect(shop.countOf('begin')).toBe(0);
});

it.each([
  [{ tokens: [] }, /tokens/],
  [{ tokens: ['short'] }, /16/],
  [{ tokens: ['has a space in its middle'] }, /visible/],
  [{ prefix: 'shop' }, /prefix/],
  [{ callTimeoutMs: 7_000 }, /callTimeoutMs/],
  [{ maxPlacing: 0 }, /maxPlacing/],
  [{ sweepAfterMs: 10_000 }, /sweepAfterMs/],
])('does not start with %j', (options, message) => {
  expect(() => createGateway(new MemoryShop(), { tokens: [TOKEN], ...options })).toThrow(message);
});

it('does not start in a process that has others beside it without a lock that they share', () => {
  vi.stubEnv('NODE_APP_INSTANCE', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => createGateway(new MemoryShop(), { tokens: [TOKEN] })).toThrow(/postgresLock/);
});
