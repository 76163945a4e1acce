import { describe, expect, it } from 'vitest';
import type { OrderFacts } from './answers.ts';
import type { PurchaseState } from './purchase-rules.ts';
import type { Overdue } from './order-alarms.ts';
import { cancelOrder, type Evidence } from './purchase-steps.ts';
import {
  ACCEPTED,
  before,
  BOUNDS,
  decide,
  FOUND,
  NOTHING,
  order,
  OVERDUE,
  PATIENT,
  PROMISED,
  REUSED,
  SET_BACK,
  shows,
  unclear,
} from '../../test/test-purchase.ts';

describe('an attempt that knows an order decides', () => {
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
  const awaiting = (acceptedMs: number, overdue: Overdue) => ({
    kind: 'awaitConfirmation',
    order: order('ACCEPTED'),
    acceptedMs,
    overdue,
  });
  const byTheShop = {
    kind: 'end',
    outcome: { to: 'FAILED', failureCode: 'PLATFORM_REJECTED', order: order('CANCELLED'), mayAppear: false },
  };

  const SHOWN = { ...SET_BACK, foundOrderId: 'ORD-1', orderAcceptedAt: before(1000) };
  const SHOWN_LONG = { ...SHOWN, ...PATIENT, orderAcceptedAt: before(BOUNDS.retryBudgetMs + 1) };
  const kept = (status: OrderFacts['status'], doubt: 'reused' | 'uncompared') => ({
    kind: 'end',
    outcome: { to: 'COMPLETED', order: order(status), doubt },
  });

  it.each<[string, Partial<PurchaseState>, Evidence<OrderFacts>, object]>([
    ['COMPLETED by an order of its own', {}, { page: shows(1), placed: FOUND('CONFIRMED') }, confirmed],
    ['COMPLETED by an order that is found', PROMISED, { found: FOUND('CONFIRMED') }, confirmed],
    [
      'COMPLETED by what was compared',
      SET_BACK,
      { found: FOUND('ACCEPTED'), compared: FOUND('CONFIRMED') },
      confirmed,
    ],
    [
      'COMPLETED by an order with other content that has left',
      SET_BACK,
      {
        found: FOUND('CONFIRMED'),
        compared: REUSED,
        cancelled: { ok: false, kind: 'refused', reason: 'SHIPPED' },
      },
      kept('CONFIRMED', 'reused'),
    ],
    [
      'COMPLETED by an order that could not be compared in time, of an intent that nobody has changed',
      { ...PATIENT, orderInFlightUntil: null },
      { found: FOUND('CONFIRMED'), compared: unclear('HTTP_503'), isChanged: false },
      confirmed,
    ],
    [
      'COMPLETED by an order of a changed intent that nobody compares nor takes back',
      { ...PATIENT, orderInFlightUntil: null, ...SHOWN_LONG },
      {
        found: FOUND('CONFIRMED'),
        compared: unclear('HTTP_503'),
        isChanged: true,
        cancelled: { ok: false, kind: 'refused', reason: 'CONFIRMED' },
      },
      kept('CONFIRMED', 'uncompared'),
    ],
    [
      'COMPLETED by an order with other content that is on its way',
      SET_BACK,
      { found: FOUND('SHIPPED'), compared: REUSED, cancelled: unclear('TIMEOUT') },
      kept('SHIPPED', 'reused'),
    ],
    [
      'to compare again while there is time',
      SET_BACK,
      { found: FOUND('CONFIRMED'), compared: unclear('HTTP_503', { retryAfterMs: 9 }) },
      retry('comparing the order: HTTP_503', { retryAfterMs: 9 }),
    ],
    [
      'nothing by a comparison that its own process broke off',
      { ...PATIENT, orderInFlightUntil: before(1), mustCompareOrder: true },
      { found: FOUND('CONFIRMED'), compared: unclear('ABORTED') },
      retry('comparing the order: ABORTED', { isOurDelay: true }),
    ],
    [
      'to cancel an order with other content again',
      SET_BACK,
      { found: FOUND('ACCEPTED'), compared: REUSED, cancelled: unclear('TIMEOUT') },
      retry('cancelling: TIMEOUT'),
    ],
    [
      'to wait for a confirmation',
      ACCEPTED,
      { found: FOUND('ACCEPTED') },
      { kind: 'awaitConfirmation', order: order('ACCEPTED'), acceptedMs: 1000 },
    ],
    [
      'to wait on for an order whose cancellation has no answer',
      OVERDUE,
      { found: FOUND('ACCEPTED'), cancelled: unclear('TIMEOUT') },
      awaiting(BOUNDS.confirmTimeoutMs + 1, { reason: 'TIMEOUT', isFirstRefusal: false }),
    ],
    [
      'to wait on without a word for an order whose cancellation was not sent',
      OVERDUE,
      { found: FOUND('ACCEPTED'), cancelled: unclear('OVER_SHARE', { isNotSent: true }) },
      { kind: 'postpone' },
    ],
    [
      'to tell of an order that cannot be cancelled any more',
      OVERDUE,
      { found: FOUND('ACCEPTED'), cancelled: { ok: false, kind: 'refused', reason: 'CONFIRMED' } },
      awaiting(BOUNDS.confirmTimeoutMs + 1, { reason: 'CONFIRMED', isFirstRefusal: true }),
    ],
    [
      'to tell of it once',
      { ...OVERDUE, orderAcceptedAt: before(BOUNDS.confirmTimeoutMs + 60_000) },
      { found: FOUND('ACCEPTED'), cancelled: { ok: false, kind: 'refused', reason: 'CONFIRMED' } },
      awaiting(BOUNDS.confirmTimeoutMs + 60_000, { reason: 'CONFIRMED', isFirstRefusal: false }),
    ],
    [
      'the end of an unconfirmed order',
      OVERDUE,
      { found: FOUND('ACCEPTED'), cancelled: { ok: true, feeFen: 500 } },
      timedOut(500),
    ],
    [
      'the end of an order with other content',
      SET_BACK,
      { found: FOUND('ACCEPTED'), compared: REUSED, cancelled: { ok: true, feeFen: 0 } },
      timedOut(0),
    ],
    [
      'FAILED by a rejected order',
      {},
      { page: shows(1), placed: { ok: true, order: order('REJECTED', { reason: 'UNKNOWN_PRODUCT' }) } },
      {
        kind: 'end',
        outcome: {
          to: 'FAILED',
          failureCode: 'PRODUCT_NOT_FOUND',
          order: order('REJECTED', { reason: 'UNKNOWN_PRODUCT' }),
          mayAppear: false,
        },
      },
    ],
    ['FAILED by an order that the shop has cancelled', ACCEPTED, { found: FOUND('CANCELLED') }, byTheShop],
    [
      'FAILED by an order whose cancellation cost nothing',
      { ...ACCEPTED, cancelRefusal: 'no' },
      { found: FOUND('CANCELLED'), cancelled: { ok: true, feeFen: 0 } },
      byTheShop,
    ],
    [
      'FAILED by a rejected order that may be older, without comparing it',
      SET_BACK,
      { found: FOUND('REJECTED') },
      {
        kind: 'end',
        outcome: {
          to: 'FAILED',
          failureCode: 'PLATFORM_REJECTED',
          order: order('REJECTED'),
          mayAppear: false,
        },
      },
    ],
    [
      'to ask for the fee again',
      { ...ACCEPTED, cancelRefusal: 'no' },
      { found: FOUND('CANCELLED'), cancelled: unclear('TIMEOUT', { retryAfterMs: 7 }) },
      retry('cancelling: TIMEOUT', { retryAfterMs: 7 }),
    ],
    [
      'the fee of an order that it had cancelled before, though it was in time',
      { ...ACCEPTED, cancelRefusal: 'no' },
      { found: FOUND('CANCELLED'), cancelled: { ok: true, feeFen: 500 } },
      timedOut(500),
    ],
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
