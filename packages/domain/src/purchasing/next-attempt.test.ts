import { describe, expect, it } from 'vitest';
import type { OrderFacts } from './answers.ts';
import { attemptEvent, nextAttemptAt } from './next-attempt.ts';
import type { PurchaseState } from './purchase-rules.ts';
import type { Decision } from './purchase-steps.ts';
import { before, BOUNDS, NOW, order, purchaseState } from '../../test/test-purchase.ts';

const TEN_SECONDS = { processingAt: before(10_000) };
const NEAR_END = { processingAt: before(BOUNDS.retryBudgetMs - 40_000) };

describe('the next attempt', () => {
  it.each<[string, Partial<PurchaseState>, Decision<OrderFacts>, afterMs: number | null]>([
    ['tracks an order', {}, { kind: 'end', outcome: { to: 'COMPLETED', order: order('CONFIRMED') } }, 500],
    [
      'is none once it is delivered',
      {},
      { kind: 'end', outcome: { to: 'COMPLETED', order: order('DELIVERED') } },
      null,
    ],
    [
      'is none after a failure',
      {},
      { kind: 'end', outcome: { to: 'FAILED', failureCode: 'OUT_OF_STOCK', order: null, mayAppear: true } },
      null,
    ],
    ['waits half of the time that has passed', TEN_SECONDS, { kind: 'retry', reason: 'x' }, 5000],
    ['waits as the platform asks', TEN_SECONDS, { kind: 'retry', reason: 'x', retryAfterMs: 60_000 }, 60_000],
    [
      'waits as the platform asks within the retry budget alone',
      NEAR_END,
      { kind: 'retry', reason: 'x', retryAfterMs: 3_600_000 },
      40_000,
    ],
    [
      'comes at once after a delay of ours',
      TEN_SECONDS,
      { kind: 'retry', reason: 'x', retryAfterMs: 60_000, isOurDelay: true },
      500,
    ],
    [
      'reads a page again 10 s after it was gone',
      TEN_SECONDS,
      { kind: 'retry', reason: 'x', pageGoneAt: before(1000) },
      9000,
    ],
    ['is put off without haste', TEN_SECONDS, { kind: 'postpone' }, 5000],
    ['sends again when it may', TEN_SECONDS, { kind: 'wait', until: before(-8000) }, 8000],
    [
      'asks for an order that may still appear in between',
      { ...TEN_SECONDS, orderInFlightUntil: before(-8000) },
      { kind: 'wait', until: before(-8000) },
      5000,
    ],
    [
      'asks at its end at the latest',
      { ...TEN_SECONDS, orderInFlightUntil: before(-3000) },
      { kind: 'wait', until: before(-3000) },
      3000,
    ],
    [
      'asks for a confirmation after 1 s',
      {},
      { kind: 'awaitConfirmation', order: order('ACCEPTED'), acceptedMs: 0 },
      1000,
    ],
    [
      'asks for a confirmation ever more rarely',
      {},
      { kind: 'awaitConfirmation', order: order('ACCEPTED'), acceptedMs: 80_000 },
      10_000,
    ],
    ['goes on after a refused cancellation', {}, { kind: 'refuseCancel', reason: 'no' }, 500],
  ])('%s', (_what, change, decision, afterMs) => {
    const at = nextAttemptAt(purchaseState(change), decision, NOW, BOUNDS);
    expect(at && at.getTime() - NOW.getTime()).toBe(afterMs);
  });
});

it('reports attempts up to the tenth, then at each doubling', () => {
  const told = Array.from({ length: 100 }, (_, index) => index + 1).filter((count) =>
    attemptEvent(count, 'x'),
  );
  expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 40, 80]);
  expect(attemptEvent(20, 'TIMEOUT')).toEqual({
    type: 'intent.attempt_failed',
    detail: 'TIMEOUT (attempt 20)',
  });
});
