import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ITEM_NAMES, ITEMS } from '../items.ts';
import type { Ordering } from '../items.ts';
import { startSandbox } from '../../test/start-sandbox.ts';

async function follow(item: string, options = {}) {
  const shop = await startSandbox(options);
  const { body } = await shop.order(item, 'no-1');
  const path = `/a/orders/${body['orderId']}`;
  const statusAt = async (ageMs: number) => {
    shop.clock.ms = Date.UTC(2026, 10, 21) + ageMs;
    return (await shop.call('GET', path)).body['status'];
  };
  return { ...shop, path, statusAt, cancel: () => shop.call('POST', `${path}/cancel`) };
}

describe('the time of an order', () => {
  test.each([
    ['ordinary', [0, 'CONFIRMED'], [999, 'CONFIRMED'], [1_000, 'SHIPPED'], [61_000, 'DELIVERED']],
    ['slow', [7_999, 'ACCEPTED'], [8_000, 'CONFIRMED'], [9_000, 'SHIPPED'], [69_000, 'DELIVERED']],
    ['slow-fee', [7_999, 'ACCEPTED'], [8_000, 'CONFIRMED'], [9_000, 'SHIPPED'], [69_000, 'DELIVERED']],
    ['shipped', [0, 'ACCEPTED'], [7_999, 'ACCEPTED'], [8_000, 'SHIPPED'], [68_000, 'DELIVERED']],
  ] as [string, ...[number, string][]][])(
    'of %s moves through its statuses in order',
    async (item, ...steps) => {
      const { statusAt } = await follow(item);
      for (const [ageMs, status] of steps) expect([ageMs, await statusAt(ageMs)]).toEqual([ageMs, status]);
    },
  );

  test('runs faster with speed', async () => {
    const { statusAt } = await follow('slow', { speed: 10 });
    expect(await statusAt(799)).toBe('ACCEPTED');
    expect(await statusAt(800)).toBe('CONFIRMED');
  });

  test('shows tracking only once the parcel has left', async () => {
    const { call, path, clock } = await follow('ordinary');
    expect((await call('GET', path)).body).not.toHaveProperty('trackingNumber');
    clock.ms += 1_000;
    expect((await call('GET', path)).body).toMatchObject({
      trackingNumber: expect.stringMatching(/^SF\d+$/),
      trackingCompany: '顺丰速运',
    });
  });
});

describe('a cancellation', () => {
  test.each([
    ['slow', 0],
    ['slow-fee', 5],
  ])('of %s before it is confirmed costs %d, once, and is final', async (item, fee) => {
    const { cancel, statusAt, order, ledger } = await follow(item);
    await statusAt(7_999);
    expect(await cancel()).toEqual({ status: 200, body: { fee, refund: 'done' } });
    expect(await statusAt(100_000)).toBe('CANCELLED');
    expect(await cancel()).toEqual({ status: 200, body: { fee, refund: 'done' } });
    expect((await order(item, 'no-1')).body['status']).toBe('CANCELLED');
    expect(await ledger()).toMatchObject([
      { status: 'CANCELLED', fee, amountPaid: 398, refunded: 398 - fee },
    ]);
  });

  test.each([
    ['ordinary', 0, 'CONFIRMED'],
    ['ordinary', 1_000, 'SHIPPED'],
    ['slow', 8_000, 'CONFIRMED'],
    ['slow-fee', 9_000, 'SHIPPED'],
    ['slow', 100_000, 'SHIPPED'],
    ['shipped', 0, 'SHIPPED'],
    ['shipped', 8_000, 'SHIPPED'],
    ['rejected', 0, 'OTHER'],
  ])('of %s after %d ms is refused: %s', async (item, ageMs, reason) => {
    const { cancel, statusAt } = await follow(item);
    const before = await statusAt(ageMs);
    expect(await cancel()).toEqual({ status: 409, body: { reason } });
    expect(await statusAt(ageMs)).toBe(before);
  });
});

describe('ordering', () => {
  test.each([
    ['out-of-stock', 'OUT_OF_STOCK'],
    ['rejected', 'OTHER'],
    ['price-changed', 'PRICE_CHANGED'],
    ['undeliverable', 'ADDRESS_UNDELIVERABLE'],
  ])('%s is rejected with %s and costs nothing', async (item, reason) => {
    const { order, ledger, statusAt } = await follow(item);
    expect(await statusAt(100_000)).toBe('REJECTED');
    const again = await order(item, 'no-1');
    expect(again).toMatchObject({ status: 200, body: { status: 'REJECTED', reason, amountPaid: 0 } });
    expect(await ledger()).toMatchObject([{ status: 'REJECTED', amountPaid: 0, postCount: 2 }]);
    expect((await order(item, 'no-2')).status).toBe(201);
  });

  test('flaky answers 503 twice for each number, then works', async () => {
    const { order, ledger } = await startSandbox();
    for (const no of ['no-1', 'no-2']) {
      expect(await order('flaky', no)).toEqual({ status: 503, body: { reason: 'UNAVAILABLE' } });
      expect((await order('flaky', no)).status).toBe(503);
    }
    expect(await ledger()).toEqual([]);
    expect((await order('flaky', 'no-1')).status).toBe(201);
    expect((await order('flaky', 'no-1')).status).toBe(200);
    expect(await ledger()).toMatchObject([{ merchantOrderNo: 'no-1', postCount: 4 }]);
  });

  test('down answers 503 always, while lookups still answer', async () => {
    const { order, call, ledger } = await startSandbox();
    for (let post = 0; post < 4; post++) expect((await order('down', 'no-1')).status).toBe(503);
    expect((await call('GET', '/a/orders/by-merchant-no/no-1')).status).toBe(404);
    expect(await ledger()).toEqual([]);
  });

  test('lost-answer makes the order and breaks the connection, the first time only', async () => {
    const { order, call, ledger } = await startSandbox();
    await expect(order('lost-answer', 'no-1')).rejects.toThrow('fetch failed');
    const found = await call('GET', '/a/orders/by-merchant-no/no-1');
    expect(found).toMatchObject({ status: 200, body: { status: 'CONFIRMED' } });
    expect(await order('lost-answer', 'no-1')).toEqual(found);
    expect(await ledger()).toMatchObject([{ postCount: 2 }]);
  });

  test('late-answer makes the order at once and answers the first post 20 s later', async () => {
    const { order, call, ledger } = await startSandbox({ speed: 20 });
    const startMs = performance.now();
    const late = order('late-answer', 'no-1').then((answer) => ({
      ...answer,
      afterMs: performance.now() - startMs,
    }));
    await expect.poll(ledger, { interval: 5 }).toHaveLength(1);
    const again = await order('late-answer', 'no-1');
    expect((await call('GET', '/a/orders/by-merchant-no/no-1')).body).toEqual(again.body);
    expect(again.status).toBe(200);
    const { status, body, afterMs } = await late;
    expect({ status, body }).toEqual({ status: 201, body: again.body });
    expect(afterMs).toBeGreaterThan(950);
  });

  const ordinary = ITEM_NAMES.filter((item) => {
    const ordering: Ordering | null = ITEMS[item].ordering;
    return ordering !== null && isDeepStrictEqual(ordering, ITEMS.ordinary.ordering);
  });
  test.each(ordinary)('%s is answered with an order', async (item) => {
    const { order } = await startSandbox();
    expect(await order(item, 'no-1')).toMatchObject({ status: 201, body: { amountPaid: 398 } });
  });
});
