import { DAY_MS } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { decideFeed, type FeedAnswer, type FeedState, isFeedTrusted } from './decide-feed.ts';
import { before, NOW } from '../../test/test-purchase.ts';

const MINUTE_MS = 60_000;

const START: FeedState = {
  changedSince: before(600_000),
  changedUpTo: null,
  cursor: null,
  pages: 0,
  passBegunAt: null,
  failures: 0,
  lastFailure: null,
  caughtUpAt: before(700_000),
};
const SECOND: FeedState = {
  ...START,
  changedUpTo: before(200_000),
  cursor: 'a',
  pages: 1,
  passBegunAt: before(90_000),
};
const AT_START = { changedUpTo: null, cursor: null, pages: 0, passBegunAt: null };

const page = (nextCursor: string | null, ...ages: number[]) =>
  ({ ok: true, orders: ages.map((ms) => ({ updatedAt: before(ms) })), nextCursor }) as const;
const failure = (reason = 'HTTP_503', retryAfterMs?: number) =>
  ({ ok: false, reason, ...(retryAfterMs !== undefined && { retryAfterMs }) }) as const;
const decide = (feed: FeedState, answer: FeedAnswer<{ updatedAt?: Date }>) => decideFeed(feed, answer, NOW);
const both = (ms: number) => ({ news: ms, none: ms });

describe('a page', () => {
  it.each<[string, FeedState, ReturnType<typeof page>, Partial<FeedState>]>([
    [
      'leads to the next one',
      START,
      page('a', 5000),
      { cursor: 'a', pages: 1, passBegunAt: NOW, changedUpTo: before(5000) },
    ],
    ['leads to the next one from later on', SECOND, page('b', 300_000), { cursor: 'b', pages: 2 }],
    [
      'at the end moves to a minute before the newest change',
      START,
      page(null, 300_000, 100_000),
      { changedSince: before(160_000), caughtUpAt: NOW },
    ],
    [
      'at the end moves to the newest change of the pages before, less the time that they took',
      SECOND,
      page(null),
      { ...AT_START, changedSince: before(350_000), caughtUpAt: NOW },
    ],
    [
      'of a shop whose clock is ahead moves to a minute before the poll',
      START,
      page(null, -DAY_MS),
      { changedSince: before(MINUTE_MS), caughtUpAt: NOW },
    ],
    ['never moves back', START, page(null, 590_000), { caughtUpAt: NOW }],
    ['that is empty moves nothing', START, page(null), { caughtUpAt: NOW }],
    [
      'clears the last failure, and counts on to the end',
      { ...SECOND, failures: 2, lastFailure: 'HTTP_503' },
      page('b', 1000),
      { cursor: 'b', pages: 2, changedUpTo: before(1000), lastFailure: null },
    ],
    [
      'at the end forgets the failures',
      { ...START, failures: 2, lastFailure: 'HTTP_503' },
      page(null),
      { failures: 0, lastFailure: null, caughtUpAt: NOW },
    ],
  ])('%s', (_what, feed, answer, change) => {
    const { next, orders, outcome } = decide(feed, answer);
    expect(next).toEqual({ ...feed, ...change });
    expect(orders).toBe(answer.orders);
    expect(outcome).toBe(answer.nextCursor === null ? 'end' : 'page');
  });

  it.each([
    ['the end', 3, page(null, 1), { news: 10_000, none: 30_000 }],
    ['a page', 3, page('b', 1), both(0)],
    ['the twentieth page', 19, page('b', 1), both(2000)],
    ['the fortieth page', 39, page('b', 1), both(2000)],
  ])('pauses after %s', (_what, pages, answer, pauseMs) => {
    expect(decide({ ...SECOND, pages }, answer).pauseMs).toEqual(pauseMs);
  });
});

describe('a failure', () => {
  const AGAIN = { failures: 1, lastFailure: 'HTTP_503' };

  it.each<[string, FeedState, FeedAnswer<{ updatedAt?: Date }>, Partial<FeedState>]>([
    ['keeps the page to read', SECOND, failure(), AGAIN],
    [
      'after a good page keeps the page to read',
      { ...SECOND, failures: 1 },
      failure(),
      { ...AGAIN, failures: 2 },
    ],
    ['after another begins anew', { ...SECOND, ...AGAIN }, failure(), { ...AT_START, ...AGAIN, failures: 2 }],
    [
      'by a page without times is one',
      SECOND,
      { ok: true, orders: [{}], nextCursor: null },
      { ...AGAIN, lastFailure: 'LIST_WITHOUT_TIMES' },
    ],
    [
      'by a list without end skips the rest',
      SECOND,
      page('a', 1),
      { ...AT_START, failures: 1, lastFailure: 'LIST_WITHOUT_END', changedSince: before(90_000 + MINUTE_MS) },
    ],
    [
      'by a list without end never moves back',
      { ...SECOND, changedSince: before(1000) },
      page('a', 1),
      { ...AT_START, failures: 1, lastFailure: 'LIST_WITHOUT_END', changedSince: before(1000) },
    ],
  ])('%s', (_what, feed, answer, change) => {
    const { next, orders, outcome } = decide(feed, answer);
    expect(next).toEqual({ ...feed, ...change });
    expect({ orders, outcome }).toEqual({ orders: [], outcome: 'failed' });
  });

  it.each([
    [0, failure(), 30_000],
    [1, failure(), 60_000],
    [6, failure(), 1_920_000],
    [7, failure(), 3_600_000],
    [2000, failure(), 3_600_000],
    [0, failure('RATE_LIMITED', 45_000), 45_000],
    [2, failure('RATE_LIMITED', 45_000), 120_000],
  ])('after %i others pauses', (failures, answer, ms) => {
    expect(decide({ ...START, failures }, answer).pauseMs).toEqual(both(ms));
  });

  it('is reported when it is the third, and so is the end that follows', () => {
    const reports = (answer: FeedAnswer<{ updatedAt?: Date }>) =>
      [0, 1, 2, 3, 4].map((failures) => decide({ ...START, failures }, answer).report);
    expect(reports(failure())).toEqual([null, null, 'unusable', null, null]);
    expect(reports(page('a', 1))).toEqual([null, null, null, null, null]);
    expect(reports(page(null, 1))).toEqual([null, null, null, 'usable', 'usable']);
  });
});

it.each([
  [null, null, false],
  [1, null, false],
  [null, 1, false],
  [1, 1, true],
  [5 * MINUTE_MS - 1, 7 * DAY_MS - 1, true],
  [5 * MINUTE_MS, 1, false],
  [1, 7 * DAY_MS, false],
])('a list read to its end %s ms and proven %s ms ago: trusted %s', (caughtUpMs, provenMs, isTrusted) => {
  const at = (ms: number | null) => (ms === null ? null : before(ms));
  expect(isFeedTrusted({ caughtUpAt: at(caughtUpMs), provenAt: at(provenMs) }, NOW)).toBe(isTrusted);
});
