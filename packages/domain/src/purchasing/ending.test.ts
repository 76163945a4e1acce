import { describe, expect, it } from 'vitest';
import { endingOf } from './ending.ts';
import type { OrderNews } from './order-news.ts';
import type { Outcome } from './purchase-steps.ts';
import { NOW } from '../../test/test-purchase.ts';

const INTENT = { status: 'PROCESSING', totalFen: 39_800n, amountPaidFen: null } as const;
const order = (status: OrderNews['status'], more: Partial<OrderNews> = {}): OrderNews => ({
  orderId: 'ORD-1',
  status,
  amountPaidFen: 39_800,
  parcels: [],
  ...more,
});
const KNOWN = { orderId: 'ORD-1', cancelRequestedAt: null };

describe('an outcome writes', () => {
  it.each<[string, Outcome<OrderNews>, object]>([
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
        owesLookup: false,
      },
    ],
    [
      'that the order cost too much, too',
      { to: 'COMPLETED', order: order('SHIPPED', { amountPaidFen: 90_000 }) },
      {
        fields: { orderStatus: 'SHIPPED', amountPaidFen: 90_000n },
        also: { type: 'order.overcharged', detail: '900 paid, 398 agreed' },
      },
    ],
    [
      'why it failed without an order, and that one may turn up',
      { to: 'FAILED', failureCode: 'OUT_OF_STOCK', order: null, mayTurnUp: true },
      {
        fields: { status: 'FAILED', failureCode: 'OUT_OF_STOCK', cancelRequestedAt: null },
        event: { type: 'intent.failed', detail: 'OUT_OF_STOCK' },
        owesLookup: true,
        charge: null,
      },
    ],
    [
      'the fee of an order that was withdrawn, and not its amount',
      {
        to: 'FAILED',
        failureCode: 'PROCESSING_TIMEOUT',
        order: order('CANCELLED'),
        feeFen: 500,
        mayTurnUp: false,
      },
      { fields: { ...KNOWN, orderStatus: 'CANCELLED', cancellationFeeFen: 500n }, owesLookup: false },
    ],
    [
      'that it was cancelled for nothing',
      { to: 'CANCELLED', order: null, feeFen: 0, mayTurnUp: false },
      {
        fields: { status: 'CANCELLED', cancelledAt: NOW, cancellationFeeFen: 0n },
        event: { type: 'intent.cancelled', from: 'PROCESSING', to: 'CANCELLED' },
        owesLookup: false,
      },
    ],
  ])('%s', (_what, outcome, ending) => {
    expect(endingOf(INTENT, outcome, NOW)).toMatchObject(ending);
  });

  it('no amount of an order that was never paid', () => {
    const { fields } = endingOf(
      INTENT,
      { to: 'CANCELLED', order: order('CANCELLED'), feeFen: 0, mayTurnUp: false },
      NOW,
    );
    expect(fields).not.toHaveProperty('amountPaidFen');
  });
});
