import { describe, expect, it } from 'vitest';
import type { OrderFacts } from './answers.ts';
import type { PurchaseState } from './purchase-rules.ts';
import type { Evidence } from './purchase-steps.ts';
import {
  ACCEPTED,
  before,
  decide,
  FOUND,
  NOTHING,
  order,
  OVERDUE,
  PATIENT,
  PROMISED,
  REUSED,
  shows,
  unclear,
} from '../../test/test-purchase.ts';

const failed = (failureCode: string, more: object = {}) => ({
  kind: 'end',
  outcome: { to: 'FAILED', failureCode, order: null, mayAppear: true },
  ...more,
});

describe('an attempt decides', () => {
  const confirmed = { kind: 'end', outcome: { to: 'COMPLETED', order: order('CONFIRMED') } };
  const retry = (reason: string, more: object = {}) => ({ kind: 'retry', reason, ...more });

  it.each<[string, Partial<PurchaseState>, Evidence<OrderFacts>, object]>([
    [
      'FAILED by a refusal, and takes its promise back',
      {},
      {
        page: shows(1),
        placed: { ok: false, kind: 'refused', reason: 'LIMIT_EXCEEDED' },
        foundLast: NOTHING,
      },
      failed('PLATFORM_REJECTED', { revertsInFlight: true }),
    ],
    [
      'to wait for an order of before, although this one was refused',
      { orderInFlightUntil: before(-5000) },
      { found: NOTHING, page: shows(1), placed: { ok: false, kind: 'refused', reason: 'OUT_OF_STOCK' } },
      { kind: 'wait', until: before(-5000), revertsInFlight: true },
    ],
    [
      'to send again at once after an answer, once it has looked',
      {},
      { page: shows(1), placed: unclear('HTTP_503', { retryAfterMs: 9 }) },
      retry('ordering: HTTP_503', { mayResend: true, retryAfterMs: 9 }),
    ],
    [
      'to wait after silence',
      {},
      { page: shows(1), placed: unclear('TIMEOUT') },
      retry('ordering: TIMEOUT', { mayResend: false }),
    ],
    [
      'to try again what never left',
      {},
      { page: shows(1), placed: unclear('CIRCUIT_OPEN', { isNotSent: true }) },
      retry('ordering: CIRCUIT_OPEN', { mayResend: false, revertsInFlight: true }),
    ],
    [
      'to try again what a breaker stopped, although the time is over',
      PATIENT,
      { found: NOTHING, page: shows(1), placed: unclear('CIRCUIT_OPEN', { isNotSent: true }) },
      retry('ordering: CIRCUIT_OPEN', { mayResend: false, revertsInFlight: true }),
    ],
    [
      'FAILED by what never left in all that time',
      PATIENT,
      {
        found: NOTHING,
        page: shows(1),
        placed: unclear('CONNECTION', { isNotSent: true }),
        foundLast: NOTHING,
      },
      failed('PLATFORM_UNAVAILABLE', { revertsInFlight: true }),
    ],
    [
      'nothing by its own lateness',
      PATIENT,
      { found: NOTHING, page: shows(1), placed: unclear('TOO_LATE', { isNotSent: true }) },
      retry('ordering: TOO_LATE', { isOurDelay: true, revertsInFlight: true }),
    ],
    [
      'FAILED after a last try without an answer',
      {
        ...PATIENT,
        orderInFlightUntil: before(49_000),
        createdAt: before(700_000),
        processingAt: before(690_000),
      },
      { found: NOTHING, foundLast: NOTHING },
      failed('PLATFORM_UNAVAILABLE'),
    ],
    [
      'to wait until the order may be sent again',
      { ...PROMISED, retryOrderAfter: before(-3000) },
      { found: NOTHING },
      { kind: 'wait', until: before(-3000) },
    ],
    [
      'FAILED by an accepted order that the platform has lost, once nobody confirms it',
      OVERDUE,
      { found: NOTHING, foundLast: NOTHING },
      failed('PROCESSING_TIMEOUT'),
    ],
    [
      'COMPLETED by an order that is found by its number alone',
      OVERDUE,
      { found: NOTHING, foundLast: FOUND('CONFIRMED') },
      confirmed,
    ],
    [
      'to ask again for an order that must exist',
      ACCEPTED,
      { found: NOTHING, foundLast: NOTHING },
      retry('order look-up: ORDER_MISSING'),
    ],
    [
      'to ask again for an order that was shown once, though it is not its own',
      { ...PROMISED, foundOrderId: 'ORD-1', orderAcceptedAt: before(1000) },
      { found: NOTHING, foundLast: NOTHING },
      retry('order look-up: ORDER_MISSING'),
    ],
    [
      'to ask again where nobody answers for the number of an order that is missing by its id',
      ACCEPTED,
      { found: NOTHING, foundLast: unclear('TIMEOUT') },
      retry('order look-up: TIMEOUT'),
    ],
    [
      'by the order of its number, where the id shows that of another intent',
      ACCEPTED,
      { found: unclear('ORDER_ID_REUSED'), foundLast: FOUND('CONFIRMED') },
      { kind: 'end', outcome: { to: 'COMPLETED', order: order('CONFIRMED') } },
    ],
    [
      'FAILED where the id shows the order of another intent, and the number none, for too long',
      OVERDUE,
      { found: unclear('ORDER_ID_REUSED'), foundLast: NOTHING },
      {
        kind: 'end',
        outcome: { to: 'FAILED', failureCode: 'PROCESSING_TIMEOUT', order: null, mayAppear: true },
      },
    ],
    [
      'to ask again where nobody answered',
      PROMISED,
      { found: unclear('TIMEOUT') },
      retry('order look-up: TIMEOUT'),
    ],
    [
      'to ask again before an end, where an order was promised',
      PROMISED,
      { found: NOTHING, page: shows(1990, false), foundLast: unclear('TIMEOUT') },
      retry('order look-up: TIMEOUT'),
    ],
    [
      'its end without an answer where nothing was sent',
      {},
      { page: shows(1, false), foundLast: unclear('TIMEOUT') },
      failed('OUT_OF_STOCK'),
    ],
    [
      'to notify of a number that was reused and has no order',
      {},
      { page: shows(1), placed: REUSED, foundLast: NOTHING },
      retry('ordering: NUMBER_REUSED'),
    ],
    [
      'to notify of a number that was reused and whose order is dead',
      {},
      { page: shows(1), placed: REUSED, foundLast: FOUND('REJECTED') },
      retry('ordering: NUMBER_REUSED'),
    ],
  ])('%s', (_what, change, evidence, decision) => {
    expect(decide(change, evidence)).toEqual(decision);
  });
});

describe('the purchase from a blocked supplier', () => {
  const blocked = (change: Partial<PurchaseState>, evidence: Evidence<OrderFacts> = {}) =>
    decide(change, evidence, true);

  it('fails without a look at the page', () => {
    expect(blocked({})).toMatchObject({ kind: 'findOrder', isLast: true });
    expect(blocked({}, { foundLast: NOTHING })).toEqual(failed('SUPPLIER_BLOCKED'));
  });

  it('waits for an order that was sent before and may still appear', () => {
    const until = before(-5000);
    expect(blocked({ orderInFlightUntil: until }, { found: NOTHING })).toEqual({ kind: 'wait', until });
  });

  it('goes on with an order that the platform has', () => {
    expect(blocked(PROMISED, { found: FOUND('CONFIRMED') })).toMatchObject({
      kind: 'end',
      outcome: { to: 'COMPLETED' },
    });
  });
});
