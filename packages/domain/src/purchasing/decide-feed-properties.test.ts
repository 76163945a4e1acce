import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideFeed, FIRST_POLL_BACK_MS, type FeedAnswer, type FeedState } from './decide-feed.ts';
import { NOW } from '../../test/test-purchase.ts';

const at = (ms: number): Date => new Date(NOW.getTime() + ms);
const START: FeedState = {
  changedSince: at(-FIRST_POLL_BACK_MS),
  changedUpTo: null,
  cursor: null,
  pages: 0,
  passBegunAt: null,
  failures: 0,
  lastFailure: null,
  caughtUpAt: null,
};
const FAILURE = { ok: false, reason: 'HTTP_503' } as const;

const anyOrder = fc.record(
  { updatedAt: fc.integer({ min: -7_200_000, max: 7_200_000 }).map(at) },
  { requiredKeys: [] },
);
const anyAnswer: fc.Arbitrary<FeedAnswer<{ updatedAt?: Date }>> = fc.oneof(
  fc.record({
    ok: fc.constant(true as const),
    orders: fc.array(anyOrder, { maxLength: 3 }),
    nextCursor: fc.option(fc.constantFrom('a', 'b', 'c')),
  }),
  fc.constantFrom(FAILURE, { ...FAILURE, retryAfterMs: 7_200_000 }),
);

it('whatever a list answers, the position holds together and never goes back', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyAnswer, fc.nat(600_000)), { maxLength: 40 }), (answers) => {
      let feed = START;
      let nowMs = 0;
      for (const [answer, passedMs] of answers) {
        const { next, orders, outcome, pauseMs } = decideFeed(feed, answer, at((nowMs += passedMs)));
        expect(next.changedSince.getTime()).toBeGreaterThanOrEqual(feed.changedSince.getTime());
        expect(next.changedSince.getTime()).toBeLessThanOrEqual(nowMs + NOW.getTime() - 60_000);
        expect(next.cursor === null).toBe(next.pages === 0);
        expect(next.cursor === null ? next.changedUpTo : null).toBeNull();
        expect(next.lastFailure !== null).toBe(outcome === 'failed');
        expect(next.failures).toBe({ failed: feed.failures + 1, page: feed.failures, end: 0 }[outcome]);
        expect(next.caughtUpAt).toEqual(outcome === 'end' ? at(nowMs) : feed.caughtUpAt);
        expect(outcome === 'failed' ? orders : []).toEqual([]);
        expect(pauseMs.none).toBeGreaterThanOrEqual(outcome === 'failed' ? 30_000 : 0);
        feed = next;
      }
    }),
  );
});

describe('a shop that follows the protocol', () => {
  // Two polls that fail make a pass longer than a change may be late; one is committed behind what was read.
  const LONG_PASS = [
    { ms: 0, lateMs: 0 },
    { ms: 40_100, lateMs: 50_000 },
    { ms: 40_200, lateMs: 0 },
    { ms: 40_300, lateMs: 0 },
    { ms: 100_200, lateMs: 0 },
  ];
  const FAILING = [false, false, false, true, false, true];
  const LAST_COMMIT_MS = 1_250_000;
  const anyChange = fc.record({ ms: fc.nat(1_200_000), lateMs: fc.nat(50_000) });

  it('has every change listed, however late it commits it and whatever its clock says', () => {
    fc.assert(
      fc.property(
        fc.array(anyChange, { maxLength: 30 }),
        fc.integer({ min: -3_000_000, max: 3_000_000 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.boolean(), { maxLength: 20 }),
        (changes, skewMs, pageSize, failing) => {
          const pageAt = ({ changedSince, cursor }: FeedState, nowMs: number) => {
            const all = changes
              .map(({ ms, lateMs }, key) => ({ key, updatedAt: at(ms + skewMs), shownMs: ms + lateMs }))
              .filter(({ updatedAt, shownMs }) => shownMs <= nowMs && updatedAt >= changedSince)
              .toSorted((one, other) => one.updatedAt.getTime() - other.updatedAt.getTime());
            const from = Number(cursor);
            const to = from + pageSize;
            const nextCursor = to < all.length ? String(to) : null;
            return { ok: true, orders: all.slice(from, to), nextCursor } as const;
          };
          const listed = new Set<number>();
          let feed = START;
          let nowMs = 0;
          let passBegunMs = 0;
          for (let poll = 0, isDone = false; !isDone; poll += 1) {
            if (feed.cursor === null) passBegunMs = nowMs;
            const answer = failing[poll] === true ? FAILURE : pageAt(feed, nowMs);
            const { orders, next, outcome, pauseMs } = decideFeed(feed, answer, at(nowMs));
            for (const { key } of orders) listed.add(key);
            isDone = outcome === 'end' && passBegunMs > LAST_COMMIT_MS;
            feed = next;
            nowMs += pauseMs.none;
          }
          expect(listed.size).toBe(changes.length);
        },
      ),
      {
        examples: [
          [LONG_PASS, 0, 1, FAILING],
          [LONG_PASS, -1_200_000, 1, FAILING],
        ],
      },
    );
  });
});
