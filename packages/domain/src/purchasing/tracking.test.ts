import { ORDER_STATUSES } from '@procurement-intents/contract/gateway/codes';
import { describe, expect, it } from 'vitest';
import { isTrackingOver, TRACKING_MS, type TrackedOrder } from './tracking.ts';

const PAID = 39_800;

describe('the tracking of an order', () => {
  it.each<[TrackedOrder['status'], refundedFen: number | undefined, isOver: boolean]>([
    ['ACCEPTED', undefined, false],
    ['CONFIRMED', undefined, false],
    ['CONFIRMED', 0, false],
    ['CONFIRMED', PAID, false],
    ['SHIPPED', undefined, false],
    ['SHIPPED', 0, false],
    ['SHIPPED', 1000, false],
    ['DELIVERED', undefined, true],
    ['DELIVERED', 0, true],
    ['REJECTED', undefined, false],
    ['CANCELLED', undefined, false],
    ['CANCELLED', 0, false],
    ['CANCELLED', PAID - 1, false],
    ['CANCELLED', PAID, true],
    ['CANCELLED', PAID + 1, true],
  ])('that is %s with %s fen paid back: over %s', (status, refundedFen, isOver) => {
    const order = { status, amountPaidFen: PAID, ...(refundedFen !== undefined && { refundedFen }) };
    expect(isTrackingOver(order, 0)).toBe(isOver);
    expect(isTrackingOver(order, TRACKING_MS)).toBe(isOver);
  });

  it('of which nothing was paid is over when the shop withdraws it', () => {
    expect(isTrackingOver({ status: 'CANCELLED', amountPaidFen: 0 }, 0)).toBe(true);
  });

  it('goes on while the platform does not answer', () => {
    expect(isTrackingOver(null, TRACKING_MS)).toBe(false);
  });

  it.each([null, ...ORDER_STATUSES])('ends after 30 days, %s', (status) => {
    expect(isTrackingOver(status && { status, amountPaidFen: PAID }, TRACKING_MS + 1)).toBe(true);
  });
});
