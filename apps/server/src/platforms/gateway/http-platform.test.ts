import { GatewayOrderRequest } from '@procurement-intents/contract/gateway/messages';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  CALL,
  CALLS,
  CONFIRMED,
  json,
  raw,
  REQUEST,
  SINCE,
  startScriptedPlatform,
  unclear,
  type Answer,
  type ScriptedPlatform,
} from '../../../test/support/test-platform.ts';
import { TimeBudget } from '../../fair-share/time-budget.ts';

let scripted: ScriptedPlatform;
beforeEach(async () => {
  scripted = await startScriptedPlatform();
});

const refused = (reason: string, message?: string) => ({
  ok: false,
  kind: 'refused',
  reason,
  ...(message !== undefined && { message }),
});

describe('the request', () => {
  test('for an order has prices in yuan, the token and all fields of the protocol', async () => {
    scripted.answer = json(201, CONFIRMED);
    await scripted.platform.placeOrder(REQUEST, CALL);
    const [request] = scripted.gateway.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/a/orders' });
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer gateway-token',
      'content-type': 'application/json',
    });
    const { unitPriceFen: _price, maxTotalFen: _total, placeBeforeSeconds: _time, ...rest } = REQUEST;
    const inYuan = { unitPrice: 19.99, maxTotal: 59.97, placeBefore: 2 };
    expect(JSON.parse(request?.body ?? '')).toEqual({ ...rest, ...inYuan });
    expect(GatewayOrderRequest.safeParse(JSON.parse(request?.body ?? '')).success).toBe(true);
  });

  test.each(CALLS)('of %s has the version of the protocol', async (_name, call) => {
    scripted.answer = json(200, {});
    await call(scripted.platform);
    expect(scripted.gateway.requests[0]?.headers).toMatchObject({ 'gateway-protocol': '1' });
    expect(scripted.gateway.requests[0]?.headers).not.toHaveProperty('x-request-id');
  });

  test('passes on the caller’s request id', async () => {
    scripted.answer = json(404, {});
    await scripted.platform.findOrder('pi_1', { ...CALL, requestId: 'req_1' });
    expect(scripted.gateway.requests[0]?.headers).toMatchObject({ 'x-request-id': 'req_1' });
  });

  test('encodes the numbers in the path', async () => {
    scripted.answer = json(404, {});
    await scripted.platform.findOrder('../x?y#z/%2e ü', CALL);
    await scripted.platform.findOrder('..', CALL);
    await scripted.platform.getOrder('a/b', CALL);
    await scripted.platform.cancelOrder('A-1', CALL);
    expect(scripted.gateway.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /a/orders/by-merchant-no/..%2Fx%3Fy%23z%2F%252e%20%C3%BC',
      'GET /a/orders/by-merchant-no/..',
      'GET /a/orders/a%2Fb',
      'POST /a/orders/A-1/cancel',
    ]);
  });

  test('reuses connections', async () => {
    scripted.answer = json(200, CONFIRMED);
    for (let count = 0; count < 10; count += 1) await scripted.platform.getOrder('A-1', CALL);
    // The connection may not be released yet when the next call begins.
    expect(scripted.gateway.connections()).toBeLessThanOrEqual(2);
  });
});

describe('an order', () => {
  test.each([200, 201])('is read from status %s', async (status) => {
    scripted.answer = json(status, {
      ...CONFIRMED,
      merchantOrderNo: REQUEST.merchantOrderNo,
      extra: { ignored: true },
    });
    const order = {
      orderId: 'A-1',
      merchantOrderNo: REQUEST.merchantOrderNo,
      status: 'CONFIRMED',
      amountPaidFen: 5997,
      parcels: [],
    };
    await expect(scripted.platform.placeOrder(REQUEST, CALL)).resolves.toEqual({ ok: true, order });
    await expect(scripted.platform.findOrder(REQUEST.merchantOrderNo, CALL)).resolves.toEqual({
      ok: true,
      order,
    });
    await expect(scripted.platform.getOrder('A-1', CALL)).resolves.toEqual({ ok: true, order });
  });

  test('that does not exist is null', async () => {
    scripted.answer = json(404, { reason: 'no such order' });
    await expect(scripted.platform.findOrder('x', CALL)).resolves.toEqual({ ok: true, order: null });
    await expect(scripted.platform.getOrder('x', CALL)).resolves.toEqual({ ok: true, order: null });
    scripted.answer = (response) => void response.writeHead(404, { 'gateway-protocol': '1' }).end();
    await expect(scripted.platform.findOrder('x', CALL)).resolves.toEqual({ ok: true, order: null });
  });

  test.each([
    ['a page', raw(404, '<h1>Not Found</h1>', 'text/html')],
    ['a sentence', raw(404, 'default backend - 404', 'text/plain')],
    ['a list', json(404, [])],
    ['nothing', raw(404, '')],
    ['JSON', raw(404, '{"message":"no Route matched with those values"}', 'application/json')],
  ])('is not taken as missing after a 404 by a proxy with %s', async (_what, how) => {
    scripted.answer = how;
    await expect(scripted.platform.findOrder('x', CALL)).resolves.toEqual(unclear('HTTP_404'));
    await expect(scripted.platform.getOrder('x', CALL)).resolves.toEqual(unclear('HTTP_404'));
    await expect(scripted.platform.cancelOrder('x', CALL)).resolves.toEqual(unclear('HTTP_404'));
  });

  test('other than the requested one is unclear', async () => {
    scripted.answer = json(200, { ...CONFIRMED, merchantOrderNo: 'another' });
    await expect(scripted.platform.placeOrder(REQUEST, CALL)).resolves.toEqual(unclear('BAD_ANSWER'));
    await expect(scripted.platform.findOrder('x', CALL)).resolves.toEqual(unclear('BAD_ANSWER'));
    await expect(scripted.platform.getOrder('A-2', CALL)).resolves.toEqual(unclear('BAD_ANSWER'));
  });

  test('of the wrong shape is unclear', async () => {
    scripted.answer = json(200, { error: 'try later' });
    await expect(scripted.platform.placeOrder(REQUEST, CALL)).resolves.toEqual(unclear('BAD_ANSWER'));
    await expect(scripted.platform.findOrder(REQUEST.merchantOrderNo, CALL)).resolves.toEqual(
      unclear('BAD_ANSWER'),
    );
  });
});

describe('a refusal', () => {
  test.each([404, 409])('of an order with %s is unclear: the look-up decides', async (status) => {
    scripted.answer = json(status, { reason: 'OUT_OF_STOCK' });
    await expect(scripted.platform.placeOrder(REQUEST, CALL)).resolves.toEqual(unclear(`HTTP_${status}`));
  });

  test.each([400, 422])('of an order with %s is definite and has a reason', async (status) => {
    scripted.answer = json(status, { reason: 'LIMIT_EXCEEDED', message: 'at most\r\n 5' });
    await expect(scripted.platform.placeOrder(REQUEST, CALL)).resolves.toEqual(
      refused('LIMIT_EXCEEDED', 'at most 5'),
    );
  });

  test.each([
    ['no body', raw(422, '')],
    ['a page', raw(422, '<h1>Unprocessable</h1>', 'text/html')],
    ['a list', json(422, [])],
  ])('of an order with %s as its body is unclear: it may come from a proxy', async (_what, how) => {
    scripted.answer = how;
    await expect(scripted.platform.placeOrder(REQUEST, CALL)).resolves.toEqual(unclear('HTTP_422'));
  });

  test('of a reused number is unclear: the order with that number decides', async () => {
    scripted.answer = json(422, { reason: 'NUMBER_REUSED', message: 'other quantity' });
    await expect(scripted.platform.placeOrder(REQUEST, CALL)).resolves.toEqual(unclear('NUMBER_REUSED'));
  });

  test.each(['SHIPPED', 'CONFIRMED', 'OTHER'])(
    'of a cancellation with 409 %s is definite and has a reason',
    async (reason) => {
      scripted.answer = json(409, { reason });
      await expect(scripted.platform.cancelOrder('A-1', CALL)).resolves.toEqual(refused(reason));
    },
  );

  test.each<[string, Answer, `HTTP_${number}`]>([
    ['409 without a body', raw(409, ''), 'HTTP_409'],
    ['400', json(400, { reason: 'SHIPPED' }), 'HTTP_400'],
    ['422', json(422, { reason: 'SHIPPED' }), 'HTTP_422'],
    ['404', json(404, { reason: 'SHIPPED' }), 'HTTP_404'],
  ])('of a cancellation with %s is unclear', async (_what, how, reason) => {
    scripted.answer = how;
    await expect(scripted.platform.cancelOrder('A-1', CALL)).resolves.toEqual(unclear(reason));
  });

  test('of a look-up or a list is unclear', async () => {
    scripted.answer = json(400, { reason: 'OTHER' });
    await expect(scripted.platform.findOrder('x', CALL)).resolves.toEqual(unclear('HTTP_400'));
    const list = scripted.platform.listChangedOrders({ changedSince: SINCE }, CALL);
    await expect(list).resolves.toEqual(unclear('HTTP_400'));
  });
});

describe('a cancellation', () => {
  test('has its fee in fen and the state of the refund', async () => {
    scripted.answer = json(200, { fee: 0.29, refund: 'done' });
    const result = { ok: true, feeFen: 29, refund: 'done' };
    await expect(scripted.platform.cancelOrder('A-1', CALL)).resolves.toEqual(result);
  });

  test('without a fee is unclear', async () => {
    scripted.answer = json(200, { refund: 'done' });
    await expect(scripted.platform.cancelOrder('A-1', CALL)).resolves.toEqual(unclear('BAD_ANSWER'));
  });
});

describe('the list of changed orders', () => {
  test('is requested by time and cursor, and has orders of every status', async () => {
    scripted.answer = json(200, {
      orders: [CONFIRMED, { ...CONFIRMED, status: 'CANCELLED' }],
      nextCursor: 'a b&c',
    });
    const query = { changedSince: SINCE, cursor: 'x y&z' };
    await expect(scripted.platform.listChangedOrders(query, CALL)).resolves.toEqual({
      ok: true,
      orders: [
        { orderId: 'A-1', status: 'CONFIRMED', amountPaidFen: 5997, parcels: [] },
        { orderId: 'A-1', status: 'CANCELLED', amountPaidFen: 5997, parcels: [] },
      ],
      nextCursor: 'a b&c',
    });
    const { searchParams, pathname } = new URL(scripted.gateway.requests[0]?.path ?? '', 'http://gateway');
    expect(pathname).toBe('/a/orders');
    expect(Object.fromEntries(searchParams)).toEqual({
      changedSince: '2026-11-21T00:00:00.123Z',
      cursor: 'x y&z',
    });
  });

  test('with an unreadable order is unclear, so that the order is not skipped', async () => {
    scripted.answer = json(200, { orders: [CONFIRMED, { ...CONFIRMED, status: 'PAID' }], nextCursor: null });
    const list = scripted.platform.listChangedOrders({ changedSince: SINCE }, CALL);
    await expect(list).resolves.toEqual(unclear('BAD_ANSWER'));
  });

  test('that takes long to read lets others run between its orders, for as long as the budget says', async () => {
    const parcels = Array.from({ length: 100 }, () => ({}));
    const orders = Array.from({ length: 2000 }, () => ({ ...CONFIRMED, parcels }));
    scripted.answer = json(200, { orders, nextCursor: null });
    let others = 0;
    const spend = vi.spyOn(TimeBudget.prototype, 'spend').mockImplementation(() => {
      setTimeout(() => (others += 1), 1);
      return 5;
    });
    onTestFinished(() => spend.mockRestore());
    const list = await scripted.platform.listChangedOrders({ changedSince: SINCE }, CALL);
    expect(list).toMatchObject({ ok: true, orders: { length: 2000 } });
    expect(spend.mock.calls.length).toBeGreaterThan(10);
    expect(others).toBe(spend.mock.calls.length);
  });
});
