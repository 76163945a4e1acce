import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { ComeBack, memoryLock, Refused } from '../src/index.ts';
import type { Lock } from '../src/index.ts';
import { MemoryShop, TEA } from './support/memory-shop.ts';
import { gate, openGateway, ORDER } from './support/open-gateway.ts';

it('makes an order once, and shows it when the number comes again', async () => {
  const { shop, order } = openGateway();
  const first = await order();
  expect(first).toMatchObject({
    status: 201,
    body: { orderId: 'S-no-1', merchantOrderNo: 'no-1', status: 'CONFIRMED', amountPaid: 39.8 },
  });
  // Price, total, time and remarks are no content.
  const again = await order({ unitPrice: 1, maxTotal: 0.01, placeBefore: 1, remarks: '请快' });
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect(shop.payments).toEqual(['no-1']);
});

it('makes one order of 200 equal posts, with one call of each kind', async () => {
  const { shop, order } = openGateway();
  const answers = await Promise.all(Array.from({ length: 200 }, () => order()));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(199);
  expect(shop.payments).toEqual(['no-1']);
  expect(shop.countOf('begin')).toBe(1);
  expect(shop.countOf('find')).toBe(2);
});

it.each([
  ['product', { productUrl: 'https://shop.example/coffee' }],
  ['quantity', { quantity: 3 }],
  ['recipient', { recipient: { ...ORDER.recipient, phone: '13900139000' } }],
])('refuses a number that comes with another %s, and makes nothing', async (_what, fields) => {
  const { shop, order, byNumber } = openGateway();
  await order();
  expect(await order(fields)).toMatchObject({ status: 422, body: { reason: 'NUMBER_REUSED' } });
  expect(shop.payments).toEqual(['no-1']);
  expect((await byNumber()).body['amountPaid']).toBe(39.8);
});

it('judges the content of a post that comes while the number is placed, or is half-made', async () => {
  const { shop, order } = openGateway();
  const filling = gate();
  shop.before.fill = () => filling.opened;
  const first = order();
  const other = order({ quantity: 3 });
  await delay(10);
  shop.before.fill = () => Promise.reject(new Error('shop is down'));
  filling.open();
  expect((await first).status).toBe(201);
  expect(await other).toMatchObject({ status: 422, body: { reason: 'NUMBER_REUSED' } });
  expect((await order({ merchantOrderNo: 'no-2' })).status).toBe(503);
  expect(await order({ merchantOrderNo: 'no-2', quantity: 3 })).toMatchObject({ status: 422 });
  expect(shop.payments).toEqual(['no-1']);
});

it.each([
  ['at the cap', 39.8, 'CONFIRMED'],
  ['a fen above it', 39.79, 'REJECTED'],
])('compares the total with the cap before it pays: %s', async (_what, maxTotal, status) => {
  const { shop, order } = openGateway();
  const { body } = await order({ maxTotal });
  expect(body['status']).toBe(status);
  expect(shop.payments).toHaveLength(status === 'CONFIRMED' ? 1 : 0);
  expect(body['reason']).toBe(status === 'CONFIRMED' ? undefined : 'PRICE_CHANGED');
});

it('counts shipping against the cap', async () => {
  const { shop, order } = openGateway();
  shop.shippingFen = 1_021;
  expect((await order()).body).toMatchObject({ status: 'REJECTED', reason: 'PRICE_CHANGED' });
  expect(shop.payments).toEqual([]);
});

it('does not pay an order of another quantity, and mends it at the next post', async () => {
  const { shop, order, byNumber, entries } = openGateway();
  shop.after.fill = (no) => void (shop.row(no).lines[0]!.quantity = 4);
  expect((await order()).status).toBe(503);
  expect(entries.at(-1)?.error).toContain('4 pieces in place of 2');
  expect((await byNumber()).status).toBe(404);
  delete shop.after.fill;
  expect((await order()).status).toBe(201);
  expect(shop.payments).toEqual(['no-1']);
});

it.each([
  [{ priceFen: 1_990, available: false }, 'OUT_OF_STOCK'],
  [{ priceFen: 9_900, available: true }, 'PRICE_CHANGED'],
])('remembers that it refused: %j', async (change, reason) => {
  const { shop, order, byNumber } = openGateway();
  shop.quotes.set('/tea', { ...TEA, ...change });
  expect(await order()).toMatchObject({ status: 201, body: { status: 'REJECTED', reason, amountPaid: 0 } });
  shop.quotes.set('/tea', TEA);
  expect(await order()).toMatchObject({ status: 200, body: { status: 'REJECTED', reason } });
  expect((await byNumber()).body['status']).toBe('REJECTED');
  expect(shop.payments).toEqual([]);
});

it.each([
  ['fill', 'ADDRESS_UNDELIVERABLE'],
  ['pay', 'PAYMENT_FAILED'],
] as const)('ends an order as REJECTED that %s refuses', async (call, reason) => {
  const { shop, order } = openGateway();
  shop.before[call] = () => Promise.reject(new Refused(reason, '不送'));
  expect((await order()).body).toMatchObject({ status: 'REJECTED', reason, message: '不送' });
  delete shop.before[call];
  expect((await order()).body['status']).toBe('REJECTED');
  expect(shop.payments).toEqual([]);
});

it.each([
  ['an unknown product', { productUrl: 'https://shop.example/coffee' }, 'UNKNOWN_PRODUCT'],
  ['too many pieces', { quantity: 11 }, 'LIMIT_EXCEEDED'],
])('makes nothing for %s', async (_what, fields, reason) => {
  const { shop, order, byNumber } = openGateway({ maxQuantity: 10 });
  expect(await order(fields)).toMatchObject({ status: 422, body: { reason } });
  expect((await byNumber()).status).toBe(404);
  expect(shop.countOf('begin')).toBe(0);
});

it('passes on when the shop wants to be asked again', async () => {
  const { shop, order } = openGateway();
  shop.before.begin = () => Promise.reject(new ComeBack(2_500));
  const { status, headers } = await order();
  expect([status, headers.get('retry-after')]).toEqual([503, '3']);
});

it.each(['begin', 'fill', 'pay', 'refuse'] as const)(
  'makes one order when the answer to %s is lost',
  async (lost) => {
    const { shop, order, byNumber } = openGateway({ callTimeoutMs: 200 });
    if (lost === 'refuse') shop.quotes.set('/tea', { ...TEA, available: false });
    shop.after[lost] = () => {
      delete shop.after[lost];
      throw new Error('socket hang up');
    };
    expect((await order()).status).toBe(503);
    const { status } = await order();
    expect(status).toBe(lost === 'pay' || lost === 'refuse' ? 200 : 201);
    expect((await byNumber()).body['status']).toBe(lost === 'refuse' ? 'REJECTED' : 'CONFIRMED');
    expect(shop.payments).toEqual(lost === 'refuse' ? [] : ['no-1']);
  },
);

// A closed connection does not stop the shop: the payment of the first call comes late.
it('pays once when a payment outlives its connection', async () => {
  const { shop, order } = openGateway({ callTimeoutMs: 400 });
  shop.before.pay = async (no) => {
    delete shop.before.pay;
    setTimeout(() => shop.payLate(no, 3_980), 200);
    await delay(5);
    throw new Error('connection reset');
  };
  expect((await order()).status).toBe(503);
  expect((await order()).status).toBe(200);
  expect(shop.payments).toEqual(['no-1']);
});

it('holds place and lock until a call that it gave up can no longer run', async () => {
  const held: string[] = [];
  const lock: Lock = {
    isShared: true,
    confirmMs: 0,
    acquire: async (key) => {
      held.push(`take ${key}`);
      return { confirm: async () => {}, release: async () => void held.push(`free ${key}`) };
    },
  };
  const { shop, order, call } = openGateway({ lock, callTimeoutMs: 400 });
  shop.before.fill = (_no, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      setTimeout(() => reject(new Error('connection reset')), 10);
    });
  expect((await order()).status).toBe(503);
  expect(held).toEqual(['take no-1']);
  expect((await call('GET', '/health')).body).toMatchObject({ placing: 1 });
  await vi.waitFor(() => expect(held).toEqual(['take no-1', 'free no-1']));
  expect((await call('GET', '/health')).body).toMatchObject({ placing: 0 });
});

it('waits out a call of a process that died, before it goes on with a young half-made order', async () => {
  const shop = new MemoryShop();
  const dead = openGateway({ callTimeoutMs: 400 }, shop);
  shop.before.pay = () => {
    delete shop.before.pay;
    return new Promise(() => {}); // The process dies here; its payment goes on in the shop:
  };
  const dying = dead.order();
  await vi.waitFor(() => expect(shop.calls).toContain('pay'));
  setTimeout(() => shop.payLate('no-1', 3_980), 300);
  expect(await openGateway({ callTimeoutMs: 400 }, shop).order()).toMatchObject({
    status: 200,
    body: { status: 'CONFIRMED' },
  });
  expect(shop.payments).toEqual(['no-1']);
  await dying;
});

it('does not wait for a half-made order whose calls have ended in the only process', async () => {
  const { shop, order } = openGateway({ callTimeoutMs: 1_500, placeTimeoutMs: 2_000 });
  shop.before.fill = () => {
    delete shop.before.fill;
    throw new ComeBack();
  };
  expect((await order()).status).toBe(503);
  expect((await order()).status).toBe(201);
});

it('sends away who would have to wait too long for a half-made order', async () => {
  const shop = new MemoryShop();
  shop.before.pay = () => Promise.reject(new ComeBack());
  await openGateway({}, shop).order();
  delete shop.before.pay;
  const { order } = openGateway({ callTimeoutMs: 2_000, placeTimeoutMs: 2_500 }, shop);
  // Also the second time: the first has waited out nothing.
  for (const retryAfter of ['4', expect.stringMatching(/^[34]$/)]) {
    const { status, headers } = await order();
    expect([status, headers.get('retry-after')]).toEqual([503, retryAfter]);
  }
  expect(shop.payments).toEqual([]);
});

it('does not pay when less time is left than a payment takes', async () => {
  const { shop, order, byNumber } = openGateway({ callTimeoutMs: 700, placeTimeoutMs: 3_000 });
  shop.before.fill = () => delay(400);
  expect((await order({ placeBefore: 1 })).status).toBe(503);
  expect(shop.countOf('fill')).toBe(1);
  expect((await byNumber()).status).toBe(404);
  expect(shop.payments).toEqual([]);
  delete shop.before.fill;
  expect((await order({ placeBefore: 1 })).status).toBe(201);
});

it('answers no order after placeBefore, also to a post that waits for another one', async () => {
  const { shop, order, byNumber } = openGateway({ callTimeoutMs: 2_000, placeTimeoutMs: 5_000 });
  shop.before.pay = () => delay(1_200);
  const first = order();
  const second = await order({ placeBefore: 1 });
  expect(second.status).toBe(503);
  expect((await first).status).toBe(201);
  expect((await byNumber()).status).toBe(200);
});

it('places no more orders at once than it may, and sends away who would wait too long', async () => {
  const { shop, order } = openGateway({ maxPlacing: 2, callTimeoutMs: 2_000, placeTimeoutMs: 3_000 });
  let filling = 0;
  let most = 0;
  shop.before.fill = async () => {
    most = Math.max(most, (filling += 1));
    await delay(200);
    filling -= 1;
  };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => order({ merchantOrderNo: `no-${index}` })),
  );
  expect(most).toBe(2);
  const away = answers.filter(({ status }) => status === 503);
  expect(away.length).toBeGreaterThan(5);
  for (const { headers } of away) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  const made = answers.filter(({ status }) => status === 201);
  expect(made.length).toBeGreaterThanOrEqual(2);
  expect(shop.payments).toHaveLength(made.length);
  expect(new Set(shop.payments).size).toBe(made.length);
});

it.each([
  ['pay', TEA],
  ['refuse', { ...TEA, available: false }],
] as const)('does not %s when the lock was lost on the way', async (call, quote) => {
  const lock = memoryLock();
  const losing: Lock = {
    isShared: true,
    confirmMs: 0,
    acquire: async (key, waitMs) => {
      const hold = await lock.acquire(key, waitMs);
      return hold && { ...hold, confirm: () => Promise.reject(new Error('the lock is lost')) };
    },
  };
  const { shop, order } = openGateway({ lock: losing });
  shop.quotes.set('/tea', quote);
  expect((await order()).status).toBe(503);
  expect([shop.countOf('begin'), shop.countOf(call)]).toEqual([1, 0]);
});

it('does not wait for ever for a number that another gateway holds', async () => {
  const lock = memoryLock();
  const hold = await lock.acquire('no-1', 0);
  const impatient = openGateway({ lock, placeTimeoutMs: 100, callTimeoutMs: 50 });
  expect((await impatient.order()).status).toBe(503);
  await hold?.release();
  const { shop, order } = openGateway({ lock });
  expect((await order()).status).toBe(201);
  expect([impatient.shop.payments, shop.payments]).toEqual([[], ['no-1']]);
});
