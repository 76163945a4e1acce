import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../test/start-sandbox.ts';

const GONE = { status: 404, body: { reason: 'ORDER_NOT_FOUND' } };
const UNAVAILABLE = { status: 503, body: { reason: 'UNAVAILABLE' } };
const SINCE = '/a/orders?changedSince=2026-01-01T00:00:00Z';
const BY_NUMBER = '/a/orders/by-merchant-no/no-1';

describe('half-made', () => {
  test('is not an order until the next post continues it', async () => {
    const { order, call, ledger, clock } = await startSandbox();
    expect(await order('half-made', 'no-1')).toEqual(UNAVAILABLE);
    clock.ms += 3_600_000;
    expect(await call('GET', BY_NUMBER)).toEqual(GONE);
    expect((await call('GET', SINCE)).body).toEqual({ orders: [], nextCursor: null });
    expect(await ledger()).toEqual([]);
    const made = await order('half-made', 'no-1');
    expect(made).toMatchObject({ status: 201, body: { status: 'CONFIRMED', amountPaid: 398 } });
    expect(await order('half-made', 'no-1')).toEqual({ ...made, status: 200 });
    expect(await ledger()).toMatchObject([{ postCount: 3, createdAt: '2026-11-21T01:00:00.000Z' }]);
    expect((await order('half-made', 'no-2')).status).toBe(503);
  });

  test('is checked by the call that continues it', async () => {
    const { order } = await startSandbox();
    await order('half-made', 'no-1');
    const { body } = await order('half-made', 'no-1', { unitPrice: 200, maxTotal: 399 });
    expect(body).toMatchObject({ status: 'REJECTED', reason: 'PRICE_CHANGED' });
  });
});

describe('last-piece', () => {
  const availability = (html: string) => /schema.org\/(InStock|OutOfStock)/.exec(html)?.[1];

  test('is sold out after its 503, only at the posted address, and the order is made 3 s later', async () => {
    const { order, call, page, clock, origin } = await startSandbox();
    const productUrl = `${origin}/a/items/last-piece?n=1`;
    const stock = async (path: string) => availability((await page(path)).html);
    expect(await stock('/a/items/last-piece?n=1')).toBe('InStock');
    expect(await order('', 'no-1', { productUrl, placeBefore: 10 })).toEqual(UNAVAILABLE);
    expect(await stock('/a/items/last-piece?n=1')).toBe('OutOfStock');
    clock.ms += 2_999;
    expect(await call('GET', BY_NUMBER)).toEqual(GONE);
    expect(await order('', 'no-1', { productUrl })).toEqual(UNAVAILABLE);
    clock.ms += 1;
    expect(await call('GET', BY_NUMBER)).toMatchObject({ status: 200, body: { status: 'CONFIRMED' } });
    expect((await order('', 'no-1', { productUrl })).status).toBe(200);
    expect(await stock('/a/items/last-piece?n=1')).toBe('OutOfStock');
    expect(await stock('/a/items/last-piece?n=2')).toBe('InStock');
    expect(await stock('/b/items/last-piece?n=1')).toBe('InStock');
  });

  test.each([
    [3, false],
    [4, true],
  ])('with %d s to place it is made: %s', async (placeBefore, isMade) => {
    const { order, ledger, page, clock } = await startSandbox();
    expect(await order('last-piece', 'no-1', { placeBefore })).toEqual(UNAVAILABLE);
    clock.ms += 3_600_000;
    expect((await ledger()).length === 1).toBe(isMade);
    expect(availability((await page('/a/items/last-piece')).html)).toBe(isMade ? 'OutOfStock' : 'InStock');
  });

  test('whose time has passed is made by a later post with more time', async () => {
    const { order, ledger, clock } = await startSandbox();
    await order('last-piece', 'no-1', { placeBefore: 1 });
    clock.ms += 10_000;
    await order('last-piece', 'no-1', { placeBefore: 10 });
    clock.ms += 3_000;
    expect(await ledger()).toMatchObject([{ postCount: 2, createdAt: '2026-11-21T00:00:13.000Z' }]);
  });

  test('is refused to a second number at once', async () => {
    const { order, ledger, clock } = await startSandbox();
    await order('last-piece', 'no-1');
    expect(await order('last-piece', 'no-2')).toMatchObject({
      status: 201,
      body: { status: 'REJECTED', reason: 'OUT_OF_STOCK', amountPaid: 0 },
    });
    clock.ms += 3_000;
    expect((await ledger()).map(({ status }) => status).sort()).toEqual(['CONFIRMED', 'REJECTED']);
  });

  test('is made sooner with speed, but its placeBefore is not shortened', async () => {
    const { order, ledger, clock } = await startSandbox({ speed: 10 });
    await order('last-piece', 'no-1', { placeBefore: 1 });
    clock.ms += 300;
    expect(await ledger()).toHaveLength(1);
  });

  test('is available again after a reset', async () => {
    const { order, call, page, clock } = await startSandbox();
    await order('last-piece', 'no-1');
    clock.ms += 3_000;
    await call('POST', '/reset');
    expect(availability((await page('/a/items/last-piece')).html)).toBe('InStock');
    expect(await order('last-piece', 'no-2')).toEqual(UNAVAILABLE);
  });
});

test('withdrawn is cancelled and refunded by the shop 3 s after it was confirmed', async () => {
  const { order, call, clock } = await startSandbox();
  const { body } = await order('withdrawn', 'no-1');
  expect(body).toMatchObject({ status: 'CONFIRMED', amountPaid: 398 });
  expect(body).not.toHaveProperty('refunded');
  const cancel = () => call('POST', `/a/orders/${body['orderId']}/cancel`);
  clock.ms += 2_999;
  expect(await cancel()).toEqual({ status: 409, body: { reason: 'CONFIRMED' } });
  clock.ms += 1;
  const withdrawn = { status: 'CANCELLED', amountPaid: 398, refunded: 398 };
  expect((await call('GET', BY_NUMBER)).body).toMatchObject(withdrawn);
  expect(await cancel()).toEqual({ status: 200, body: { fee: 0, refund: 'done' } });
  clock.ms += 3_600_000;
  expect((await call('GET', BY_NUMBER)).body).toMatchObject({
    ...withdrawn,
    updatedAt: '2026-11-21T00:00:03.000Z',
  });
});

test('two-parcels ships in two parcels, and shows the first in the order itself', async () => {
  const { order, call, clock } = await startSandbox();
  await order('two-parcels', 'no-1');
  expect((await call('GET', BY_NUMBER)).body).not.toHaveProperty('parcels');
  clock.ms += 1_000;
  const { body } = await call('GET', BY_NUMBER);
  expect(body['parcels']).toHaveLength(2);
  const [first, second] = body['parcels'];
  expect(first).toEqual({ trackingNumber: body['trackingNumber'], trackingCompany: body['trackingCompany'] });
  expect(second.trackingNumber).not.toBe(first.trackingNumber);
});

test('shipping is included in the amount and shown', async () => {
  const { order } = await startSandbox();
  expect((await order('shipping', 'no-1')).body).toMatchObject({ amountPaid: 408, shipping: 10 });
});

describe('a page that changes', () => {
  const isProduct = (html: string) => html.includes('og:type');

  test('of captcha-later shows no product for 20 s from its second fetch', async () => {
    const { page, clock } = await startSandbox();
    const look = async (path: string) => {
      const { status, html } = await page(`/a/items/captcha-later${path}`);
      return [status, isProduct(html)];
    };
    expect(await look('?n=1')).toEqual([200, true]);
    clock.ms += 60_000;
    expect(await look('?n=1')).toEqual([200, false]);
    clock.ms += 19_999;
    expect(await look('?n=1')).toEqual([200, false]);
    expect(await look('?n=2')).toEqual([200, true]);
    clock.ms += 1;
    expect(await look('?n=1')).toEqual([200, true]);
    clock.ms += 60_000;
    expect(await look('?n=1')).toEqual([200, true]);
  });

  test('of gone-later is 404 from its second fetch on', async () => {
    const { page, call } = await startSandbox();
    const look = async () => (await page('/a/items/gone-later')).status;
    expect([await look(), await look(), await look()]).toEqual([200, 404, 404]);
    await call('POST', '/reset');
    expect(await look()).toBe(200);
  });
});
