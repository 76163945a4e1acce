import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { GatewayOrder, GatewayOrderPage } from '@procurement-intents/contract/gateway/messages';
import { Refused } from '../src/index.ts';
import { gate, openGateway, ORDER } from './support/open-gateway.ts';

it('shows parcels, shipping and refund of an order in yuan, by number and by id', async () => {
  const { order, shop, call, byNumber } = openGateway();
  await order();
  shop.move('no-1', {
    status: 'SHIPPED',
    shippingFen: 5,
    refundedFen: 10,
    parcels: [{ trackingNumber: 'SF1', trackingCompany: '顺丰速运' }, { trackingNumber: 'SF2' }],
    updatedAtMs: Date.UTC(2026, 10, 21),
  });
  const { body } = await byNumber();
  expect(GatewayOrder.parse(body)).toEqual({
    orderId: 'S-no-1',
    merchantOrderNo: 'no-1',
    status: 'SHIPPED',
    amountPaid: 39.8,
    shipping: 0.05,
    refunded: 0.1,
    parcels: [{ trackingNumber: 'SF1', trackingCompany: '顺丰速运' }, { trackingNumber: 'SF2' }],
    trackingNumber: 'SF1',
    trackingCompany: '顺丰速运',
    updatedAt: '2026-11-21T00:00:00.000Z',
  });
  expect((await call('GET', '/orders/S-no-1')).body).toEqual(body);
  expect((await call('GET', '/orders/S-no-2')).status).toBe(404);
});

it('hides a half-made order everywhere, and goes on with it', async () => {
  const { order, shop, call, byNumber } = openGateway({ callTimeoutMs: 100 });
  shop.before.pay = () => Promise.reject(new Error('no answer'));
  expect((await order()).status).toBe(503);
  expect((await byNumber()).status).toBe(404);
  expect((await call('GET', '/orders/S-no-1')).status).toBe(404);
  expect((await call('GET', '/orders?changedSince=2026-01-01T00:00:00Z')).body['orders']).toEqual([]);
  delete shop.before.pay;
  expect((await order()).status).toBe(201);
  expect(shop.countOf('begin')).toBe(1);
});

it('shows no order that breaks the protocol', async () => {
  const { order, shop, byNumber, entries } = openGateway();
  await order();
  shop.move('no-1', { orderId: 'a/b' });
  expect((await byNumber()).status).toBe(503);
  expect(entries.at(-1)).toMatchObject({ level: 'error', error: expect.stringContaining('presentOrder') });
});

describe('a cancellation', () => {
  const cancel = (call: ReturnType<typeof openGateway>['call'], id = 'S-no-1') =>
    call('POST', `/orders/${id}/cancel`);

  it('costs the same when it comes twice at once and again', async () => {
    const { order, shop, call } = openGateway();
    await order();
    shop.before.cancel = () => delay(20);
    const answers = [...(await Promise.all([cancel(call), cancel(call)])), await cancel(call)];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { fee: 5, refund: 'done' } });
    expect(shop.countOf('cancel')).toBe(2);
  });

  it.each([
    ['SHIPPED', 'SHIPPED'],
    ['DELIVERED', 'SHIPPED'],
    ['REJECTED', 'OTHER'],
  ] as const)('of an order that is %s does not reach the shop: %s', async (status, reason) => {
    const { order, shop, call } = openGateway();
    await order();
    shop.move('no-1', { status });
    expect(await cancel(call)).toMatchObject({ status: 409, body: { reason } });
    expect(shop.countOf('cancel')).toBe(0);
  });

  it('waits for the lock of its order, and looks again under it', async () => {
    const { order, shop, call } = openGateway();
    await order();
    const first = gate();
    shop.before.get = () => {
      shop.before.get = () => shop.move('no-1', { status: 'SHIPPED' });
      return first.opened;
    };
    const cancelling = cancel(call);
    first.open();
    expect(await cancelling).toMatchObject({ status: 409, body: { reason: 'SHIPPED' } });
    expect(shop.countOf('cancel')).toBe(0);
  });

  it('that the shop refuses is a 409, with the word of the shop', async () => {
    const { order, shop, call } = openGateway();
    await order();
    shop.cancel = () => Promise.resolve({ refused: 'CONFIRMED', message: '已出库' });
    expect(await cancel(call)).toMatchObject({
      status: 409,
      body: { reason: 'CONFIRMED', message: '已出库' },
    });
    shop.cancel = () => Promise.reject(new Refused('OTHER'));
    expect(await cancel(call)).toMatchObject({ status: 409, body: { reason: 'OTHER' } });
  });

  it('of an unknown order is 404', async () => {
    const { call } = openGateway();
    expect((await cancel(call)).status).toBe(404);
  });

  it('that broke off is finished by the gateway, when the order is cancelled', async () => {
    const { order, shop, call } = openGateway({
      callTimeoutMs: 200,
      placeTimeoutMs: 1_000,
      sweepAfterMs: 1_500,
    });
    await order();
    shop.after.cancel = () => {
      delete shop.after.cancel;
      throw new Error('socket hang up');
    };
    expect((await cancel(call)).status).toBe(503);
    expect((await call('GET', '/health')).body['openCancels']).toBe(1);
    await vi.waitFor(() => expect(shop.countOf('cancel')).toBe(2), 8_000);
    await vi.waitFor(async () => expect((await call('GET', '/health')).body['openCancels']).toBe(0));
  });

  it('that broke off is not made by the gateway, when the order stands', async () => {
    const { order, shop, call } = openGateway({
      callTimeoutMs: 200,
      placeTimeoutMs: 1_000,
      sweepAfterMs: 1_500,
    });
    await order();
    shop.before.cancel = () => Promise.reject(new Error('down'));
    expect((await cancel(call)).status).toBe(503);
    await vi.waitFor(async () => expect((await call('GET', '/health')).body['openCancels']).toBe(0), 8_000);
    expect(shop.countOf('cancel')).toBe(1);
    expect(shop.row('no-1').order?.status).toBe('CONFIRMED');
  });
});

describe('the list of changed orders', () => {
  const SINCE = '2026-11-21T00:00:00Z';
  const listAll = async (call: ReturnType<typeof openGateway>['call'], onPage = async () => {}) => {
    const orders: GatewayOrder[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const after: string = cursor && `&cursor=${cursor}`;
      const page: GatewayOrderPage = GatewayOrderPage.parse(
        (await call('GET', `/orders?changedSince=${SINCE}${after}`)).body,
      );
      orders.push(...page.orders);
      cursor = page.nextCursor;
      await onPage();
    }
    return orders;
  };

  it('holds each once, the oldest change first, over the bounds of pages and of ties', async () => {
    const { order, shop, call } = openGateway();
    shop.now = () => Date.parse(SINCE) + Math.floor(shop.rows.size / 90);
    for (let index = 0; index < 250; index += 1) await order({ merchantOrderNo: `no-${index}` });
    let pages = 0;
    const orders = await listAll(call, async () => {
      pages += 1;
      // A new order and a changed one, between two pages: neither hides another.
      shop.now = () => Date.parse(SINCE) + 1_000 + pages;
      if (pages === 1) await order({ merchantOrderNo: 'no-new' });
      if (pages === 1) shop.move('no-0', { status: 'SHIPPED' });
    });
    expect(pages).toBe(3);
    const numbers = orders.map(({ merchantOrderNo }) => merchantOrderNo);
    expect(numbers).toHaveLength(252);
    expect(new Set(numbers).size).toBe(251);
    expect(numbers.filter((number) => number === 'no-0')).toHaveLength(2);
    const times = orders.map(({ updatedAt }) => updatedAt);
    expect(times.toSorted()).toEqual(times);
  });

  it('leaves young changes for the next call', async () => {
    const { order, call } = openGateway({ listDelayMs: 60_000 });
    await order();
    expect((await call('GET', `/orders?changedSince=${SINCE}`)).body).toEqual({
      orders: [],
      nextCursor: null,
    });
  });

  it.each(['x', Buffer.from('[1]').toString('base64url'), Buffer.from('["1","a"]').toString('base64url')])(
    'refuses the cursor %j',
    async (cursor) => {
      const { call } = openGateway();
      expect((await call('GET', `/orders?changedSince=${SINCE}&cursor=${cursor}`)).status).toBe(400);
    },
  );

  it.each(['', '?changedSince=yesterday'])('refuses the query %j', async (query) => {
    const { call } = openGateway();
    expect((await call('GET', `/orders${query}`)).status).toBe(400);
  });
});

describe('a half-made order that nobody goes on with', () => {
  const TIMES = { callTimeoutMs: 50, placeTimeoutMs: 200, sweepAfterMs: 400 };

  it('is removed, and its number stays unknown', async () => {
    const { order, shop, byNumber, entries } = openGateway(TIMES);
    shop.before.pay = () => Promise.reject(new Error('no answer'));
    await order();
    await vi.waitFor(() => expect(shop.rows.size).toBe(0), 8_000);
    expect((await byNumber()).status).toBe(404);
    expect(entries).toContainEqual(
      expect.objectContaining({ merchantOrderNo: ORDER.merchantOrderNo, level: 'info' }),
    );
    delete shop.before.pay;
    expect((await order()).status).toBe(201);
  });

  it('is left alone once it is paid or written to, also when it was listed before', async () => {
    const { order, shop } = openGateway(TIMES);
    shop.before.pay = () => Promise.reject(new Error('no answer'));
    await order();
    // Somebody writes to it after it was listed.
    let listed = 0;
    shop.abandoned = () => {
      listed += 1;
      shop.row('no-1').touchedAtMs = Date.now();
      return Promise.resolve([{ merchantOrderNo: 'no-1', begun: 'no-1' }]);
    };
    await delay(1_000);
    expect(listed).toBeGreaterThan(1);
    expect(shop.countOf('discard')).toBe(0);
  });

  it('does not end the sweeps when it cannot be removed', async () => {
    const { order, shop, entries } = openGateway(TIMES);
    shop.before.pay = () => Promise.reject(new Error('no answer'));
    await order();
    shop.before.discard = () => {
      delete shop.before.discard;
      throw new Error('down');
    };
    await vi.waitFor(() => expect(shop.rows.size).toBe(0), 4_000);
    expect(entries.map(({ event }) => event)).toContain('half-made order could not be removed');
  });
});
