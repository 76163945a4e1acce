import { describe, expect, it } from 'vitest';
import type { CancelAnswer } from './answers.ts';
import { decideTracking, type TrackedIntent } from './decide-tracking.ts';
import type { OrderDetails } from './order-details.ts';
import { before, NOTHING, NOW, unclear } from '../../test/test-purchase.ts';

const PAID = 39_800;

describe('what an order of a completed intent changes', () => {
  const intent = (change: Partial<TrackedIntent> = {}): TrackedIntent => ({
    totalFen: BigInt(PAID),
    amountPaidFen: BigInt(PAID),
    orderId: 'ORD-1',
    completedAt: before(0),
    orderStatus: 'PLACED',
    refundedFen: null,
    parcels: null,
    orderMissingAt: null,
    missingReportedAt: null,
    cancelSentOrderId: null,
    isSentCancelRefused: false,
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
    ['nothing while nobody answers', intent(), null, { fields: {}, nextAttemptAt: later(500), event: null }],
    [
      'nothing when it is as it was',
      intent(),
      order('CONFIRMED'),
      { fields: {}, nextAttemptAt: later(500), event: null },
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
      { fields: { orderStatus: 'DELIVERED' }, nextAttemptAt: null, event: { type: 'order.delivered' } },
    ],
    [
      'that the shop has cancelled it',
      intent(),
      order('CANCELLED', { reason: 'OUT_OF_STOCK' }),
      {
        event: { type: 'order.cancelled_by_shop', detail: 'OUT_OF_STOCK' },
        alarms: [{ kind: 'cancelled_by_shop', orderId: 'ORD-1' }],
      },
    ],
    [
      'that the shop has rejected it after all',
      intent(),
      order('REJECTED', { reason: 'PAYMENT_FAILED', refundedFen: PAID }),
      {
        fields: { orderStatus: 'CANCELLED', refundedFen: BigInt(PAID) },
        nextAttemptAt: null,
        event: { type: 'order.cancelled_by_shop', detail: 'PAYMENT_FAILED' },
        alarms: [{ kind: 'cancelled_by_shop', orderId: 'ORD-1' }],
      },
    ],
    [
      'that it is paid back',
      intent({ orderStatus: 'CANCELLED' }),
      order('CANCELLED', { refundedFen: PAID }),
      { fields: { refundedFen: BigInt(PAID) }, nextAttemptAt: null, event: { type: 'order.refunded' } },
    ],
    [
      'nothing by a status from before',
      intent({ orderStatus: 'SHIPPED' }),
      order('CONFIRMED', { refundedFen: 0 }),
      { fields: {}, nextAttemptAt: later(500), event: null },
    ],
    [
      'what is paid back, whatever the status',
      intent({ orderStatus: 'SHIPPED' }),
      order('CONFIRMED', { refundedFen: 100 }),
      { fields: { orderStatus: 'SHIPPED', refundedFen: 100n }, event: { type: 'order.refunded' } },
    ],
    [
      'that it costs more than agreed',
      intent(),
      order('CONFIRMED', { amountPaidFen: 90_000 }),
      {
        fields: { amountPaidFen: 90_000n },
        event: { type: 'order.overcharged' },
        alarms: [{ kind: 'overcharged', orderId: 'ORD-1', detail: '900 paid, 398 agreed' }],
      },
    ],
  ])('%s', (_what, row, news, expected) => {
    const found = news ? { ok: true as const, order: news } : unclear('TIMEOUT');
    expect(decideTracking(row, { found }, NOW, false)).toMatchObject(expected);
  });

  describe('when our cancellation of it had no answer', () => {
    const OPEN = { cancelSentOrderId: 'ORD-1' };
    const TOLD = { ...OPEN, orderStatus: 'CANCELLED' };
    const FOR_US = { type: 'order.late_cancelled', detail: 'ORD-1' };
    const cancelled = order('CANCELLED');
    const late = (more: object = {}) => [
      { kind: 'late', orderId: 'ORD-1', outcome: 'cancelled', amountPaid: 398, ...more },
    ];
    const REFUSED = { ok: false, kind: 'refused', reason: 'OTHER' } as const;

    it.each<[string, Partial<TrackedIntent>, CancelAnswer, object]>([
      [
        'that it was cancelled for us, and the fee',
        OPEN,
        { ok: true, feeFen: 500 },
        {
          fields: { orderStatus: 'CANCELLED', cancellationFeeFen: 500n, cancelSentOrderId: null },
          event: FOR_US,
          alarms: late({ fee: 5 }),
        },
      ],
      [
        'that it was cancelled for us, and asks again for the fee',
        OPEN,
        unclear('TIMEOUT'),
        { fields: { orderStatus: 'CANCELLED' }, event: FOR_US, alarms: late(), nextAttemptAt: later(500) },
      ],
      [
        'the fee that becomes known later, without another alarm',
        TOLD,
        { ok: true, feeFen: 500 },
        {
          fields: { cancellationFeeFen: 500n, cancelSentOrderId: null },
          event: FOR_US,
          isVisible: true,
          alarms: [],
        },
      ],
      [
        'nothing while the fee stays unknown',
        TOLD,
        unclear('TIMEOUT'),
        { fields: {}, event: null, isVisible: false, alarms: [], nextAttemptAt: later(500) },
      ],
      [
        'that the shop has cancelled it, when it refused ours',
        OPEN,
        REFUSED,
        {
          fields: { cancelSentOrderId: null },
          event: { type: 'order.cancelled_by_shop' },
          alarms: [{ kind: 'cancelled_by_shop', orderId: 'ORD-1' }],
        },
      ],
    ])('%s', (_what, row, answer, expected) => {
      const found = { ok: true, order: cancelled } as const;
      // A list of changed orders names no fee.
      const decided = decideTracking(intent(row), { found, cancelled: answer }, NOW, !answer.ok);
      expect(decided).toMatchObject(expected);
      const isSettled = answer.ok || answer.kind === 'refused';
      expect('cancelSentOrderId' in decided.fields).toBe(isSettled);
    });
  });

  const known = { ok: true, order: order('CONFIRMED') } as const;
  const at = (orderMissingAt: Date | null, missingReportedAt: Date | null = null) => ({
    orderMissingAt,
    missingReportedAt,
  });
  it.each([
    ['is noted at first', at(null), NOTHING, { orderMissingAt: NOW }, false],
    ['is not reported within 10 s', at(before(9999)), NOTHING, { orderMissingAt: before(9999) }, false],
    ['is reported after 10 s', at(before(10_000)), NOTHING, at(before(10_000), NOW), true],
    ['is reported once', at(before(90_000), before(1)), NOTHING, { orderMissingAt: before(90_000) }, false],
    ['stays as it is without an answer', at(before(10_000)), unclear('HTTP_404'), {}, false],
    ['is forgotten when it is known again', at(before(90_000), before(1)), known, at(null), false],
    ['is no question for one that is known', at(null), known, {}, false],
  ])('a missing order %s', (_what, times, found, changed, isMissing) => {
    const decided = decideTracking(intent(times), { found }, NOW, false);
    const alarms = isMissing ? [{ kind: 'missing', orderId: 'ORD-1' }] : [];
    expect(decided).toMatchObject({ alarms, event: null, nextAttemptAt: later(500) });
    expect(decided.fields).toEqual({ ...changed, ...(found.ok && { orderCheckedAt: NOW }) });
  });
});
