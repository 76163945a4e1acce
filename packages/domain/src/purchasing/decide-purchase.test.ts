import { describe, expect, it } from 'vitest';
import type { OrderFacts } from './answers.ts';
import { PAGE_GONE_MS, type PurchaseState } from './purchase-rules.ts';
import type { Evidence } from './purchase-steps.ts';
import {
  ACCEPTED,
  before,
  BOUNDS,
  decide,
  FOUND,
  GONE,
  NOTHING,
  NOW,
  order,
  OVERDUE,
  PATIENT,
  PROMISED,
  REUSED,
  SET_BACK,
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
  const byTheShop = {
    kind: 'end',
    outcome: { to: 'FAILED', failureCode: 'PLATFORM_REJECTED', order: order('CANCELLED'), mayAppear: false },
  };

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
      confirmed,
    ],
    [
      'COMPLETED by an order that could not be compared in time, of an intent that nobody has changed',
      { ...PATIENT, orderInFlightUntil: null },
      { found: FOUND('CONFIRMED'), compared: unclear('HTTP_503'), isChanged: false },
      confirmed,
    ],
    [
      'COMPLETED by an order of a changed intent that nobody compares nor takes back',
      { ...PATIENT, orderInFlightUntil: null },
      {
        found: FOUND('CONFIRMED'),
        compared: unclear('HTTP_503'),
        isChanged: true,
        cancelled: { ok: false, kind: 'refused', reason: 'CONFIRMED' },
      },
      confirmed,
    ],
    [
      'COMPLETED by an order with other content that is on its way',
      SET_BACK,
      { found: FOUND('SHIPPED'), compared: REUSED, cancelled: unclear('TIMEOUT') },
      { kind: 'end', outcome: { to: 'COMPLETED', order: order('SHIPPED') } },
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
      { found: FOUND('CONFIRMED'), compared: unclear('ABORTED'), isStopping: true },
      retry('comparing the order: ABORTED'),
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
      'to wait on for an order that cannot be cancelled any more',
      OVERDUE,
      { found: FOUND('ACCEPTED'), cancelled: unclear('TIMEOUT') },
      { kind: 'awaitConfirmation', order: order('ACCEPTED'), acceptedMs: BOUNDS.confirmTimeoutMs + 1 },
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
      'FAILED by a sold-out page',
      {},
      { page: shows(9999, false), foundLast: NOTHING },
      failed('OUT_OF_STOCK'),
    ],
    [
      'FAILED by a price above the intent',
      {},
      { page: shows(1991), foundLast: NOTHING },
      failed('PRICE_CHANGED'),
    ],
    [
      'to look again at a page that is gone',
      {},
      { page: GONE },
      retry('product page: NOT_FOUND', { pageGoneAt: NOW }),
    ],
    [
      'to look again too soon after the first time',
      { pageGoneAt: before(PAGE_GONE_MS - 1) },
      { page: GONE },
      retry('product page: NOT_FOUND', { pageGoneAt: before(PAGE_GONE_MS - 1) }),
    ],
    [
      'FAILED by a page that is still gone',
      { pageGoneAt: before(PAGE_GONE_MS) },
      { page: GONE, foundLast: NOTHING },
      failed('PRODUCT_NOT_FOUND'),
    ],
    [
      'to look again at a captcha',
      {},
      { page: { ok: false, kind: 'refused', reason: 'NOT_A_PRODUCT' } },
      retry('product page: NOT_A_PRODUCT'),
    ],
    [
      'FAILED by a page that stays unclear',
      PATIENT,
      { found: NOTHING, page: unclear('HTTP_503'), foundLast: NOTHING },
      failed('PLATFORM_UNAVAILABLE'),
    ],
    [
      'nothing by a page that its own process broke off',
      PATIENT,
      { found: NOTHING, page: unclear('ABORTED'), isStopping: true },
      retry('product page: ABORTED', { isOurDelay: true }),
    ],
    [
      'nothing by a page for which there was no time',
      PATIENT,
      { found: NOTHING, page: unclear('OVER_SHARE') },
      { kind: 'postpone' },
    ],
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
      retry('ordering: HTTP_503', { isOurDelay: false, mayResend: true, retryAfterMs: 9 }),
    ],
    [
      'to wait after silence',
      {},
      { page: shows(1), placed: unclear('TIMEOUT') },
      retry('ordering: TIMEOUT', { isOurDelay: false, mayResend: false }),
    ],
    [
      'to try again what never left',
      {},
      { page: shows(1), placed: unclear('CIRCUIT_OPEN', { isNotSent: true }) },
      retry('ordering: CIRCUIT_OPEN', { isOurDelay: false, mayResend: false, revertsInFlight: true }),
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
      retry('ordering: TOO_LATE', { isOurDelay: true, mayResend: false, revertsInFlight: true }),
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
      { found: NOTHING },
      retry('order look-up: ORDER_MISSING'),
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
      retry('ordering: NUMBER_REUSED', { isReused: true }),
    ],
    [
      'to notify of a number that was reused and whose order is dead',
      {},
      { page: shows(1), placed: REUSED, foundLast: FOUND('REJECTED') },
      retry('ordering: NUMBER_REUSED', { isReused: true }),
    ],
  ])('%s', (_what, change, evidence, decision) => {
    expect(decide(change, evidence)).toEqual(decision);
  });
});
