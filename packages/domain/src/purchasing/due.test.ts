import { ORDER_STATUSES } from '@procurement-intents/contract/gateway/codes';
import { describe, expect, it } from 'vitest';
import type { OrderFacts } from './answers.ts';
import { firstAttemptAt, nextAttemptAt, nextTrackingAt, pauseAfter, type TrackedOrder } from './due.ts';
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

it.each([
  [0, 500],
  [2000, 1000],
  [1e9, 30_000],
])('after %s ms the next attempt waits %s ms', (elapsedMs, pauseMs) => {
  expect(pauseAfter(elapsedMs)).toBe(pauseMs);
});

const DAY_MS = 86_400_000;
const PAID = 39_800;

describe('the tracking of an order', () => {
  const next = (completedAt: Date, order: TrackedOrder | null, isFollowed = false) =>
    nextTrackingAt(completedAt, order, NOW, isFollowed);

  it.each<[TrackedOrder['status'], refundedFen: number | undefined, isOver: boolean]>([
    ['ACCEPTED', undefined, false],
    ['CONFIRMED', undefined, false],
    ['CONFIRMED', 0, false],
    ['CONFIRMED', PAID, false],
    ['SHIPPED', undefined, false],
    ['SHIPPED', 0, false],
    ['SHIPPED', 1000, false],
    ['DELIVERED', undefined, true],
    ['DELIVERED', 0, true],
    ['REJECTED', undefined, false],
    ['CANCELLED', undefined, false],
    ['CANCELLED', 0, false],
    ['CANCELLED', PAID - 1, false],
    ['CANCELLED', PAID, true],
    ['CANCELLED', PAID + 1, true],
  ])('that is %s with %s fen paid back: over %s', (status, refundedFen, isOver) => {
    const order = { status, amountPaidFen: PAID, ...(refundedFen !== undefined && { refundedFen }) };
    expect(next(NOW, order) === null).toBe(isOver);
    expect(next(before(30 * DAY_MS), order) === null).toBe(isOver);
  });

  it('of which nothing was paid is over when the shop withdraws it', () => {
    expect(next(NOW, { status: 'CANCELLED', amountPaidFen: 0 })).toBeNull();
  });

  it('goes on while the platform does not answer', () => {
    expect(next(before(30 * DAY_MS), null)).not.toBeNull();
  });

  it.each([null, ...ORDER_STATUSES])('ends after 30 days, %s', (status) => {
    expect(next(before(30 * DAY_MS + 1), status && { status, amountPaidFen: PAID })).toBeNull();
  });

  it.each<[TrackedOrder['status'], isFollowed: boolean, hours: number]>([
    ['CONFIRMED', false, 0.25],
    ['CONFIRMED', true, 6],
    ['SHIPPED', false, 6],
    ['SHIPPED', true, 24],
    ['CANCELLED', true, 24],
  ])(
    'asks about an old order that is %s, followed by the list: %s, after %s hours',
    (status, isFollowed, hours) => {
      const at = next(before(20 * DAY_MS), { status, amountPaidFen: PAID }, isFollowed);
      expect(at).toEqual(before(-hours * 3_600_000));
    },
  );

  it.each<[minutes: number, afterMs: number]>([
    [0, 500],
    [8, 120_000],
    [40, 600_000],
    [80, 900_000],
  ])('asks about an order that was confirmed %s minutes ago after %s ms', (minutes, afterMs) => {
    const at = next(before(minutes * 60_000), { status: 'CONFIRMED', amountPaidFen: PAID });
    expect(at).toEqual(before(-afterMs));
  });
});

it('the first attempt is due after the grace period', () => {
  expect(firstAttemptAt(NOW, 5000)).toEqual(before(-5000));
});
