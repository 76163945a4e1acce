import { describe, expect, it } from 'vitest';
import {
  GatewayListQuery,
  GatewayOrder,
  GatewayOrderRequest,
  GatewayQuoteQuery,
  GatewayRefusal,
  MerchantOrderNo,
} from './messages.ts';

const REQUEST = {
  merchantOrderNo: 'pi_0190b6c2f0a87d1e9c3b2a1f0e9d8c7b',
  productUrl: 'https://item.shop-a.example/1',
  quantity: 2,
  unitPrice: 199,
  recipient: { name: '张三', address: '北京市朝阳区', phone: '13800138000' },
};
const ORDER = { orderId: 'A-1', merchantOrderNo: 'no-1', status: 'CONFIRMED', amountPaid: 398 };

describe('an order request', () => {
  it.each([
    ['only the required fields', {}],
    ['a bound, a time and remarks', { maxTotal: 408.5, placeBefore: 1, remarks: '请尽快' }],
    ['unknown fields', { gift: true }],
  ])('may have %s', (_what, fields) => {
    expect(GatewayOrderRequest.safeParse({ ...REQUEST, ...fields }).success).toBe(true);
  });

  it.each([
    { quantity: 0 },
    { unitPrice: 0 },
    { unitPrice: 1.005 },
    { unitPrice: '199' },
    { maxTotal: -1 },
    { maxTotal: 0.1 + 0.2 },
    { placeBefore: 0 },
    { placeBefore: 1.5 },
    { productUrl: 'ftp://shop/1' },
    { recipient: { ...REQUEST.recipient, phone: ' ' } },
    { remarks: 'x'.repeat(501) },
  ])('may not have %j', (fields) => {
    expect(GatewayOrderRequest.safeParse({ ...REQUEST, ...fields }).success).toBe(false);
  });
});

it.each([
  ['x', true],
  ['x'.repeat(64), true],
  ['aZ09_-', true],
  ['', false],
  ['x'.repeat(65), false],
  ['a/b', false],
  ['茶', false],
])('takes the number %j: %s', (number, isGood) => {
  expect(MerchantOrderNo.safeParse(number).success).toBe(isGood);
});

it.each([
  [0, true],
  [0.29, true],
  [99_999_999_999.99, true],
  [2 ** 46, false],
  [1.005, false],
  [-0.01, false],
  [NaN, false],
])('takes %s yuan: %s', (amountPaid, isGood) => {
  expect(GatewayOrder.safeParse({ ...ORDER, amountPaid }).success).toBe(isGood);
});

it('accepts an order with every optional field', () => {
  const order = {
    ...ORDER,
    shipping: 10,
    refunded: 0,
    parcels: [{ trackingNumber: 'SF1', trackingCompany: '顺丰速运' }, { trackingNumber: 'SF2' }],
    trackingNumber: 'SF1',
    updatedAt: '2026-11-21T00:00:00.000Z',
  };
  expect(GatewayOrder.parse(order)).toEqual(order);
});

it('accepts NUMBER_REUSED as a reason and no unknown one', () => {
  expect(GatewayRefusal.safeParse({ reason: 'NUMBER_REUSED' }).success).toBe(true);
  expect(GatewayRefusal.safeParse({ reason: 'NO_IDEA' }).success).toBe(false);
});

it.each([
  [{ changedSince: '2026-11-21T00:00:00Z' }, true],
  [{ changedSince: '2026-11-21T00:00:00.123Z', cursor: 'x' }, true],
  [{ changedSince: '2026-11-21' }, false],
  [{ changedSince: '2026-11-21T08:00:00+08:00' }, false],
  [{}, false],
])('takes the list query %j: %s', (query, isGood) => {
  expect(GatewayListQuery.safeParse(query).success).toBe(isGood);
});

it.each([
  [{ url: 'https://item.shop-a.example/1', quantity: '2' }, 2],
  [{ url: 'https://item.shop-a.example/1' }, 1],
])('reads the quote query %j', (query, quantity) => {
  expect(GatewayQuoteQuery.parse(query)).toEqual({ url: 'https://item.shop-a.example/1', quantity });
});

it.each([
  {},
  { url: 'shop' },
  { url: 'https://shop/1', quantity: 'two' },
  { url: 'https://shop/1', quantity: '0' },
])('refuses the quote query %j', (query) => {
  expect(GatewayQuoteQuery.safeParse(query).success).toBe(false);
});
