import { setTimeout as wait } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFetchSlots } from './fetch-slots.ts';
import { createHttpPlatform } from './http-platform.ts';
import type { OrderRequest, Platform } from './platform.ts';
import { startTestShop } from './test-shop.ts';
import type { TestShop } from './test-shop.ts';

type Answer = (response: ServerResponse) => void;

const CALL = { timeoutMs: 2000 };
const REQUEST: OrderRequest = {
  merchantOrderNo: 'token/1 ü',
  productUrl: 'https://item.shop-a.example/1',
  quantity: 3,
  unitPriceFen: 1999,
  recipient: { name: '张三', address: '北京市', phone: '13800138000' },
};
const CONFIRMED = { orderId: 'A-1', status: 'CONFIRMED', amountPaid: 59.97 };

let gateway: TestShop;
let answer: Answer;
let platform: Platform;

beforeEach(async () => {
  gateway = await startTestShop((_request, response) => answer(response));
  platform = createHttpPlatform(
    {
      id: 'PLATFORM_A',
      gatewayUrl: `${gateway.origin}/a/`,
      token: 'gateway-token',
      productUrlPrefixes: ['https://item.shop-a.example/'],
    },
    { slots: createFetchSlots(1) },
  );
});
afterEach(async () => {
  await platform.close();
  await gateway.close();
});

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
const raw =
  (status: number, body: string, type?: string): Answer =>
  (response) =>
    void response.writeHead(status, type ? { 'content-type': type } : {}).end(body);
const unclear = (reason: string) => ({ ok: false, kind: 'unclear', reason });
const refused = (reason: string) => ({ ok: false, kind: 'refused', reason });

const CALLS = [
  ['placeOrder', () => platform.placeOrder(REQUEST, CALL)],
  ['findOrder', () => platform.findOrder(REQUEST.merchantOrderNo, CALL)],
  ['getOrder', () => platform.getOrder('A-1', CALL)],
  ['cancelOrder', () => platform.cancelOrder('A-1', CALL)],
] as const;

describe('the request', () => {
  test('of an order carries yuan, the token and everything the shop needs', async () => {
    answer = json(201, CONFIRMED);
    await platform.placeOrder(REQUEST, CALL);
    const [request] = gateway.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/a/orders' });
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer gateway-token',
      'content-type': 'application/json',
    });
    const { unitPriceFen: _fen, ...rest } = REQUEST;
    expect(JSON.parse(request?.body ?? '')).toEqual({ ...rest, unitPrice: 19.99 });
  });

  test('encodes the numbers in the path', async () => {
    answer = json(404, {});
    await platform.findOrder('../x?y#z/%2e ü', CALL);
    await platform.findOrder('..', CALL);
    await platform.getOrder('a/b', CALL);
    await platform.cancelOrder('A-1', CALL);
    expect(gateway.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /a/orders/by-merchant-no/..%2Fx%3Fy%23z%2F%252e%20%C3%BC',
      'GET /a/orders/by-merchant-no/..',
      'GET /a/orders/a%2Fb',
      'POST /a/orders/A-1/cancel',
    ]);
  });

  test('reuses connections', async () => {
    answer = json(200, CONFIRMED);
    for (let count = 0; count < 10; count += 1) await platform.getOrder('A-1', CALL);
    // A call right behind another may find the connection not yet handed back.
    expect(gateway.connections()).toBeLessThanOrEqual(2);
  });
});

describe('an order', () => {
  test.each([200, 201])('is read from a %s', async (status) => {
    answer = json(status, {
      ...CONFIRMED,
      merchantOrderNo: REQUEST.merchantOrderNo,
      extra: { ignored: true },
    });
    const order = { orderId: 'A-1', status: 'CONFIRMED', amountPaidFen: 5997 };
    await expect(platform.placeOrder(REQUEST, CALL)).resolves.toEqual({ ok: true, order });
    await expect(platform.findOrder(REQUEST.merchantOrderNo, CALL)).resolves.toEqual({ ok: true, order });
    await expect(platform.getOrder('A-1', CALL)).resolves.toEqual({ ok: true, order });
  });

  test('carries tracking and a cleaned reason when there are any', async () => {
    const tracking = { trackingNumber: ' SF1\u0000', trackingCompany: '顺丰' };
    answer = json(200, { ...CONFIRMED, status: 'SHIPPED', ...tracking, reason: null });
    await expect(platform.getOrder('A-1', CALL)).resolves.toMatchObject({
      order: { trackingNumber: 'SF1', trackingCompany: '顺丰' },
    });
    answer = json(201, {
      ...CONFIRMED,
      status: 'REJECTED',
      amountPaid: 0,
      reason: 'out of\nstock 13800138000',
    });
    await expect(platform.placeOrder(REQUEST, CALL)).resolves.toEqual({
      ok: true,
      order: { orderId: 'A-1', status: 'REJECTED', amountPaidFen: 0, reason: 'out of stock ***' },
    });
  });

  test('that does not exist is null', async () => {
    answer = json(404, { reason: 'no such order' });
    await expect(platform.findOrder('x', CALL)).resolves.toEqual({ ok: true, order: null });
    await expect(platform.getOrder('x', CALL)).resolves.toEqual({ ok: true, order: null });
    answer = raw(404, '');
    await expect(platform.findOrder('x', CALL)).resolves.toEqual({ ok: true, order: null });
  });

  test.each([
    ['a page', raw(404, '<h1>Not Found</h1>', 'text/html')],
    ['a sentence', raw(404, 'default backend - 404', 'text/plain')],
    ['a list', json(404, [])],
  ])('is not missing because something on the way says so with %s', async (_what, how) => {
    answer = how;
    await expect(platform.findOrder('x', CALL)).resolves.toEqual(unclear('HTTP_404'));
    await expect(platform.getOrder('x', CALL)).resolves.toEqual(unclear('HTTP_404'));
    await expect(platform.cancelOrder('x', CALL)).resolves.toEqual(unclear('HTTP_404'));
  });

  test('of somebody else is no answer', async () => {
    answer = json(200, { ...CONFIRMED, merchantOrderNo: 'another' });
    await expect(platform.placeOrder(REQUEST, CALL)).resolves.toEqual(unclear('BAD_ANSWER'));
    await expect(platform.findOrder('x', CALL)).resolves.toEqual(unclear('BAD_ANSWER'));
    await expect(platform.getOrder('A-2', CALL)).resolves.toEqual(unclear('BAD_ANSWER'));
  });

  test.each([
    ['no object', []],
    ['null', null],
    ['an error with 200', { error: 'try later' }],
    ['no id', { ...CONFIRMED, orderId: undefined }],
    ['an empty id', { ...CONFIRMED, orderId: '' }],
    ['a number for an id', { ...CONFIRMED, orderId: 7 }],
    ['an id of dots', { ...CONFIRMED, orderId: '..' }],
    ['an id with a separator', { ...CONFIRMED, orderId: 'A/1' }],
    ['an unknown status', { ...CONFIRMED, status: 'PAID' }],
    ['no amount', { ...CONFIRMED, amountPaid: undefined }],
    ['an amount in text', { ...CONFIRMED, amountPaid: '59.97' }],
    ['an amount below zero', { ...CONFIRMED, amountPaid: -1 }],
    ['an amount finer than a fen', { ...CONFIRMED, amountPaid: 0.1 + 0.2 }],
    ['tracking of another type', { ...CONFIRMED, trackingNumber: 1 }],
  ])('of the wrong shape (%s) is no answer', async (_what, body) => {
    answer = json(200, body);
    await expect(platform.placeOrder(REQUEST, CALL)).resolves.toEqual(unclear('BAD_ANSWER'));
    await expect(platform.findOrder(REQUEST.merchantOrderNo, CALL)).resolves.toEqual(unclear('BAD_ANSWER'));
  });
});

describe('a refusal', () => {
  test.each([404, 409])('of an order by %s is none: the look-up decides', async (status) => {
    answer = json(status, { reason: 'no such route' });
    await expect(platform.placeOrder(REQUEST, CALL)).resolves.toEqual(unclear(`HTTP_${status}`));
  });

  test.each([400, 422])('of an order by %s is definite and gives the reason', async (status) => {
    answer = json(status, { reason: 'address\u0007 not\r\nserved' });
    await expect(platform.placeOrder(REQUEST, CALL)).resolves.toEqual(refused('address not served'));
  });

  test('of a cancellation is definite and gives the reason', async () => {
    answer = json(409, { reason: 'already shipped' });
    await expect(platform.cancelOrder('A-1', CALL)).resolves.toEqual(refused('already shipped'));
  });

  test.each([
    ['no body', raw(422, '')],
    ['no reason', json(422, { message: 'x' })],
    ['an empty reason', json(422, { reason: ' ' })],
    ['a reason of another type', json(422, { reason: 5 })],
  ])('with %s names the status', async (_what, how) => {
    answer = how;
    await expect(platform.placeOrder(REQUEST, CALL)).resolves.toEqual(refused('HTTP_422'));
  });

  test('has at most 200 characters', async () => {
    answer = json(422, { reason: 'x'.repeat(10_000) });
    await expect(platform.placeOrder(REQUEST, CALL)).resolves.toEqual(refused('x'.repeat(200)));
  });

  test('of a look-up says nothing about the order', async () => {
    answer = json(400, { reason: 'bad number' });
    await expect(platform.findOrder('x', CALL)).resolves.toEqual(unclear('HTTP_400'));
  });
});

describe('a cancellation', () => {
  test.each([
    [0, 0],
    [5, 500],
    [0.29, 29],
  ])('with fee %s costs %s fen', async (fee, feeFen) => {
    answer = json(200, { fee });
    await expect(platform.cancelOrder('A-1', CALL)).resolves.toEqual({ ok: true, feeFen });
  });

  test.each([{}, { fee: -1 }, { fee: '5' }, { fee: 0.001 }, []])(
    'answered by %j is unclear',
    async (body) => {
      answer = json(200, body);
      await expect(platform.cancelOrder('A-1', CALL)).resolves.toEqual(unclear('BAD_ANSWER'));
    },
  );
});

describe.each(CALLS)('%s', (_name, call) => {
  test.each<[string, Answer, object]>([
    ['500', raw(500, 'oops'), unclear('HTTP_500')],
    [
      '503 with a pause',
      json(503, {}, { 'retry-after': '2' }),
      { ...unclear('HTTP_503'), retryAfterMs: 2000 },
    ],
    [
      '429 with a pause',
      json(429, {}, { 'retry-after': '7' }),
      { ...unclear('RATE_LIMITED'), retryAfterMs: 7000 },
    ],
    ['429 without one', json(429, {}), unclear('RATE_LIMITED')],
    ['401', json(401, { reason: 'who are you' }), unclear('GATEWAY_UNAUTHORIZED')],
    ['403', json(403, {}), unclear('GATEWAY_UNAUTHORIZED')],
    ['408', raw(408, ''), unclear('HTTP_408')],
    ['405', raw(405, ''), unclear('HTTP_405')],
    ['204', (response) => void response.writeHead(204).end(), unclear('HTTP_204')],
    ['a proxy page with 200', raw(200, '<h1>Welcome</h1>', 'text/html'), unclear('BAD_ANSWER')],
    ['a proxy page with 404', raw(404, '<h1>Not here</h1>', 'text/html; charset=utf-8'), unclear('HTTP_404')],
    ['broken JSON', raw(200, '{"orderId":', 'application/json'), unclear('BAD_ANSWER')],
    ['an empty body', raw(200, ''), unclear('BAD_ANSWER')],
    [
      'a body over a megabyte',
      raw(200, `"${'x'.repeat(1_100_000)}"`, 'application/json'),
      unclear('TOO_LARGE'),
    ],
    ['a reset', (response) => void response.socket?.resetAndDestroy(), unclear('CONNECTION')],
    ['a hang-up', (response) => void response.socket?.destroy(), unclear('CONNECTION')],
    ['no HTTP', (response) => void response.socket?.end('+OK\r\n\r\n'), unclear('BAD_ANSWER')],
  ])('takes %s for no answer', async (_what, how, expected) => {
    answer = how;
    await expect(call()).resolves.toEqual(expected);
  });

  test('follows no redirect', async () => {
    answer = (response) => void response.writeHead(307, { location: `${gateway.origin}/b/orders` }).end();
    await expect(call()).resolves.toEqual(unclear('HTTP_307'));
    expect(gateway.requests).toHaveLength(1);
  });
});

describe('time', () => {
  test.each<[string, Answer]>([
    ['never answers', () => undefined],
    ['answers later', (response) => void wait(400).then(() => json(201, CONFIRMED)(response))],
    [
      'stops after its headers',
      (response) => void response.writeHead(201, { 'content-type': 'application/json' }).write('{'),
    ],
  ])('is over for a gateway that %s, though the order was asked for', async (_what, how) => {
    answer = how;
    await expect(platform.placeOrder(REQUEST, { timeoutMs: 100 })).resolves.toEqual(unclear('TIMEOUT'));
    expect(gateway.requests).toHaveLength(1);
  });

  test('is over when the caller leaves', async () => {
    const controller = new AbortController();
    answer = () => controller.abort();
    const options = { timeoutMs: 2000, signal: controller.signal };
    await expect(platform.placeOrder(REQUEST, options)).resolves.toEqual(unclear('ABORTED'));
    await expect(platform.placeOrder(REQUEST, options)).resolves.toEqual(unclear('ABORTED'));
    expect(gateway.requests).toHaveLength(1);
  });

  test('is asked for last when the connection stands: too late then, and nothing is sent', async () => {
    answer = json(201, CONFIRMED);
    let isInTime = true;
    const order = () => platform.placeOrder(REQUEST, { ...CALL, maySend: () => isInTime });
    const connecting = order();
    isInTime = false;
    await expect(connecting).resolves.toEqual(unclear('TOO_LATE'));
    expect(gateway.requests).toEqual([]);
    isInTime = true;
    await expect(order()).resolves.toMatchObject({ ok: true });
  });

  test('does not matter for a gateway that is not there', async () => {
    await gateway.close();
    await expect(platform.placeOrder(REQUEST, CALL)).resolves.toEqual(unclear('CONNECTION'));
    gateway = await startTestShop(() => undefined);
  });
});

test('a call after closing is unclear', async () => {
  await platform.close();
  await expect(platform.getOrder('A-1', CALL)).resolves.toEqual(unclear('CONNECTION'));
  await expect(platform.fetchProductPage('https://item.shop-a.example/1', CALL)).resolves.toEqual(
    unclear('CONNECTION'),
  );
});
