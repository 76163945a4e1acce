import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOver, rateLimitHeaders, tightestBucket } from './rate-limit.ts';

describe('the limits of a request', () => {
  it.each([
    [{ limit: 10, used: 10 }, '0', false],
    [{ limit: 10, used: 11 }, '0', true],
    [{ limit: 100, used: 1 }, '99', false],
  ])('%j leave %s', (count, remaining, over) => {
    expect(isOver(count)).toBe(over);
    expect(rateLimitHeaders(count, 1_795_251_600)).toEqual({
      'X-RateLimit-Limit': String(count.limit),
      'X-RateLimit-Remaining': remaining,
      'X-RateLimit-Reset': '1795251601',
    });
  });

  it('report the bucket that refuses, else the one with the fewest requests left', () => {
    const count = fc.record({ limit: fc.nat({ max: 20 }), used: fc.nat({ max: 30 }) });
    fc.assert(
      fc.property(count, fc.array(count, { maxLength: 2 }), (first, others) => {
        const counts = [first, ...others];
        const tightest = tightestBucket(counts);
        if (others.some(isOver)) expect(tightest).toBe(others.findLast(isOver));
        const room = ({ limit, used }: typeof first) => Math.max(limit - used, 0);
        expect(room(tightest)).toBe(Math.min(...counts.map(room)));
      }),
    );
  });
});
