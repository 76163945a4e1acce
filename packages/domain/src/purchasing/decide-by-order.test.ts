import { describe, expect, it } from 'vitest';
import type { OrderFacts } from './answers.ts';
import type { PurchaseState } from './purchase-rules.ts';
import type { Overdue } from './order-alarms.ts';
import type { Evidence } from './purchase-steps.ts';
import {
  ACCEPTED,
  before,
  BOUNDS,
  decide,
  FOUND,
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
  ])('%s', (_what, change, evidence, decision) => {
    expect(decide(change, evidence)).toEqual(decision);
  });
});
