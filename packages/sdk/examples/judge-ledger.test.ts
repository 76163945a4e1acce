import { describe, expect, it } from 'vitest';
import { judgeLedger } from './judge-ledger.ts';

const claim = (status: string, orderId: string | null = null) => ({
  label: 'ordinary',
  quantity: 7,
  status,
  orderId,
});
const order = (orderId: string, status = 'SHIPPED', quantity = 7) => ({ orderId, status, quantity });

describe('judgeLedger', () => {
  it.each([
    ['a completed intent with its order', claim('COMPLETED', 'A1'), [order('A1')]],
    [
      'a completed intent beside orders of others',
      claim('COMPLETED', 'A1'),
      [order('A1'), order('A2', 'SHIPPED', 8)],
    ],
    ['a failed intent with a rejected order', claim('FAILED', 'A1'), [order('A1', 'REJECTED')]],
    ['a cancelled intent with a cancelled order', claim('CANCELLED', 'A1'), [order('A1', 'CANCELLED')]],
    ['a refused intent without orders', claim('REFUSED'), []],
    ['an intent under way with its order', claim('PROCESSING'), [order('A1', 'ACCEPTED')]],
  ])('accepts %s', (_, each, orders) => expect(judgeLedger([each], orders).problems).toEqual([]));

  it.each([
    ['two orders of a completed intent', claim('COMPLETED', 'A1'), [order('A1'), order('A2')]],
    ['a completed intent without an order', claim('COMPLETED', 'A1'), []],
    ['a completed intent whose order was cancelled', claim('COMPLETED', 'A1'), [order('A1', 'CANCELLED')]],
    ['a completed intent with the order of another intent', claim('COMPLETED', 'A1'), [order('A2')]],
    ['an order of a failed intent', claim('FAILED'), [order('A1')]],
    ['an order of a cancelled intent', claim('CANCELLED'), [order('A1', 'CONFIRMED')]],
    ['an order of a refused intent', claim('REFUSED'), [order('A1')]],
    ['two orders of an intent under way', claim('PROCESSING'), [order('A1'), order('A2')]],
  ])('names %s', (_, each, orders) => {
    expect(judgeLedger([each], orders).problems).toEqual([expect.stringMatching(/^ordinary: /)]);
  });

  it('counts the active orders', () => {
    const orders = [order('A1'), order('A2', 'REJECTED'), order('A3', 'SHIPPED', 8)];
    expect(judgeLedger([claim('COMPLETED', 'A1')], orders).orderCount).toBe(1);
  });
});
