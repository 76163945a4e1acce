import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ComeBack, createGateway, memoryLock, Refused } from '../src/index.ts';
import type { Lock } from '../src/index.ts';
import { MemoryShop, TEA } from './support/memory-shop.ts';
import { gate, openGateway, TOKEN } from './support/open-gateway.ts';

describe('an order whose charge gave no answer', () => {
  // The provider has charged; the shop knows only that it was about to.
  async function chargeUnclearly(options: Parameters<typeof openGateway>[0] = {}) {
    const opened = openGateway({ callTimeoutMs: 100, ...options });
    const { shop } = opened;
    const charged: number[] = [];
    const { pay } = shop;
    shop.pay = (no, payment, call) => {
      charged.push(payment.totalFen);
      if (charged.length > 1) return pay.call(shop, no, payment, call);
      shop.row(no).payingFen = payment.totalFen;
      return Promise.reject(new Error('the database has gone after the charge'));
    };
    expect((await opened.order()).status).toBe(503);
    return { ...opened, charged };
  }

  it.each([
    ['the product has gone', null, {}],
    ['it is sold out', { ...TEA, available: false }, {}],
    ['it costs more', { ...TEA, priceFen: 2_600 }, {}],
    ['it costs less', { ...TEA, priceFen: 1_500 }, {}],
    ['the cap is lower', TEA, { maxTotal: 1 }],
  ])('is paid with the same total, also when %s', async (_what, quote, fields) => {
    const { shop, order, charged } = await chargeUnclearly();
    if (quote) shop.quotes.set('/tea', quote);
    else shop.quotes.clear();
    const fills = shop.countOf('fill');
    expect(await order(fields)).toMatchObject({
      status: 201,
      body: { status: 'CONFIRMED', amountPaid: 39.8 },
    });
    expect(charged).toEqual([3_980, 3_980]);
    expect([shop.countOf('fill'), shop.countOf('refuse')]).toEqual([fills, 0]);
  });

  it('is refused when the shop knows that nothing was charged', async () => {
    const { shop, order } = await chargeUnclearly();
    shop.before.pay = () => Promise.reject(new Refused('PAYMENT_FAILED'));
    expect((await order()).body).toMatchObject({ status: 'REJECTED', reason: 'PAYMENT_FAILED' });
  });

  // "No order" would be told to the buyer, and the charge would stay.
  it('is shown to whoever looks it up, once a payment of the same total has ended', async () => {
    const { shop, byNumber, charged } = await chargeUnclearly();
    shop.quotes.clear();
    const looks = await Promise.all([byNumber(), byNumber(), byNumber()]);
    for (const look of looks)
      expect(look).toMatchObject({ status: 200, body: { status: 'CONFIRMED', amountPaid: 39.8 } });
    expect(charged).toEqual([3_980, 3_980]);
  });

  it('is not told as missing while the payment gives no answer', async () => {
    const { shop, byNumber, order } = await chargeUnclearly();
    shop.before.pay = () => Promise.reject(new Error('the database is still gone'));
    const { status, headers } = await byNumber();
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    delete shop.before.pay;
    expect((await order()).body['status']).toBe('CONFIRMED');
    expect((await byNumber()).status).toBe(200);
  });

  it('is shown as REJECTED when a look finds out that nothing was charged', async () => {
    const { shop, byNumber } = await chargeUnclearly();
    shop.before.pay = () => Promise.reject(new Refused('PAYMENT_FAILED'));
    expect(await byNumber()).toMatchObject({ status: 200, body: { status: 'REJECTED', amountPaid: 0 } });
    expect(shop.payments).toEqual([]);
  });

  it('is not paid by a look while a post pays it', async () => {
    const { shop, order, byNumber, charged } = await chargeUnclearly({ callTimeoutMs: 1_500 });
    const paying = gate();
    shop.before.pay = () => paying.opened;
    const posted = order();
    await vi.waitFor(() => expect(charged).toHaveLength(2), 8_000);
    const look = byNumber();
    await turn();
    paying.open();
    expect([(await posted).status, (await look).status]).toEqual([201, 200]);
    expect(charged).toHaveLength(2);
  });

  it('is waited for when the gateway closes', async () => {
    const { gateway, shop, byNumber, charged } = await chargeUnclearly({ callTimeoutMs: 1_500 });
    const paying = gate();
    shop.before.pay = () => paying.opened;
    const look = byNumber();
    await vi.waitFor(() => expect(charged).toHaveLength(2), 8_000);
    let isClosed = false;
    const closing = gateway.close().then(() => (isClosed = true));
    await turn();
    expect(isClosed).toBe(false);
    paying.open();
    expect((await look).status).toBe(200);
    await closing;
  });

  it('is not paid by a look once the gateway closes', async () => {
    const { gateway, byNumber, charged } = await chargeUnclearly();
    await gateway.close();
    expect((await byNumber()).status).toBe(503);
    expect(charged).toHaveLength(1);
  });

  it('is not removed', async () => {
    const { shop } = await chargeUnclearly({ callTimeoutMs: 50, placeTimeoutMs: 200, sweepAfterMs: 400 });
    const finds = shop.countOf('find');
    await vi.waitFor(() => expect(shop.countOf('find')).toBeGreaterThan(finds + 1), 8_000);
    expect(shop.countOf('discard')).toBe(0);
    expect(shop.rows.size).toBe(1);
  });

  it.each([NaN, -1, 0.5])('is left alone when its total is %s', async (payingFen) => {
    const { shop, order, charged } = await chargeUnclearly();
    shop.row('no-1').payingFen = payingFen;
    expect((await order()).status).toBe(503);
    expect(charged).toEqual([3_980]);
  });
});

describe.each([undefined, NaN, Infinity])('a half-made order that was last written to at %s', (time) => {
  it('is neither paid nor removed', async () => {
    const times = { callTimeoutMs: 50, placeTimeoutMs: 200, sweepAfterMs: 400 };
    const { shop, order, entries } = openGateway(times);
    shop.before.pay = () => Promise.reject(new ComeBack());
    expect((await order()).status).toBe(503);
    delete shop.before.pay;
    shop.row('no-1').touchedAtMs = time as number;
    shop.abandoned = () => Promise.resolve([{ merchantOrderNo: 'no-1', begun: 'no-1' }]);
    expect((await order()).status).toBe(503);
    await vi.waitFor(
      () =>
        expect(entries).toContainEqual(
          expect.objectContaining({ event: 'half-made order could not be removed' }),
        ),
      4_000,
    );
    expect([shop.payments, shop.countOf('discard')]).toEqual([[], 0]);
  });
});

describe('the time that a lock takes to confirm', () => {
  const slowLock = (): Lock => {
    const lock = memoryLock();
    return { isShared: true, confirmMs: 1_000, acquire: (key, waitMs) => lock.acquire(key, waitMs) };
  };

  it('is waited for, too, before a half-made order goes on', async () => {
    const shop = new MemoryShop();
    shop.before.pay = () => Promise.reject(new ComeBack());
    await openGateway({}, shop).order();
    delete shop.before.pay;
    const times = { callTimeoutMs: 2_000, placeTimeoutMs: 2_500 };
    const { status, headers } = await openGateway({ ...times, lock: slowLock() }, shop).order();
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(shop.payments).toEqual([]);
  });

  it('counts for the time after which an order may be removed', () => {
    const times = { callTimeoutMs: 100, placeTimeoutMs: 200, clockSkewMs: 0 };
    const open = (sweepAfterMs: number) =>
      createGateway(new MemoryShop(), { tokens: [TOKEN], ...times, sweepAfterMs, lock: slowLock() });
    expect(() => open(1_399)).toThrow(/confirmMs/);
    void open(1_400).close();
  });
});

it('tells the shop of each call until when it may run', async () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { shop, order } = openGateway({ callTimeoutMs: 2_000 });
  const told: number[] = [];
  for (const name of ['find', 'quote', 'begin', 'fill', 'pay'] as const)
    shop.before[name] = (_no, { mayRunUntilMs }) => void told.push(mayRunUntilMs);
  expect((await order()).status).toBe(201);
  expect(told).toEqual(Array.from(shop.calls, () => 1_002_000));
});
