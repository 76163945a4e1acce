import { describe, expect, it } from 'vitest';
import type { CancelAnswer, FindAnswer, OrderFacts } from './answers.ts';
import { afterCancel, afterFee, cancelSentOf, isCancelUnanswered, isFeeMissing } from './sent-cancel.ts';
import { FOUND, NOTHING, order, unclear } from '../../test/test-purchase.ts';

const NONE = { cancelSentOrderId: null, isSentCancelRefused: false };
const OPEN = { cancelSentOrderId: 'ORD-1', isSentCancelRefused: false };
const REFUSED = { ...OPEN, isSentCancelRefused: true };
const OTHER = { ...OPEN, cancelSentOrderId: 'ORD-0' };
const NO = { ok: false, kind: 'refused', reason: 'CONFIRMED' } as const;

describe('before a cancellation is sent', () => {
  it.each([
    ['its order is written', NONE, order('ACCEPTED'), OPEN],
    ['its order is written in place of another', OTHER, order('CONFIRMED'), OPEN],
    ['nothing is written that the row says already', OPEN, order('CONFIRMED'), null],
    ['it is open again after a refusal', REFUSED, order('CONFIRMED'), OPEN],
    ['nothing is written of an order that is cancelled', NONE, order('CANCELLED'), null],
  ])('%s', (_what, intent, seen, fields) => {
    expect(cancelSentOf(intent, seen)).toEqual(fields && { fields, event: null, isVisible: false });
  });
});

describe('a cancellation', () => {
  it.each<[string, object, CancelAnswer | undefined, object]>([
    ['that was not sent changes nothing', OPEN, undefined, {}],
    ['that was carried out is over', OPEN, { ok: true, feeFen: 0 }, NONE],
    ['that was refused is over', NONE, NO, NONE],
    ['that was refused leaves a mark of an earlier one', OPEN, NO, REFUSED],
    ['that was refused again leaves that mark', REFUSED, NO, REFUSED],
    ['that was carried out after a refusal is over', REFUSED, { ok: true, feeFen: 0 }, NONE],
    ['without an answer stays open', NONE, unclear('TIMEOUT'), {}],
    ['that was broken off stays open', NONE, unclear('ABORTED'), {}],
    ['that never left was none', NONE, unclear('CIRCUIT_OPEN', { isNotSent: true }), NONE],
    ['that never left ends no earlier one', OPEN, unclear('TOO_LATE', { isNotSent: true }), OPEN],
  ])('%s', (_what, claimed, answer, remains) => {
    expect(afterCancel(claimed as typeof NONE, answer)).toEqual(remains);
  });
});

describe('the fee of a completed intent is asked for', () => {
  it.each<[string, typeof OPEN | typeof NONE, FindAnswer<OrderFacts>, boolean]>([
    ['when its order is cancelled and the answer missing', OPEN, FOUND('CANCELLED'), true],
    ['also after a later one was refused', REFUSED, FOUND('CANCELLED'), true],
    ['unless the shop did it by itself', NONE, FOUND('CANCELLED'), false],
    ['unless it is another order', OTHER, FOUND('CANCELLED'), false],
    ['unless the order stands', OPEN, FOUND('SHIPPED'), false],
    ['unless the shop has rejected it', OPEN, FOUND('REJECTED'), false],
    ['unless it is missing', OPEN, NOTHING, false],
    ['unless nobody answers', OPEN, unclear('TIMEOUT'), false],
  ])('%s', (_when, intent, found, isMissing) => {
    expect(isFeeMissing(intent, found)).toBe(isMissing);
  });
});

it.each<[string, CancelAnswer | undefined, object]>([
  ['is not over before it is asked', undefined, {}],
  ['is not over without an answer', unclear('TIMEOUT'), {}],
  ['is over with the fee', { ok: true, feeFen: 500 }, NONE],
  ['is over with a refusal', NO, NONE],
])('the question for the fee %s', (_what, answer, remains) => {
  expect(afterFee(answer)).toEqual(remains);
});

it('a cancellation is repeated until a later one is refused', () => {
  expect(
    [NONE, OTHER, OPEN, REFUSED].map((intent) => isCancelUnanswered(intent, order('CONFIRMED'))),
  ).toEqual([false, false, true, false]);
});
