import { describe, expect, it } from 'vitest';
import type { CancelAnswer } from './answers.ts';
import { decideLateCancel, lateOrderOf } from './decide-late-order.ts';
import type { OrderDetails } from './order-details.ts';
import { doubtAlarms, overdueAlarms } from './order-alarms.ts';
import { acceptedOf } from './purchase-changes.ts';
import { NOW, unclear } from '../../test/test-purchase.ts';

const order = (status: OrderDetails['status'], amountPaidFen = 39_800): OrderDetails => ({
  orderId: 'ORD-1',
  status,
  amountPaidFen,
  parcels: [],
});
const UNCONFIRMED = { kind: 'unconfirmed', orderId: 'ORD-1', reason: 'SHIPPED' };

describe('an order that is neither confirmed nor cancelled', () => {
  it.each<[string, first: boolean, attempts: number, boolean]>([
    ['raises an alarm at the first refusal', true, 7, true],
    ['raises none again at the next attempt', false, 8, false],
    ['raises one again at each tenth attempt', false, 20, true],
  ])('%s', (_what, isFirstRefusal, attempts, isRaised) => {
    const alarms = overdueAlarms(order('ACCEPTED'), { reason: 'SHIPPED', isFirstRefusal }, attempts);
    expect(alarms).toEqual(isRaised ? [UNCONFIRMED] : []);
  });

  it('raises none in time', () => {
    expect(overdueAlarms(order('ACCEPTED'), undefined, 10)).toEqual([]);
  });

  it('raises its alarm beside that for its amount', () => {
    const intent = { totalFen: 39_800n, amountPaidFen: null, orderId: null, orderAcceptedAt: null };
    const overdue = { reason: 'SHIPPED', isFirstRefusal: true };
    const decision = { order: order('ACCEPTED', 90_000), acceptedMs: 1, overdue };
    const overcharged = { kind: 'overcharged', orderId: 'ORD-1', detail: '900 paid, 398 agreed' };
    expect(acceptedOf(intent, decision, 1, NOW).alarms).toEqual([overcharged, UNCONFIRMED]);
  });
});

describe('an order with other content', () => {
  it('raises the alarm for its doubt', () => {
    expect(doubtAlarms('reused')).toEqual([{ kind: 'number_reused' }]);
    expect(doubtAlarms('uncompared')).toEqual([{ kind: 'uncompared' }]);
    expect(doubtAlarms(null)).toEqual([]);
  });
});

describe('a late order', () => {
  const lookup = { step: 0, cancelRequestedOrderId: null };
  const alarmsOf = (status: OrderDetails['status'], answer: CancelAnswer, attempts = 1) => {
    const decision = decideLateCancel(lookup, order(status), answer, attempts);
    if (decision.kind === 'finish') return lateOrderOf(null, decision, answer).alarms;
    return decision.kind === 'lookUpAgain' ? decision.alarms : undefined;
  };
  const late = (outcome: string, fee?: number) => [
    { kind: 'late', orderId: 'ORD-1', outcome, amountPaid: 398, ...(fee !== undefined && { fee }) },
  ];
  const refused = { ok: false, kind: 'refused', reason: 'SHIPPED' } as const;

  it.each<[string, object[], object[] | undefined]>([
    [
      'that was cancelled raises an alarm',
      late('cancelled', 5),
      alarmsOf('CONFIRMED', { ok: true, feeFen: 500 }),
    ],
    ['that had been cancelled raises one', late('cancelled'), alarmsOf('CANCELLED', refused)],
    ['that stands raises one', late('stands'), alarmsOf('SHIPPED', refused)],
    ['raises none while an answer is awaited', [], alarmsOf('CONFIRMED', unclear('TIMEOUT'), 9)],
    [
      'raises one at each tenth attempt without an answer',
      late('undecided'),
      alarmsOf('CONFIRMED', unclear('TIMEOUT'), 10),
    ],
    [
      'that is cancelled, without an answer about its fee, too',
      late('cancelled'),
      alarmsOf('CANCELLED', unclear('TIMEOUT'), 20),
    ],
    [
      'raises one, too, when the tenth cancellation was not sent',
      late('undecided'),
      alarmsOf('CONFIRMED', unclear('CIRCUIT_OPEN', { isNotSent: true }), 10),
    ],
  ])('%s', (_what, expected, alarms) => {
    expect(alarms).toEqual(expected);
  });

  it('without effect raises none', () => {
    const decision = {
      kind: 'finish',
      type: 'order.found_without_effect',
      order: order('REJECTED'),
    } as const;
    expect(lateOrderOf(null, decision).alarms).toEqual([]);
  });
});
