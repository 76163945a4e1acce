import { BASE62, RANDOM_DIGITS } from '@procurement-intents/contract/bearer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apiKeyOf, isApiKey } from './api-key.ts';
import { toBase62 } from './base62.ts';

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('an API key', () => {
  it('has its prefix, 43 random digits and 6 of the checksum', () => {
    expect(apiKeyOf('test', '0'.repeat(RANDOM_DIGITS))).toMatch(/^ak_test_0{43}[0-9A-Za-z]{6}$/);
    expect(apiKeyOf('live', '0'.repeat(RANDOM_DIGITS))).toMatch(/^ak_live_0{43}[0-9A-Za-z]{6}$/);
  });

  it('is one in its own environment alone', () => {
    const key = apiKeyOf('test', toBase62(new Uint8Array(32).fill(7), RANDOM_DIGITS));
    expect([isApiKey(key, 'test'), isApiKey(key, 'live')]).toEqual([true, false]);
    expect(isApiKey(key.replace('test', 'live'), 'live')).toBe(false);
  });

  it('is none with one character mistyped', () => {
    const place = fc.nat({ max: RANDOM_DIGITS + 5 });
    fc.assert(
      fc.property(bytes, place, fc.constantFrom(...BASE62.split('')), (random, at, digit) => {
        const key = apiKeyOf('test', toBase62(random, RANDOM_DIGITS));
        const index = 'ak_test_'.length + at;
        const typo = key.slice(0, index) + digit + key.slice(index + 1);
        expect(isApiKey(typo, 'test')).toBe(typo === key);
      }),
      { numRuns: 2000 },
    );
  });
});

it('base62 keeps the order of equally long bytes, so that no two have the same digits', () => {
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      const order = Math.sign(Buffer.compare(a, b));
      const [first, second] = [toBase62(a, RANDOM_DIGITS), toBase62(b, RANDOM_DIGITS)];
      expect(first < second ? -1 : Number(first > second)).toBe(order);
    }),
  );
});
