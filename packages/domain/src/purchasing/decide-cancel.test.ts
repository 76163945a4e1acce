import { describe, expect, it } from 'vitest';
import type { OrderFacts } from './answers.ts';
import type { PurchaseState } from './purchase-rules.ts';
import type { Evidence } from './purchase-steps.ts';
import {
  ACCEPTED,
  before,
  BOUNDS,
  CANCELLING,
  decide,
  FOUND,
  NOTHING,
  order,
  unclear,
} from '../../test/test-purchase.ts';

describe('an attempt to cancel decides', () => {
  const retry = (reason: string) => ({ kind: 'retry', reason });

  it.each<[string, Partial<PurchaseState>, Evidence<OrderFacts>, object]>([
    [
      'CANCELLED where there is no order',
      CANCELLING,
      { found: NOTHING, foundLast: NOTHING },
      { kind: 'end', outcome: { to: 'CANCELLED', order: null, feeFen: 0, mayAppear: true } },
    ],
    [
      'CANCELLED as the platform says',
      CANCELLING,
      { found: FOUND('CONFIRMED'), cancelled: { ok: true, feeFen: 500 } },
      { kind: 'end', outcome: { to: 'CANCELLED', order: order('CANCELLED'), feeFen: 500, mayAppear: false } },
    ],
    [
      'CANCELLED where the shop was first',
      CANCELLING,
      { found: FOUND('CANCELLED'), cancelled: { ok: false, kind: 'refused', reason: 'OTHER' } },
      { kind: 'end', outcome: { to: 'CANCELLED', order: order('CANCELLED'), feeFen: 0, mayAppear: false } },
    ],
    [
      'to tell of a refusal in the words of the platform',
      CANCELLING,
      {
        found: FOUND('CONFIRMED'),
        cancelled: { ok: false, kind: 'refused', reason: 'OTHER', message: 'packed' },
      },
      { kind: 'refuseCancel', reason: 'packed' },
    ],
    [
      'to tell of a refusal in our words',
      CANCELLING,
      { found: FOUND('CONFIRMED'), cancelled: { ok: false, kind: 'refused', reason: 'CONFIRMED' } },
      { kind: 'refuseCancel', reason: 'already confirmed' },
    ],
    [
      'that a parcel which has left stays',
      CANCELLING,
      { found: FOUND('SHIPPED'), cancelled: unclear('TIMEOUT') },
      { kind: 'refuseCancel', reason: 'already shipped' },
    ],
    [
      'to ask again for a cancellation',
      CANCELLING,
      { found: FOUND('CONFIRMED'), cancelled: unclear('TIMEOUT') },
      retry('cancelling: TIMEOUT'),
    ],
    [
      'to ask no more for a cancellation after a while',
      { ...CANCELLING, cancelRequestedAt: before(BOUNDS.retryBudgetMs + 1) },
      { found: FOUND('CONFIRMED'), cancelled: unclear('TIMEOUT'), foundAgain: FOUND('CONFIRMED') },
      { kind: 'refuseCancel', reason: 'the platform does not answer' },
    ],
    [
      'to ask for the order again before',
      { ...CANCELLING, cancelRequestedAt: before(BOUNDS.retryBudgetMs + 1) },
      { found: FOUND('CONFIRMED'), cancelled: unclear('TIMEOUT') },
      { kind: 'readOrder', orderId: 'ORD-1' },
    ],
    [
      'to refuse nothing when it is cancelled by then, and to ask for the fee',
      { ...CANCELLING, cancelRequestedAt: before(BOUNDS.retryBudgetMs + 1) },
      { found: FOUND('CONFIRMED'), cancelled: unclear('TIMEOUT'), foundAgain: FOUND('CANCELLED') },
      retry('cancelling: TIMEOUT'),
    ],
    [
      'CANCELLED without a fee when nobody tells it',
      { ...CANCELLING, cancelRequestedAt: before(BOUNDS.retryBudgetMs + 1) },
      { found: FOUND('CANCELLED'), cancelled: unclear('TIMEOUT') },
      { kind: 'end', outcome: { to: 'CANCELLED', order: order('CANCELLED'), feeFen: 0, mayAppear: false } },
    ],
    [
      'to ask on for a cancellation that never left',
      { ...CANCELLING, cancelRequestedAt: before(BOUNDS.retryBudgetMs + 1) },
      { found: FOUND('CONFIRMED'), cancelled: unclear('CIRCUIT_OPEN', { isNotSent: true }) },
      retry('cancelling: CIRCUIT_OPEN'),
    ],
    [
      'to ask again for an order that the platform has lost',
      { ...ACCEPTED, cancelRequestedAt: before(1000) },
      { found: NOTHING, foundLast: NOTHING },
      retry('order look-up: ORDER_MISSING'),
    ],
    [
      'to ask no more for an order that the platform has lost after a while',
      { ...ACCEPTED, cancelRequestedAt: before(BOUNDS.retryBudgetMs + 1) },
      { found: NOTHING, foundLast: NOTHING },
      { kind: 'refuseCancel', reason: 'the platform does not answer' },
    ],
  ])('%s', (_what, change, evidence, decision) => {
    expect(decide(change, evidence)).toEqual(decision);
  });
});
