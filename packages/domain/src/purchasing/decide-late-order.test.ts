import { describe, expect, it } from 'vitest';
import type { CancelAnswer, FindAnswer, OrderFacts } from './answers.ts';
import {
  decideLateCancel,
  decideLateOrder,
  type LateLookup,
  lateOrderOf,
  LOOKUP_DELAYS_MS,
} from './decide-late-order.ts';
import type { OrderDetails } from './order-details.ts';
import { FOUND, NOTHING, order, unclear } from '../../test/test-purchase.ts';

const LAST = LOOKUP_DELAYS_MS.length - 1;
const OURS = 'ORD-1';

describe('a look-up after the end', () => {
  it.each<[string, FindAnswer<OrderFacts>, Partial<LateLookup>, object]>([
    [
      'is repeated without an answer',
      unclear('TIMEOUT'),
      { step: 2 },
      { kind: 'lookUpAgain', step: 2, afterMs: 60_000 },
    ],
    ['comes back later without an order', NOTHING, {}, { kind: 'lookUpAgain', step: 1, afterMs: 600_000 }],
    ['gives up after the last one', NOTHING, { step: LAST }, { kind: 'giveUp', alarms: [] }],
    ...[{ shownOrderId: 'ORD-1' }, { cancelRequestedOrderId: 'ORD-1' }].map(
      (known): [string, FindAnswer<OrderFacts>, Partial<LateLookup>, object] => [
        'tells then of an order that was shown before',
        NOTHING,
        { step: LAST, ...known },
        { kind: 'giveUp', alarms: [{ kind: 'missing', orderId: 'ORD-1' }] },
      ],
    ),
    ['cancels an order that lives', FOUND('CONFIRMED'), {}, { kind: 'cancel', order: order('CONFIRMED') }],
    [
      'leaves an order that the shop has ended',
      FOUND('CANCELLED'),
      {},
      { kind: 'finish', type: 'order.found_without_effect', order: order('CANCELLED') },
    ],
    [
      'asks for the fee of its own cancellation again',
      FOUND('CANCELLED'),
      { cancelRequestedOrderId: OURS },
      { kind: 'cancel', order: order('CANCELLED') },
    ],
    [
      'leaves a rejected order, whatever was asked before',
      FOUND('REJECTED'),
      { cancelRequestedOrderId: OURS },
      { kind: 'finish', type: 'order.found_without_effect', order: order('REJECTED') },
    ],
  ])('%s', (_what, found, lookup, decision) => {
    expect(
      decideLateOrder(
        { step: 0, cancelRequestedOrderId: null, shownOrderId: null, isShownCancelled: false, ...lookup },
        found,
      ),
    ).toEqual(decision);
  });
});

const LOOKUP = { step: 1, cancelRequestedOrderId: null };
const late = (status: OrderDetails['status'], amountPaidFen = 39_800): OrderDetails => ({
  ...order(status),
  amountPaidFen,
  parcels: [],
});

describe('the cancellation of a late order', () => {
  it.each<[string, OrderFacts['status'], CancelAnswer, object]>([
    [
      'is repeated without an answer',
      'CONFIRMED',
      unclear('TIMEOUT'),
      { kind: 'lookUpAgain', step: 1, afterMs: 60_000, alarms: [] },
    ],
    [
      'ends with the cancelled order',
      'CONFIRMED',
      { ok: true, feeFen: 500 },
      { kind: 'finish', type: 'order.late_cancelled', order: order('CANCELLED') },
    ],
    [
      'ends with an order that was cancelled already',
      'CANCELLED',
      { ok: false, kind: 'refused', reason: 'OTHER' },
      { kind: 'finish', type: 'order.late_cancelled', order: order('CANCELLED') },
    ],
    [
      'leaves an order that cannot be cancelled',
      'SHIPPED',
      { ok: false, kind: 'refused', reason: 'SHIPPED' },
      { kind: 'finish', type: 'order.late_stands', order: order('SHIPPED') },
    ],
  ])('%s', (_what, status, answer, decision) => {
    expect(decideLateCancel(LOOKUP, late(status), answer, 1)).toMatchObject(decision);
  });
});

describe('the last look-up writes', () => {
  const agreed = { totalFen: 39_800n, amountPaidFen: null };

  it('the fee of an order that it cancelled, and not its amount', () => {
    const finish = { kind: 'finish', type: 'order.late_cancelled', order: late('CANCELLED') } as const;
    expect(lateOrderOf(agreed, finish, { ok: true, feeFen: 500 })).toMatchObject({
      fields: { orderId: 'ORD-1', orderStatus: 'CANCELLED', cancellationFeeFen: 500n },
      event: { type: 'order.late_cancelled', detail: 'ORD-1' },
    });
    expect(lateOrderOf(agreed, finish).fields).toEqual({ orderId: 'ORD-1', orderStatus: 'CANCELLED' });
  });

  it('the amount of an order that stands, and that it is too much', () => {
    const finish = { kind: 'finish', type: 'order.late_stands', order: late('SHIPPED', 90_000) } as const;
    expect(lateOrderOf(agreed, finish)).toMatchObject({
      fields: { orderStatus: 'SHIPPED', amountPaidFen: 90_000n },
      event: { type: 'order.late_stands' },
      also: { type: 'order.overcharged', detail: '900 paid, 398 agreed' },
    });
  });

  it('no amount where the intent is deleted', () => {
    const finish = { kind: 'finish', type: 'order.late_stands', order: late('SHIPPED', 90_000) } as const;
    expect(lateOrderOf(null, finish)).toMatchObject({
      event: { type: 'order.late_stands' },
      also: undefined,
    });
  });
});
