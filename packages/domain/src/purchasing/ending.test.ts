import { describe, expect, it } from 'vitest';
import { attemptEndingOf, endingOf } from './ending.ts';
import type { OrderDetails } from './order-details.ts';
import type { Outcome } from './purchase-steps.ts';
import { NOW } from '../../test/test-purchase.ts';

const INTENT = { status: 'PROCESSING', totalFen: 39_800n, amountPaidFen: null } as const;
const order = (status: OrderDetails['status'], more: Partial<OrderDetails> = {}): OrderDetails => ({
  orderId: 'ORD-1',
  status,
  amountPaidFen: 39_800,
  parcels: [],
  ...more,
});
const UNKNOWN = { ...INTENT, orderId: null, foundOrderId: null };
const CLAIMED = { orderInFlightUntil: null, retryOrderAfter: NOW };
const KNOWN = { orderId: 'ORD-1', cancelRequestedAt: null };

describe('an outcome writes', () => {
  it.each<[string, Outcome<OrderDetails>, object]>([
    [
      'the order and what it cost',
      { to: 'COMPLETED', order: order('CONFIRMED') },
      {
        fields: {
          ...KNOWN,
          status: 'COMPLETED',
          completedAt: NOW,
          orderStatus: 'PLACED',
          amountPaidFen: 39_800n,
        },
        event: { type: 'intent.completed', from: 'PROCESSING', to: 'COMPLETED', detail: 'ORD-1' },
        also: undefined,
        needsLookup: false,
      },
    ],
    [
      'that the order cost too much, too',
      { to: 'COMPLETED', order: order('SHIPPED', { amountPaidFen: 90_000 }) },
      {
        fields: { orderStatus: 'SHIPPED', amountPaidFen: 90_000n },
        also: { type: 'order.overcharged', detail: '900 paid, 398 agreed' },
        alarms: [{ kind: 'overcharged', orderId: 'ORD-1', detail: '900 paid, 398 agreed' }],
      },
    ],
    [
      'why it failed without an order, and that one may turn up',
      { to: 'FAILED', failureCode: 'OUT_OF_STOCK', order: null, mayAppear: true },
      {
        fields: { status: 'FAILED', failureCode: 'OUT_OF_STOCK', cancelRequestedAt: null },
        event: { type: 'intent.failed', detail: 'OUT_OF_STOCK' },
        needsLookup: true,
        alarms: [],
      },
    ],
    [
      'the fee of an order that was withdrawn, and not its amount',
      {
        to: 'FAILED',
        failureCode: 'PROCESSING_TIMEOUT',
        // As a platform shows it that names 0 before anything is paid back.
        order: order('CANCELLED', { refundedFen: 0 }),
        feeFen: 500,
        mayAppear: false,
      },
      {
        fields: { ...KNOWN, orderStatus: 'CANCELLED', cancellationFeeFen: 500n },
        also: undefined,
        needsLookup: false,
        alarms: [],
      },
    ],
    [
      'what a shop keeps for an order that it has cancelled',
      {
        to: 'FAILED',
        failureCode: 'PLATFORM_REJECTED',
        order: order('CANCELLED', { refundedFen: 30_000 }),
        mayAppear: false,
      },
      {
        fields: { ...KNOWN, status: 'FAILED', amountPaidFen: 39_800n, refundedFen: 30_000n },
        event: { type: 'intent.failed' },
        also: { type: 'order.amount_changed', detail: '398' },
        alarms: [{ kind: 'money_kept', orderId: 'ORD-1', kept: 98 }],
      },
    ],
    [
      'that it was cancelled for nothing',
      { to: 'CANCELLED', order: null, feeFen: 0, mayAppear: false },
      {
        fields: { status: 'CANCELLED', cancelledAt: NOW, cancellationFeeFen: 0n },
        event: { type: 'intent.cancelled', from: 'PROCESSING', to: 'CANCELLED' },
        needsLookup: false,
      },
    ],
  ])('%s', (_what, outcome, ending) => {
    expect(endingOf(INTENT, outcome, NOW)).toMatchObject(ending);
  });

  it.each([
    ['nothing more of an order that may have been sent', {}, {}],
    ['the times in flight from before an order that was not sent', { revertsInFlight: true }, CLAIMED],
  ])('%s', (_what, reversal, times) => {
    const outcome = { to: 'FAILED', failureCode: 'OUT_OF_STOCK', order: null, mayAppear: true } as const;
    const ending = endingOf(INTENT, outcome, NOW);
    expect(attemptEndingOf({ ...UNKNOWN, ...CLAIMED }, { kind: 'end', outcome, ...reversal }, NOW)).toEqual({
      ...ending,
      fields: { ...ending.fields, ...times },
    });
  });

  it('and of a purchase that completes, when its order was looked at', () => {
    const outcome = { to: 'COMPLETED', order: order('CONFIRMED') } as const;
    const { fields } = attemptEndingOf({ ...UNKNOWN, ...CLAIMED }, { kind: 'end', outcome }, NOW);
    expect(fields).toEqual({ ...endingOf(INTENT, outcome, NOW).fields, orderCheckedAt: NOW });
  });

  it('and tells of an order that it ends without', () => {
    const outcome = {
      to: 'FAILED',
      failureCode: 'PROCESSING_TIMEOUT',
      order: null,
      mayAppear: true,
    } as const;
    for (const known of [{ orderId: 'ORD-1' }, { foundOrderId: 'ORD-1' }]) {
      const intent = { ...UNKNOWN, ...CLAIMED, ...known };
      expect(attemptEndingOf(intent, { kind: 'end', outcome }, NOW)).toMatchObject({
        needsLookup: true,
        alarms: [{ kind: 'missing', orderId: 'ORD-1' }],
      });
    }
  });

  it('no amount of an order that was never paid', () => {
    const { fields } = endingOf(
      INTENT,
      { to: 'CANCELLED', order: order('CANCELLED'), feeFen: 0, mayAppear: false },
      NOW,
    );
    expect(fields).not.toHaveProperty('amountPaidFen');
  });
});

it.each([
  ['all is paid back', 'CANCELLED', 39_800],
  ['it is not told what is paid back', 'CANCELLED', undefined],
  ['nothing was taken', 'REJECTED', undefined],
] as const)('shows no amount of an order that came to nothing when %s', (_when, status, refundedFen) => {
  const dead = order(status, refundedFen === undefined ? {} : { refundedFen });
  const outcome = { to: 'FAILED', failureCode: 'PLATFORM_REJECTED', order: dead, mayAppear: false } as const;
  const { fields, also } = endingOf(INTENT, outcome, NOW);
  expect(fields).not.toHaveProperty('amountPaidFen');
  expect(also).toBeUndefined();
});
