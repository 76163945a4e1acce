import { describe, expect, it } from 'vitest';
import type { OrderFacts } from './answers.ts';
import type { PurchaseState } from './purchase-rules.ts';
import type { Evidence, Step } from './purchase-steps.ts';
import {
  ACCEPTED,
  before,
  CANCELLING,
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

describe('an attempt asks', () => {
  it.each<[string, Partial<PurchaseState>, Evidence<OrderFacts>, Step<OrderFacts>]>([
    ['for the page first where nothing was sent', {}, {}, { kind: 'readPage', isLastTry: false }],
    [
      'for an order that was promised',
      PROMISED,
      {},
      { kind: 'findOrder', isLast: false, bothNumbers: false, doubt: null, alarms: [] },
    ],
    [
      'under both numbers where the row may be older',
      SET_BACK,
      {},
      { kind: 'findOrder', isLast: false, bothNumbers: true, doubt: null, alarms: [] },
    ],
    [
      'for the order that it knows',
      ACCEPTED,
      {},
      { kind: 'findOrder', isLast: false, bothNumbers: false, doubt: null, alarms: [] },
    ],
    [
      'for the page where no order was found',
      PROMISED,
      { found: NOTHING },
      { kind: 'readPage', isLastTry: false },
    ],
    [
      'for a page once more when its time is over',
      PATIENT,
      { found: NOTHING },
      { kind: 'readPage', isLastTry: true },
    ],
    [
      'to order at the price of the page',
      {},
      { page: shows(1500) },
      { kind: 'placeOrder', unitPriceFen: 1500, isLastTry: false, mustCompare: false },
    ],
    [
      'before its first order whether a row that may be older was changed',
      SET_BACK,
      { found: NOTHING, page: shows(1500) },
      { kind: 'readChanges' },
    ],
    [
      'to order with a mark for what was changed',
      SET_BACK,
      { found: NOTHING, page: shows(1500), isChanged: true },
      { kind: 'placeOrder', unitPriceFen: 1500, isLastTry: false, mustCompare: true },
    ],
    [
      'to order without one for what was not',
      SET_BACK,
      { found: NOTHING, page: shows(1500), isChanged: false },
      { kind: 'placeOrder', unitPriceFen: 1500, isLastTry: false, mustCompare: false },
    ],
    [
      'to order with no second mark',
      { ...PROMISED, mustCompareOrder: true },
      { found: NOTHING, page: shows(1500) },
      { kind: 'placeOrder', unitPriceFen: 1500, isLastTry: false, mustCompare: false },
    ],
    [
      'once more before an end',
      {},
      { page: shows(1990, false) },
      { kind: 'findOrder', isLast: true, bothNumbers: false, doubt: null, alarms: [] },
    ],
    [
      'for the order whose number was reused',
      {},
      { page: shows(1), placed: REUSED },
      {
        kind: 'findOrder',
        isLast: true,
        bothNumbers: false,
        doubt: 'reused',
        alarms: [{ kind: 'number_reused' }],
      },
    ],
    [
      'to compare an order that may be older',
      SET_BACK,
      { found: FOUND('CONFIRMED') },
      { kind: 'compareOrder', isLastTry: false },
    ],
    [
      'to compare an order of a marked row, whatever it has promised',
      { ...PROMISED, mustCompareOrder: true },
      { found: FOUND('ACCEPTED') },
      { kind: 'compareOrder', isLastTry: false },
    ],
    [
      'whether the intent was changed whose order nobody compares',
      { ...PATIENT, orderInFlightUntil: null },
      { found: FOUND('ACCEPTED'), compared: unclear('HTTP_503') },
      { kind: 'readChanges' },
    ],
    [
      'to cancel an order of a changed intent that nobody compares',
      { ...PATIENT, orderInFlightUntil: null },
      { found: FOUND('ACCEPTED'), compared: unclear('HTTP_503'), isChanged: true },
      {
        kind: 'cancelOrder',
        isLastTry: false,
        order: order('ACCEPTED'),
        doubt: 'uncompared',
        alarms: [{ kind: 'uncompared' }],
      },
    ],
    [
      'to cancel an order of a marked row that nobody compares',
      { ...PATIENT, orderInFlightUntil: before(1), mustCompareOrder: true },
      { found: FOUND('ACCEPTED'), compared: unclear('HTTP_503') },
      {
        kind: 'cancelOrder',
        isLastTry: false,
        order: order('ACCEPTED'),
        doubt: 'uncompared',
        alarms: [{ kind: 'uncompared' }],
      },
    ],
    [
      'to cancel an order with other content',
      SET_BACK,
      { found: FOUND('ACCEPTED'), compared: REUSED },
      {
        kind: 'cancelOrder',
        isLastTry: false,
        order: order('ACCEPTED'),
        doubt: 'reused',
        alarms: [{ kind: 'number_reused' }],
      },
    ],
    [
      'to cancel an order that nobody confirms',
      OVERDUE,
      { found: FOUND('ACCEPTED') },
      { kind: 'cancelOrder', isLastTry: false, order: order('ACCEPTED'), doubt: null, alarms: [] },
    ],
    [
      'to cancel again what we may have cancelled: the answer tells the fee',
      { ...ACCEPTED, cancelRefusal: 'no' },
      { found: FOUND('CANCELLED') },
      { kind: 'cancelOrder', isLastTry: false, order: order('CANCELLED'), doubt: null, alarms: [] },
    ],
    [
      'to cancel again an order of a marked row',
      { ...PROMISED, mustCompareOrder: true },
      { found: FOUND('CANCELLED') },
      { kind: 'cancelOrder', isLastTry: false, order: order('CANCELLED'), doubt: null, alarms: [] },
    ],
    [
      'to cancel for the caller',
      CANCELLING,
      { found: FOUND('CONFIRMED') },
      { kind: 'cancelOrder', isLastTry: false, order: order('CONFIRMED'), doubt: null, alarms: [] },
    ],
  ])('%s', (_what, change, evidence, question) => {
    expect(decide(change, evidence)).toEqual(question);
  });
});
