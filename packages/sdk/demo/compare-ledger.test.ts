import { describe, expect, it } from 'vitest';
import { compareLedger } from './compare-ledger.ts';

const purchase = (status: string, orderId: string | null = null) => ({
  label: 'ordinary',
  quantity: 7,
  status,
  orderId,
});
const order = (orderId: string, status = 'SHIPPED', quantity = 7) => ({ orderId, status, quantity });

describe('judgeLedger', () => {
  it.each([
    ['a completed intent with its order', purchase('COMPLETED', 'A1'), [order('A1')]],
    [
      'a completed intent beside orders of others',
      purchase('COMPLETED', 'A1'),
      [order('A1'), order('A2', 'SHIPPED', 8)],
    ],
    ['a failed intent with a rejected order', purchase('FAILED', 'A1'), [order('A1', 'REJECTED')]],
    ['a cancelled intent with a cancelled order', purchase('CANCELLED', 'A1'), [order('A1', 'CANCELLED')]],
    ['a refused intent without orders', purchase('REFUSED'), []],
    ['an intent under way with its order', purchase('PROCESSING'), [order('A1', 'ACCEPTED')]],
  ])('accepts %s', (_, each, orders) => expect(compareLedger([each], orders).problems).toEqual([]));

  it.each([
    ['two orders of a completed intent', purchase('COMPLETED', 'A1'), [order('A1'), order('A2')]],
    ['a completed intent without an order', purchase('COMPLETED', 'A1'), []],
    ['a completed intent whose order was cancelled', purchase('COMPLETED', 'A1'), [order('A1', 'CANCELLED')]],
    ['a completed intent with the order of another intent', purchase('COMPLETED', 'A1'), [order('A2')]],
    ['an order of a failed intent', purchase('FAILED'), [order('A1')]],
    ['an order of a cancelled intent', purchase('CANCELLED'), [order('A1', 'CONFIRMED')]],
    ['an order of a refused intent', purchase('REFUSED'), [order('A1')]],
    ['two orders of an intent under way', purchase('PROCESSING'), [order('A1'), order('A2')]],
  ])('names %s', (_, each, orders) => {
    expect(compareLedger([each], orders).problems).toEqual([expect.stringMatching(/^ordinary: /)]);
  });

  it('counts the active orders', () => {
    const orders = [order('A1'), order('A2', 'REJECTED'), order('A3', 'SHIPPED', 8)];
    expect(compareLedger([purchase('COMPLETED', 'A1')], orders).orderCount).toBe(1);
  });
});
