import { describe, expect, it } from 'vitest';
import type { CancelAnswer, FindAnswer, OrderFacts } from './answers.ts';
import { afterCancel, cancelSentOf, isFeeMissing } from './sent-cancel.ts';
import { FOUND, NOTHING, order, unclear } from '../../test/test-purchase.ts';

const NONE = { cancelSentOrderId: null };
const OPEN = { cancelSentOrderId: 'ORD-1' };

describe('before a cancellation is sent', () => {
  it.each([
    ['its order is written', NONE, order('ACCEPTED'), OPEN],
    ['its order is written in place of another', { cancelSentOrderId: 'ORD-0' }, order('CONFIRMED'), OPEN],
    ['nothing is written that the row says already', OPEN, order('CONFIRMED'), null],
    ['nothing is written of an order that is cancelled', NONE, order('CANCELLED'), null],
  ])('%s', (_what, intent, seen, fields) => {
    expect(cancelSentOf(intent, seen)).toEqual(fields && { fields, event: null, isVisible: false });
  });
});

describe('a cancellation', () => {
  it.each<[string, object, CancelAnswer | undefined, object]>([
    ['that was not sent changes nothing', OPEN, undefined, {}],
    ['that was carried out is over', OPEN, { ok: true, feeFen: 0 }, NONE],
    ['that was refused is over', OPEN, { ok: false, kind: 'refused', reason: 'CONFIRMED' }, NONE],
    ['without an answer stays open', NONE, unclear('TIMEOUT'), {}],
    ['that was broken off stays open', NONE, unclear('ABORTED'), {}],
    ['that never left was none', NONE, unclear('CIRCUIT_OPEN', { isNotSent: true }), NONE],
    ['that never left ends no earlier one', OPEN, unclear('TOO_LATE', { isNotSent: true }), OPEN],
  ])('%s', (_what, claimed, answer, remains) => {
    expect(afterCancel(claimed as typeof NONE, answer)).toEqual(remains);
  });
});

describe('the fee of a completed intent is asked for', () => {
  it.each<[string, { cancelSentOrderId: string | null }, FindAnswer<OrderFacts>, boolean]>([
    ['when its order is cancelled and the answer missing', OPEN, FOUND('CANCELLED'), true],
    ['unless the shop did it by itself', NONE, FOUND('CANCELLED'), false],
    ['unless it is another order', { cancelSentOrderId: 'ORD-0' }, FOUND('CANCELLED'), false],
    ['unless the order stands', OPEN, FOUND('SHIPPED'), false],
    ['unless the shop has rejected it', OPEN, FOUND('REJECTED'), false],
    ['unless it is missing', OPEN, NOTHING, false],
    ['unless nobody answers', OPEN, unclear('TIMEOUT'), false],
  ])('%s', (_when, intent, found, isMissing) => {
    expect(isFeeMissing(intent, found)).toBe(isMissing);
  });
});
