import { describe, expect, it } from 'vitest';
import type { OrderFacts } from './answers.ts';
import type { PurchaseState } from './purchase-rules.ts';
import { cancelOrder, type Evidence } from './purchase-steps.ts';
import {
  ACCEPTED,
  before,
  decide,
  FOUND,
  NOTHING,
  order,
  OVERDUE,
  PATIENT,
  unclear,
} from '../../test/test-purchase.ts';

describe('an attempt that knows of a cancellation without an answer decides', () => {
  const confirmed = { kind: 'end', outcome: { to: 'COMPLETED', order: order('CONFIRMED') } };
  const timedOut = (feeFen: number) => ({
    kind: 'end',
    outcome: {
      to: 'FAILED',
      failureCode: 'PROCESSING_TIMEOUT',
      order: order('CANCELLED'),
      mayAppear: false,
      feeFen,
    },
  });
  const SENT = { cancelSentOrderId: 'ORD-1' };
  const retry = (reason: string, more: object = {}) => ({ kind: 'retry', reason, ...more });

  it.each<[string, Partial<PurchaseState>, Evidence<OrderFacts>, object]>([
    [
      'to cancel an order again that was confirmed behind a cancellation without an answer',
      { ...OVERDUE, ...SENT },
      { found: FOUND('CONFIRMED') },
      cancelOrder(order('CONFIRMED')),
    ],
    [
      'the end of a confirmed order that is cancelled on the second try',
      { ...OVERDUE, ...SENT },
      { found: FOUND('CONFIRMED'), cancelled: { ok: true, feeFen: 500 } },
      timedOut(500),
    ],
    [
      'COMPLETED by a confirmed order whose cancellation is refused on the second try',
      { ...OVERDUE, ...SENT },
      { found: FOUND('CONFIRMED'), cancelled: { ok: false, kind: 'refused', reason: 'CONFIRMED' } },
      confirmed,
    ],
    [
      'to cancel a confirmed order once more while there is time',
      { ...OVERDUE, ...SENT },
      { found: FOUND('CONFIRMED'), cancelled: unclear('TIMEOUT', { retryAfterMs: 7 }) },
      retry('cancelling: TIMEOUT', { retryAfterMs: 7 }),
    ],
    [
      'to ask for the last time when the time is over',
      { ...PATIENT, ...SENT, orderId: 'ORD-1', orderAcceptedAt: before(1) },
      { found: FOUND('CONFIRMED') },
      cancelOrder(order('CONFIRMED'), { isLastTry: true }),
    ],
    [
      'COMPLETED by a confirmed order whose cancellation nobody answers in time',
      { ...PATIENT, ...SENT, orderId: 'ORD-1', orderAcceptedAt: before(1) },
      { found: FOUND('CONFIRMED'), cancelled: unclear('TIMEOUT'), foundAgain: FOUND('CONFIRMED') },
      confirmed,
    ],
    [
      'to ask for that order again before',
      { ...PATIENT, ...SENT, orderId: 'ORD-1', orderAcceptedAt: before(1) },
      { found: FOUND('CONFIRMED'), cancelled: unclear('TIMEOUT') },
      { kind: 'readOrder', orderId: 'ORD-1' },
    ],
    [
      'to ask for the fee when it is cancelled by then',
      { ...PATIENT, ...SENT, orderId: 'ORD-1', orderAcceptedAt: before(1) },
      { found: FOUND('CONFIRMED'), cancelled: unclear('TIMEOUT'), foundAgain: FOUND('CANCELLED') },
      retry('cancelling: TIMEOUT'),
    ],
    [
      'nothing when it is not found again',
      { ...PATIENT, ...SENT, orderId: 'ORD-1', orderAcceptedAt: before(1) },
      { found: FOUND('CONFIRMED'), cancelled: unclear('TIMEOUT'), foundAgain: NOTHING },
      retry('order look-up: ORDER_MISSING'),
    ],
    [
      'COMPLETED, without another cancellation, where a caller was told that the purchase goes on',
      { ...ACCEPTED, ...SENT, cancelRefusal: 'the platform does not answer' },
      { found: FOUND('CONFIRMED') },
      confirmed,
    ],
    [
      'CANCELLED, as the caller has asked, when the cancellation is carried out after that',
      { ...ACCEPTED, ...SENT, cancelRefusal: 'the platform does not answer' },
      { found: FOUND('CANCELLED'), cancelled: { ok: true, feeFen: 500 } },
      { kind: 'end', outcome: { to: 'CANCELLED', order: order('CANCELLED'), feeFen: 500, mayAppear: false } },
    ],
    [
      'nothing by a breaker that holds the last cancellation back',
      { ...PATIENT, ...SENT, orderId: 'ORD-1', orderAcceptedAt: before(1) },
      { found: FOUND('CONFIRMED'), cancelled: unclear('CIRCUIT_OPEN', { isNotSent: true }) },
      retry('cancelling: CIRCUIT_OPEN'),
    ],
    [
      'COMPLETED, without another cancellation, once one was refused',
      { ...ACCEPTED, ...SENT, isSentCancelRefused: true },
      { found: FOUND('CONFIRMED') },
      confirmed,
    ],
    [
      'COMPLETED by an order that has left behind a cancellation without an answer',
      { ...ACCEPTED, ...SENT },
      { found: FOUND('SHIPPED'), cancelled: unclear('TIMEOUT') },
      { kind: 'end', outcome: { to: 'COMPLETED', order: order('SHIPPED') } },
    ],
    [
      'COMPLETED by another order than the one whose cancellation has no answer',
      { ...ACCEPTED, cancelSentOrderId: 'ORD-0' },
      { found: FOUND('CONFIRMED') },
      confirmed,
    ],
    [
      'to ask for the fee of an order that was cancelled behind a cancellation without an answer',
      { ...ACCEPTED, ...SENT },
      { found: FOUND('CANCELLED') },
      cancelOrder(order('CANCELLED')),
    ],
    [
      'that a cancellation without an answer was carried out for nothing',
      { ...ACCEPTED, ...SENT },
      { found: FOUND('CANCELLED'), cancelled: { ok: true, feeFen: 0 } },
      timedOut(0),
    ],
  ])('%s', (_what, change, evidence, decision) => {
    expect(decide(change, evidence)).toEqual(decision);
  });
});
