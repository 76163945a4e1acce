import { describe, expect, it } from 'vitest';
import { decideTracking, type TrackedIntent } from './decide-tracking.ts';
import type { OrderDetails } from './order-details.ts';
import { before, NOW } from '../../test/test-purchase.ts';

const PAID = 39_800;

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
});
