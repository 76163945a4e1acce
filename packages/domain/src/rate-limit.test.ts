import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addWeight,
  bucketsOf,
  countRequest,
  isFull,
  isOver,
  presentRateLimit,
  rateLimitHeaders,
  tightestBucket,
  weightOf,
} from './rate-limit.ts';

describe('the limits of a request', () => {
  it.each([
    [{ limit: 10, used: 9 }, '1', false, false],
    [{ limit: 10, used: 10 }, '0', true, false],
    [{ limit: 10, used: 11 }, '0', true, true],
    [{ limit: 100, used: 1 }, '99', false, false],
  ])('%j leave %s', (count, remaining, full, over) => {
    expect([isFull(count), isOver(count)]).toEqual([full, over]);
    expect(rateLimitHeaders(count, 1_795_251_600)).toEqual({
      'X-RateLimit-Limit': String(count.limit),
      'X-RateLimit-Remaining': remaining,
      'X-RateLimit-Reset': '1795251601',
    });
  });

  it('are those of its own bucket, then of all requests of the App', () => {
    expect(bucketsOf('create')).toEqual(['create', 'general']);
  });

  it.each([
    [[], 1],
    [Array(10), 1],
    [Array(11), 2],
    [Array(100), 10],
    [Array(5000), 10],
    ['text', 1],
    [undefined, 1],
  ])('count a batch by its items (BC5)', (items, weight) => {
    expect(weightOf('createIntents', { items })).toBe(weight);
    expect(weightOf('createIntent', { items })).toBe(1);
    expect(weightOf('createIntents', null)).toBe(1);
  });

  it('count all of a weight that has room, else one (BC5)', () => {
    expect(addWeight(10, 4, 6)).toEqual({ limit: 10, used: 10, isShort: false });
    const short = addWeight(10, 5, 6);
    expect(short).toEqual({ limit: 10, used: 6, isShort: true });
    expect([isOver(short), presentRateLimit([short], 1).isOver]).toEqual([true, true]);
  });

  it('count a request up to the first bucket that is over its limit', () => {
    const used = { small: 1, large: 5 };
    const buckets = [
      { name: 'small', limit: 2 },
      { name: 'large', limit: 9 },
    ] as const;
    const count = () => countRequest(buckets, ({ name }) => (used[name] += 1));
    expect(count()).toEqual([
      { limit: 2, used: 2 },
      { limit: 9, used: 6 },
    ]);
    expect(count()).toEqual([{ limit: 2, used: 3 }]);
    expect(used.large).toBe(6);
  });

  it('are presented for the bucket that refuses', () => {
    const counts = [
      { limit: 100, used: 100 },
      { limit: 10, used: 11 },
    ];
    expect(presentRateLimit(counts, 1_795_251_600)).toMatchObject({
      isOver: true,
      headers: { 'X-RateLimit-Limit': '10', 'X-RateLimit-Remaining': '0' },
    });
  });

  it('report the bucket that refuses, else the one with the fewest requests left', () => {
    const count = fc.record({ limit: fc.nat({ max: 20 }), used: fc.nat({ max: 30 }) });
    fc.assert(
      fc.property(count, fc.array(count, { maxLength: 2 }), (first, others) => {
        const counts = [first, ...others];
        const tightest = tightestBucket(counts);
        expect(tightest).toBe(others.findLast(isOver) ?? tightest);
        const room = ({ limit, used }: typeof first) => Math.max(limit - used, 0);
        expect(room(tightest)).toBe(Math.min(...counts.map(room)));
      }),
    );
  });
});
