import { DAY_MS } from '@procurement-intents/contract';
import { ORDER_STATUSES } from '@procurement-intents/contract/gateway/codes';
import { describe, expect, it } from 'vitest';
import {
  afterRefusedCancel,
  afterRetry,
  afterWait,
  CANCEL_WAIT,
  type DueState,
  firstTrackingAt,
  isCallerWaiting,
  type JobState,
  leaseUntil,
  nextConfirmationAt,
  nextTrackingAt,
  pauseAfter,
  type TrackedOrder,
} from './due.ts';
import type { PurchaseState } from './purchase-rules.ts';
import type { Retry } from './purchase-steps.ts';
import { before, BOUNDS, NOW, order, purchaseState } from '../../test/test-purchase.ts';

const TEN_SECONDS = { processingAt: before(10_000) };
const NEAR_END = { processingAt: before(BOUNDS.retryBudgetMs - 40_000) };
const retry = (change: Partial<PurchaseState>, more: Partial<Retry> = {}) =>
  afterRetry(purchaseState(change), { kind: 'retry', reason: 'x', ...more }, NOW, BOUNDS);
const wait = (change: Partial<PurchaseState>, untilMs: number) =>
  afterWait(purchaseState(change), { kind: 'wait', until: before(-untilMs) }, NOW);

describe('the next attempt', () => {
  it.each<[string, at: Date | null, afterMs: number | null]>([
    ['tracks an order', firstTrackingAt(order('CONFIRMED'), NOW), 500],
    ['is none once it is delivered', firstTrackingAt(order('DELIVERED'), NOW), null],
    ['waits half of the time that has passed', retry(TEN_SECONDS), 5000],
    ['waits as the platform asks', retry(TEN_SECONDS, { retryAfterMs: 60_000 }), 60_000],
    [
      'waits as the platform asks within the retry budget alone',
      retry(NEAR_END, { retryAfterMs: 3_600_000 }),
      40_000,
    ],
    [
      'comes at once after a delay of ours',
      retry(TEN_SECONDS, { retryAfterMs: 60_000, isOurDelay: true }),
      500,
    ],
    ['reads a page again 10 s after it was gone', retry(TEN_SECONDS, { pageGoneAt: before(1000) }), 9000],
    ['is put off without haste', afterWait(purchaseState(TEN_SECONDS), { kind: 'postpone' }, NOW), 5000],
    ['sends again when it may', wait(TEN_SECONDS, 8000), 8000],
    [
      'asks for an order that may still appear in between',
      wait({ ...TEN_SECONDS, orderInFlightUntil: before(-8000) }, 8000),
      5000,
    ],
    [
      'asks at its end at the latest',
      wait({ ...TEN_SECONDS, orderInFlightUntil: before(-3000) }, 3000),
      3000,
    ],
    ['asks for a confirmation after 1 s', nextConfirmationAt(0, NOW), 1000],
    ['asks for a confirmation ever more rarely', nextConfirmationAt(80_000, NOW), 10_000],
    ['goes on after a refused cancellation', afterRefusedCancel(NOW), 500],
  ])('%s', (_what, at, afterMs) => {
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

it.each<[isWaiting: boolean, what: string, cancelRequestedAt: Date | null]>([
  [false, 'without a request', null],
  [true, 'just after the request', NOW],
  [true, 'up to the end of the wait', before(CANCEL_WAIT.waitMs - 1)],
  [false, 'at the end of the wait', before(CANCEL_WAIT.waitMs)],
  [true, 'after a request that a clock set back puts ahead', before(-60_000)],
])('a caller waits: %s, %s', (isWaiting, _what, cancelRequestedAt) => {
  expect(isCallerWaiting({ cancelRequestedAt }, NOW)).toBe(isWaiting);
});

describe('a due intent is left to its job', () => {
  const AWAITED = { cancelRequestedAt: before(1000) };
  const [FIRST, LAST] = ['int_0000', 'int_ffff'];
  it.each<[what: string, JobState, Partial<DueState>, shortest: number, longest: number]>([
    ['that was added to begin it', 'added', { status: 'SUBMITTED' }, 30_000, 60_000],
    ['that was added to go on with it', 'added', {}, 30_000, 60_000],
    ['that was added to track it', 'added', { status: 'COMPLETED' }, 300_000, 600_000],
    ['that was added while its caller waits', 'added', AWAITED, 1000, 1000],
    [
      'that was added after its caller has waited in vain',
      'added',
      { cancelRequestedAt: before(CANCEL_WAIT.waitMs) },
      30_000,
      60_000,
    ],
    ['that still runs', 'running', {}, 1000, 1000],
    ['that still runs, while its caller waits', 'running', AWAITED, 1000, 1000],
    ['that waits in line', 'waiting', {}, 300_000, 600_000],
    ['that waits in line, as does its caller', 'waiting', AWAITED, 300_000, 600_000],
  ])('%s', (_what, job, change, shortest, longest) => {
    const leaseOf = (id: string): number =>
      leaseUntil({ id, status: 'PROCESSING', cancelRequestedAt: null, ...change }, NOW, job).getTime() -
      NOW.getTime();
    expect(leaseOf(FIRST)).toBe(shortest);
    expect(leaseOf(LAST)).toBeGreaterThanOrEqual(shortest);
    expect(leaseOf(LAST)).toBeLessThanOrEqual(longest);
    expect(leaseOf(LAST) / longest).toBeGreaterThan(0.99);
  });
});

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
