import { ORDER_STATUSES } from '@procurement-intents/contract/gateway/codes';
import { describe, expect, it } from 'vitest';
import {
  decideTracking,
  isTrackingOver,
  TRACKING_MS,
  type TrackedIntent,
  type TrackedOrder,
} from './decide-tracking.ts';
import type { OrderDetails } from './order-details.ts';
import { before, NOW } from '../../test/test-purchase.ts';

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

describe('what an order of a completed intent changes', () => {
  const intent = (change: Partial<TrackedIntent> = {}): TrackedIntent => ({
    totalFen: BigInt(PAID),
    amountPaidFen: BigInt(PAID),
    completedAt: before(0),
    orderStatus: 'PLACED',
    refundedFen: null,
    parcels: null,
    ...change,
  });
  const order = (status: OrderDetails['status'], more: Partial<OrderDetails> = {}): OrderDetails => ({
    orderId: 'ORD-1',
    status,
    amountPaidFen: PAID,
    parcels: [],
    ...more,
  });
  const SENT = { parcels: [{ trackingNumber: 'SF1' }, { trackingNumber: 'SF2' }] };
  const later = (ms: number): Date => new Date(NOW.getTime() + ms);

  it.each<[string, TrackedIntent, OrderDetails | null, object]>([
    ['nothing while nobody answers', intent(), null, { fields: { nextAttemptAt: later(500) }, event: null }],
    [
      'nothing when it is as it was',
      intent(),
      order('CONFIRMED'),
      { fields: { nextAttemptAt: later(500) }, event: null },
    ],
    [
      'its parcels',
      intent(),
      order('SHIPPED', SENT),
      { fields: { orderStatus: 'SHIPPED', ...SENT }, event: { type: 'order.shipped', detail: 'SF1, SF2' } },
    ],
    [
      'one more parcel',
      intent({ orderStatus: 'SHIPPED', parcels: [{ trackingNumber: 'SF1' }] }),
      order('SHIPPED', SENT),
      { event: { type: 'order.shipped', detail: 'SF1, SF2' } },
    ],
    [
      'its end on delivery',
      intent({ orderStatus: 'SHIPPED' }),
      order('DELIVERED'),
      { fields: { orderStatus: 'DELIVERED', nextAttemptAt: null }, event: { type: 'order.delivered' } },
    ],
    [
      'that the shop has cancelled it',
      intent(),
      order('CANCELLED', { reason: 'OUT_OF_STOCK' }),
      { event: { type: 'order.cancelled_by_shop', detail: 'OUT_OF_STOCK' }, isCancelledByShop: true },
    ],
    [
      'that the shop has rejected it after all',
      intent(),
      order('REJECTED', { reason: 'PAYMENT_FAILED', refundedFen: PAID }),
      {
        fields: { orderStatus: 'CANCELLED', refundedFen: BigInt(PAID), nextAttemptAt: null },
        event: { type: 'order.cancelled_by_shop', detail: 'PAYMENT_FAILED' },
        isCancelledByShop: true,
      },
    ],
    [
      'that it is paid back',
      intent({ orderStatus: 'CANCELLED' }),
      order('CANCELLED', { refundedFen: PAID }),
      { fields: { refundedFen: BigInt(PAID), nextAttemptAt: null }, event: { type: 'order.refunded' } },
    ],
    [
      'that it costs more than agreed',
      intent(),
      order('CONFIRMED', { amountPaidFen: 90_000 }),
      { fields: { amountPaidFen: 90_000n }, event: { type: 'order.overcharged' } },
    ],
  ])('%s', (_what, row, news, expected) => {
    expect(decideTracking(row, news, NOW, false)).toMatchObject(expected);
  });

  it.each<[OrderDetails['status'], isFollowed: boolean, hours: number]>([
    ['CONFIRMED', false, 0.25],
    ['CONFIRMED', true, 6],
    ['SHIPPED', false, 6],
    ['SHIPPED', true, 24],
    ['CANCELLED', true, 24],
  ])(
    'asks about an old order that is %s, followed by the list: %s, after %s hours',
    (status, isFollowed, hours) => {
      const row = intent({ completedAt: before(20 * 86_400_000) });
      expect(decideTracking(row, order(status), NOW, isFollowed).fields.nextAttemptAt).toEqual(
        later(hours * 3_600_000),
      );
    },
  );

  it.each<[minutes: number, afterMs: number]>([
    [0, 500],
    [8, 120_000],
    [40, 600_000],
    [80, 900_000],
  ])('asks about an order that was confirmed %s minutes ago after %s ms', (minutes, afterMs) => {
    const row = intent({ completedAt: before(minutes * 60_000) });
    expect(decideTracking(row, order('CONFIRMED'), NOW, false).fields.nextAttemptAt).toEqual(later(afterMs));
  });
});
