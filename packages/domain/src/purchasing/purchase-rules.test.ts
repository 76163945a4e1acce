import { describe, expect, it } from 'vitest';
import {
  hadLastTry,
  isAbovePrice,
  isCertainlyUnsent,
  mayHaveBeenSetBack,
  mayHoldOlderContent,
  mayOrderAppear,
  type PurchaseState,
} from './purchase-rules.ts';
import { BOUNDS, before, NOW, purchaseState } from '../../test/test-purchase.ts';

describe('no end while an order may appear', () => {
  it.each([
    [null, false],
    [before(-1), true],
    [NOW, false],
    [before(1), false],
  ])('promised until %s: %s', (orderInFlightUntil, expected) => {
    expect(mayOrderAppear({ orderInFlightUntil }, NOW)).toBe(expected);
  });
});

describe('never above the price', () => {
  it.each([
    [1990, false],
    [1991, true],
    [1, false],
  ])('a page that asks %s of 1990 is above: %s', (priceFen, expected) => {
    expect(isAbovePrice({ priceFen }, { priceFen: 1990n })).toBe(expected);
  });
});

describe('the last try', () => {
  const sentAt = (afterMs: number) => ({
    processingAt: before(0),
    orderInFlightUntil: new Date(NOW.getTime() + afterMs + BOUNDS.inFlightMs),
  });

  it.each([
    ['was sent after the retry budget', sentAt(BOUNDS.retryBudgetMs + 1), true],
    ['was sent at its very end', sentAt(BOUNDS.retryBudgetMs), false],
    ['was never sent', { processingAt: before(1e9), orderInFlightUntil: null }, false],
  ])('%s', (_what, row, expected) => {
    expect(hadLastTry(row, BOUNDS)).toBe(expected);
  });
});

describe('a row that may have been set back', () => {
  const fresh = { createdAt: before(6000), processingAt: before(1000) };
  const late = { createdAt: before(20_000), processingAt: before(4000) };

  it.each<[string, Partial<PurchaseState>, Partial<typeof BOUNDS>, boolean]>([
    ['is none that comes in time, by connections that are older', fresh, {}, false],
    ['is as old as the connections', fresh, { connectedMs: 6000 }, true],
    ['is older than a restored backup', fresh, { recoveredAt: before(5999) }, true],
    ['is none that was made after the restore', fresh, { recoveredAt: before(6000) }, false],
    ['was promised before its first attempt', { ...fresh, orderInFlightUntil: before(1001) }, {}, true],
    ['is none that was promised by an attempt', { ...fresh, orderInFlightUntil: before(1000) }, {}, false],
    ['comes more than 10 s after its grace period', late, {}, true],
    ['is none that comes within 10 s of it', { ...late, createdAt: before(19_000) }, {}, false],
    ['has waited for its first attempt', { createdAt: before(15_001), processingAt: null }, {}, true],
  ])('%s', (_what, change, bounds, expected) => {
    const row = purchaseState(change);
    const all = { ...BOUNDS, ...bounds };
    expect(mayHaveBeenSetBack(row, NOW, all)).toBe(expected);
    expect(isCertainlyUnsent({ ...row, orderInFlightUntil: null }, NOW, all)).toBe(
      !mayHaveBeenSetBack({ ...row, orderInFlightUntil: null }, NOW, all),
    );
  });

  it.each<[string, Partial<PurchaseState>, boolean]>([
    ['no order in flight', { orderInFlightUntil: null }, true],
    ['an order in flight from before the claim', { orderInFlightUntil: before(1001) }, true],
    ['an order in flight since the claim', { orderInFlightUntil: before(1000) }, false],
    [
      'an order in flight since the claim and a mark',
      { orderInFlightUntil: before(1000), mustCompareOrder: true },
      true,
    ],
  ])('may hold older content with %s: %s', (_what, change, expected) => {
    const row = purchaseState({ ...fresh, ...change });
    expect(mayHoldOlderContent(row, NOW, { ...BOUNDS, connectedMs: 0 })).toBe(expected);
  });
});
