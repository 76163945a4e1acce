import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideByPage,
  hadLastTry,
  isAbovePrice,
  isPastRetryBudget,
  mayOrderAppear,
  PAGE_GONE_MS,
  type PageAnswer,
  type PurchaseState,
} from './decide-purchase.ts';

const NOW = new Date('2026-03-04T05:06:07.089Z');
const TIMES = { retryBudgetMs: 600_000, inFlightMs: 40_000 };
const before = (ms: number): Date => new Date(NOW.getTime() - ms);
const state = (change: Partial<PurchaseState> = {}): PurchaseState => ({
  priceFen: 1990n,
  placingUntil: null,
  processingAt: before(1000),
  pageGoneAt: null,
  ...change,
});
const shows = (priceFen: number, isAvailable = true): PageAnswer => ({
  ok: true,
  page: { priceFen, isAvailable },
});
const GONE: PageAnswer = { ok: false, kind: 'refused', reason: 'NOT_FOUND' };

const date = fc.option(fc.date({ min: before(1e9), max: before(-1e9), noInvalidDate: true }), { nil: null });
const anyState: fc.Arbitrary<PurchaseState> = fc.record({
  priceFen: fc.bigInt(1n, 10_000_000n),
  placingUntil: date,
  processingAt: date,
  pageGoneAt: date,
});
const anyAnswer: fc.Arbitrary<PageAnswer> = fc.oneof(
  fc.record({
    ok: fc.constant(true as const),
    page: fc.record({ priceFen: fc.integer({ min: 1, max: 10_000_000 }), isAvailable: fc.boolean() }),
  }),
  fc.record({
    ok: fc.constant(false as const),
    kind: fc.constantFrom('refused' as const, 'unclear' as const),
    reason: fc.constantFrom('NOT_FOUND', 'CLIENT_ERROR', 'NOT_A_PRODUCT', 'TIMEOUT', 'HTTP_503'),
  }),
);

describe('no end while an order may appear', () => {
  it.each([
    [null, false],
    [before(-1), true],
    [NOW, false],
    [before(1), false],
  ])('promised until %s: %s', (placingUntil, expected) => {
    expect(mayOrderAppear({ placingUntil }, NOW)).toBe(expected);
  });
});

describe('never above the price', () => {
  it.each([
    [1990, false],
    [1991, true],
    [1, false],
  ])('a page that asks %s of 1990 is above: %s', (priceFen, expected) => {
    expect(isAbovePrice({ priceFen }, state())).toBe(expected);
  });

  it('orders nothing dearer than the intent, whatever the page says and the row knows', () => {
    fc.assert(
      fc.property(anyState, anyAnswer, (row, answer) => {
        const decision = decideByPage(row, answer, NOW, TIMES);
        if (decision.kind !== 'order') return;
        expect(answer.ok && answer.page.isAvailable).toBe(true);
        expect(BigInt(decision.unitPriceFen)).toBeLessThanOrEqual(row.priceFen);
      }),
    );
  });
});

describe('what follows from a page', () => {
  it.each<[string, PageAnswer, Partial<PurchaseState>, object]>([
    ['that sells at the price', shows(1990), {}, { kind: 'order', unitPriceFen: 1990 }],
    ['that sells for less', shows(1500), {}, { kind: 'order', unitPriceFen: 1500 }],
    ['that asks more', shows(1991), {}, { kind: 'fail', failureCode: 'PRICE_CHANGED' }],
    ['that is sold out, dear or not', shows(9999, false), {}, { kind: 'fail', failureCode: 'OUT_OF_STOCK' }],
    ['that is gone for the first time', GONE, {}, { kind: 'lookAgain', goneAt: NOW }],
    [
      'that is gone too soon after the first time',
      GONE,
      { pageGoneAt: before(PAGE_GONE_MS - 1) },
      { kind: 'lookAgain', goneAt: before(PAGE_GONE_MS - 1) },
    ],
    [
      'that is still gone',
      GONE,
      { pageGoneAt: before(PAGE_GONE_MS) },
      { kind: 'fail', failureCode: 'PRODUCT_NOT_FOUND' },
    ],
    [
      'that is a captcha',
      { ok: false, kind: 'refused', reason: 'NOT_A_PRODUCT' },
      {},
      { kind: 'retry', reason: 'product page: NOT_A_PRODUCT' },
    ],
    [
      'that is a captcha for as long as a purchase may wait',
      { ok: false, kind: 'refused', reason: 'NOT_A_PRODUCT' },
      { processingAt: before(TIMES.retryBudgetMs + 1) },
      { kind: 'fail', failureCode: 'PLATFORM_UNAVAILABLE' },
    ],
  ])('%s', (_what, answer, change, decision) => {
    expect(decideByPage(state(change), answer, NOW, TIMES)).toEqual(decision);
  });

  it('ends no purchase of an answer that is not definite before its retry budget is used up', () => {
    fc.assert(
      fc.property(anyState, anyAnswer, (row, answer) => {
        fc.pre(!answer.ok && answer.reason !== 'NOT_FOUND' && !isPastRetryBudget(row, NOW, TIMES));
        expect(decideByPage(row, answer, NOW, TIMES).kind).toBe('retry');
      }),
    );
  });
});

describe('the last try', () => {
  const sentAt = (afterMs: number) => ({
    processingAt: before(0),
    placingUntil: new Date(NOW.getTime() + afterMs + TIMES.inFlightMs),
  });

  it.each([
    ['was sent after the retry budget', sentAt(TIMES.retryBudgetMs + 1), true],
    ['was sent at its very end', sentAt(TIMES.retryBudgetMs), false],
    ['was never sent', { processingAt: before(1e9), placingUntil: null }, false],
  ])('%s', (_what, row, expected) => {
    expect(hadLastTry(row, TIMES)).toBe(expected);
  });
});
