import { describe, expect, test } from 'vitest';
import {
  readCancelled,
  readOrder,
  readOrderPage,
  readRefusal,
  readRefusedCancel,
} from './gateway-messages.ts';

const CONFIRMED = { orderId: 'A-1', merchantOrderNo: 'pi_1', status: 'CONFIRMED', amountPaid: 59.97 };
const READ = {
  orderId: 'A-1',
  merchantOrderNo: 'pi_1',
  status: 'CONFIRMED',
  amountPaidFen: 5997,
  parcels: [],
};

describe('an order', () => {
  test.each(['A\u00001', 'A\ud8001'])('is not read whose id no database stores: %j', (orderId) => {
    expect(readOrder({ ...CONFIRMED, orderId }, {})).toBeNull();
  });

  test.each([
    [{ merchantOrderNo: 'pi_\u0000' }, 'merchantOrderNo'],
    [{ updatedAt: '0000-01-01T00:00:00Z' }, 'updatedAt'],
  ])('is read without a part that no database stores: %j', (part, name) => {
    expect(readOrder({ ...CONFIRMED, ...part }, {})).not.toHaveProperty(name);
  });

  test('is not the wanted one under a number that only begins like it', () => {
    const body = { ...CONFIRMED, merchantOrderNo: 'pi_1\u0000' };
    expect(readOrder(body, { merchantOrderNo: 'pi_1' })).toBeNull();
  });

  test('has its first 100 parcels, and those behind them are not looked at', () => {
    const parcels = new Proxy(
      Array.from({ length: 300_000 }, () => ({ trackingNumber: 'SF1' })),
      {
        get(list, key) {
          if (typeof key === 'string' && Number(key) >= 100) throw new Error(`parcel ${key} was read`);
          return Reflect.get(list, key);
        },
      },
    );
    expect(readOrder({ ...CONFIRMED, parcels }, {})?.parcels).toHaveLength(100);
  });

  test('is read with all fields of the protocol', () => {
    const order = readOrder(
      {
        ...CONFIRMED,
        shipping: 10,
        refunded: 0.29,
        parcels: [{ trackingNumber: ' SF1\u0000', trackingCompany: '顺丰' }, { trackingNumber: 'SF2' }],
        trackingNumber: 'SF1',
        trackingCompany: '顺丰',
        updatedAt: '2026-11-21T00:00:00.000Z',
        extra: { ignored: true },
      },
      {},
    );
    expect(order).toEqual({
      ...READ,
      shippingFen: 1000,
      refundedFen: 29,
      parcels: [{ trackingNumber: 'SF1', trackingCompany: '顺丰' }, { trackingNumber: 'SF2' }],
      trackingNumber: 'SF1',
      trackingCompany: '顺丰',
      updatedAt: new Date('2026-11-21T00:00:00.000Z'),
    });
  });

  test('with tracking fields and no parcels has one parcel', () => {
    const tracking = { trackingNumber: 'SF1', trackingCompany: '顺丰' };
    expect(readOrder({ ...CONFIRMED, ...tracking }, {})).toEqual({
      ...READ,
      ...tracking,
      parcels: [tracking],
    });
  });

  test('with parcels and no tracking fields has the tracking of the first', () => {
    const parcels = [{ trackingNumber: 'SF1' }, { trackingNumber: 'SF2' }];
    expect(readOrder({ ...CONFIRMED, parcels }, {})).toEqual({ ...READ, parcels, trackingNumber: 'SF1' });
  });

  test('has at most a hundred parcels', () => {
    const parcels = Array.from({ length: 1000 }, (_, n) => ({ trackingNumber: `SF${n}` }));
    expect(readOrder({ ...CONFIRMED, parcels }, {})?.parcels).toHaveLength(100);
  });

  test.each([
    ['OUT_OF_STOCK', 'none left', { reason: 'OUT_OF_STOCK', message: 'none left' }],
    ['PRICE_CHANGED', undefined, { reason: 'PRICE_CHANGED' }],
    ['sold\nout 13800138000', undefined, { reason: 'OTHER', message: 'sold out ***' }],
    ['SOLD_OUT', 'none left', { reason: 'OTHER', message: 'none left' }],
    [undefined, undefined, {}],
  ])('rejected for %j (%j) gives %j', (reason, message, expected) => {
    const order = readOrder({ ...CONFIRMED, status: 'REJECTED', amountPaid: 0, reason, message }, {});
    expect(order).toEqual({ ...READ, status: 'REJECTED', amountPaidFen: 0, ...expected });
  });

  test.each<Record<string, unknown>>([
    { shipping: 'free' },
    { shipping: -1 },
    { refunded: 0.001 },
    { parcels: 'two' },
    { parcels: [{ number: 'SF1' }, null, 7, { trackingNumber: ' ' }] },
    { trackingNumber: 1 },
    { trackingNumber: '' },
    { trackingCompany: {} },
    { reason: 5 },
    { message: ['no'] },
    { updatedAt: 'yesterday' },
    { updatedAt: 1_800_000_000 },
    { shipping: null, refunded: null, parcels: null, trackingNumber: null, reason: null, updatedAt: null },
  ])('is still read when it has %j', (fields) => {
    expect(readOrder({ ...CONFIRMED, ...fields }, {})).toEqual(READ);
  });

  test('keeps its readable parcels', () => {
    const parcels = [null, { trackingNumber: 'SF2', trackingCompany: 7 }];
    expect(readOrder({ ...CONFIRMED, parcels }, {})?.parcels).toEqual([{ trackingNumber: 'SF2' }]);
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
    ['a merchant number of another type', { ...CONFIRMED, merchantOrderNo: 7 }],
  ])('of the wrong shape (%s) is not read', (_what, body) => {
    expect(readOrder(body, {})).toBeNull();
  });

  test.each([
    [{ merchantOrderNo: 'pi_1' }, true],
    [{ merchantOrderNo: 'pi_2' }, false],
    [{ orderId: 'A-1' }, true],
    [{ orderId: 'A-2' }, false],
  ])('matches the request %j: %s', (asked, isMatch) => {
    expect(readOrder(CONFIRMED, asked) !== null).toBe(isMatch);
  });

  test('without a merchant number is taken for the requested one', () => {
    const { merchantOrderNo: _number, ...order } = CONFIRMED;
    expect(readOrder(order, { merchantOrderNo: 'pi_2' })).not.toHaveProperty('merchantOrderNo');
  });
});

test.each([
  [{ reason: 'UNKNOWN_PRODUCT' }, { reason: 'UNKNOWN_PRODUCT' }],
  [{ reason: 'address\u0007 not\r\nserved' }, { reason: 'OTHER', message: 'address not served' }],
  [{ reason: 'x'.repeat(10_000) }, { reason: 'OTHER', message: 'x'.repeat(200) }],
  [
    { reason: 'OTHER', message: 'try 13800138000' },
    { reason: 'OTHER', message: 'try ***' },
  ],
  [{ message: 'try again' }, null],
  [{ error: 'bad request' }, null],
  [{ reason: 5, message: 5 }, null],
  [{ reason: ' ' }, null],
  [{}, null],
  [{ reason: 'NUMBER_REUSED' }, { reason: 'NUMBER_REUSED' }],
  [[], null],
  [undefined, null],
])('the refusal %j of an order is %j', (body, expected) => {
  expect(readRefusal(body)).toEqual(expected);
});

test.each([
  [{ reason: 'SHIPPED' }, { reason: 'SHIPPED' }],
  [{ reason: 'already packed' }, { reason: 'OTHER', message: 'already packed' }],
  [{}, null],
  [undefined, null],
])('the refusal %j of a cancellation is %j', (body, expected) => {
  expect(readRefusedCancel(body)).toEqual(expected);
});

test.each([
  [{ fee: 0 }, { feeFen: 0, refund: 'pending' }],
  [
    { fee: 5, refund: 'done' },
    { feeFen: 500, refund: 'done' },
  ],
  [
    { fee: 0.29, refund: 'pending' },
    { feeFen: 29, refund: 'pending' },
  ],
  [
    { fee: 5, refund: 'soon' },
    { feeFen: 500, refund: 'pending' },
  ],
  [{}, null],
  [{ fee: -1 }, null],
  [{ fee: '5' }, null],
  [{ fee: 0.001 }, null],
  [[], null],
])('the cancellation %j is %j', (body, expected) => {
  expect(readCancelled(body)).toEqual(expected);
});

test.each([
  [
    { orders: [], nextCursor: null },
    { orders: [], nextCursor: null },
  ],
  [
    { orders: [CONFIRMED], nextCursor: 'x' },
    { orders: [READ], nextCursor: 'x' },
  ],
  [{ orders: [CONFIRMED, { ...CONFIRMED, orderId: null }], nextCursor: 'x' }, null],
  [{ orders: [CONFIRMED] }, null],
  [{ orders: [CONFIRMED], nextCursor: '' }, null],
  [{ orders: CONFIRMED, nextCursor: null }, null],
  [[CONFIRMED], null],
])('the page %j is %j', async (body, expected) => {
  expect(await readOrderPage(body, () => Promise.resolve())).toEqual(expected);
});

test('a page whose orders take long to read is read in slices', async () => {
  const dear = { ...CONFIRMED, parcels: Array.from({ length: 100 }, () => ({})) };
  const page = { orders: Array.from({ length: 2000 }, () => dear), nextCursor: null };
  const slicesMs: number[] = [];
  const pause = (spentMs: number): Promise<void> => {
    slicesMs.push(spentMs);
    return Promise.resolve();
  };
  expect((await readOrderPage(page, pause))?.orders).toHaveLength(2000);
  expect(slicesMs.length).toBeGreaterThan(10);
});
