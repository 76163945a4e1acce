import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactAmounts, exactFen, fenToYuan, totalFen, yuanToFen } from './money.ts';

const LARGEST_FEN = 2 ** 46 * 100 - 1;
const fen = fc.integer({ min: -LARGEST_FEN, max: LARGEST_FEN });

/** The decimal text of an amount, made without division. */
function decimalText(amountFen: number): string {
  const digits = String(Math.abs(amountFen)).padStart(3, '0');
  return `${amountFen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

describe('yuanToFen', () => {
  test.each([
    [0, 0],
    [-0, 0],
    [0.01, 1],
    [0.1, 10],
    [0.29, 29],
    [1.1, 110],
    [4.35, 435],
    [19.99, 1999],
    [199, 19900],
    [-5.05, -505],
    [99_999_999.99, 9_999_999_999],
    [99_999_999_999.99, 9_999_999_999_999],
  ])('reads %s yuan as %s fen', (yuan, expected) => {
    expect(yuanToFen(yuan)).toBe(expected);
  });

  test.each([0.1 + 0.2, 1.005, 0.001, 19.990000000000002, 1e-7, NaN, Infinity, -Infinity, 1e21, 2 ** 46])(
    'has no fen for %s',
    (yuan) => {
      expect(yuanToFen(yuan)).toBeNull();
    },
  );

  test('reads the number of every decimal with two places exactly', () => {
    fc.assert(
      fc.property(fen, (amountFen) => {
        expect(yuanToFen(Number(decimalText(amountFen)))).toBe(amountFen === 0 ? 0 : amountFen);
      }),
      { numRuns: 20_000 },
    );
  });

  test('accepts a number only when its shortest decimal has at most two places', () => {
    const nearMiss = fc.tuple(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(nearMiss, ([hundredths, thousandth]) => {
        expect(yuanToFen(Number(`${decimalText(hundredths)}${thousandth}`))).toBeNull();
      }),
    );
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (yuan) => {
        const places = /^-?\d+(?:\.(\d+))?$/.exec(String(yuan));
        const isShort = places !== null && (places[1] ?? '').length <= 2;
        expect(yuanToFen(yuan) !== null).toBe(isShort);
      }),
    );
  });
});

describe('fenToYuan', () => {
  test('gives the number that prints as the decimal, and yuanToFen takes it back', () => {
    fc.assert(
      fc.property(fen, (amountFen) => {
        expect(fenToYuan(amountFen)).toBe(Number(decimalText(amountFen)));
        expect(fenToYuan(BigInt(amountFen))).toBe(fenToYuan(amountFen));
        expect(yuanToFen(fenToYuan(amountFen))).toBe(amountFen === 0 ? 0 : amountFen);
      }),
      { numRuns: 20_000 },
    );
  });

  test.each([0.5, NaN, Infinity, 2 ** 53, 2 ** 46 * 100, 2n ** 53n + 1n])('throws for %s', (amountFen) => {
    expect(() => fenToYuan(amountFen)).toThrow(RangeError);
  });
});

describe('totalFen', () => {
  test('multiplies exactly or returns null', () => {
    const price = fc.integer({ min: 0, max: 9_999_999_999 });
    const quantity = fc.integer({ min: 0, max: 999_999 });
    fc.assert(
      fc.property(price, quantity, (priceFen, count) => {
        const exact = BigInt(priceFen) * BigInt(count);
        const isInRange = exact <= BigInt(LARGEST_FEN);
        expect(totalFen(priceFen, count)).toBe(isInRange ? Number(exact) : null);
      }),
      { numRuns: 20_000 },
    );
  });

  test.each([
    [1999, 3, 5997],
    [0, 5, 0],
    [9_999_999_999, 999_999, null],
    [1.5, 2, null],
    [-1, 2, null],
    [1, -2, null],
    [1, 1.5, null],
  ])('%s fen x %s is %s', (priceFen, count, expected) => {
    expect(totalFen(priceFen, count)).toBe(expected);
  });
});

test.each([1.005, NaN, 2 ** 46])('an exact amount is never guessed from %s', (yuan) => {
  expect(() => exactFen(yuan)).toThrow('not exact');
  expect(() => exactAmounts(yuan, 1)).toThrow('not exact');
});

test('an exact total is never guessed', () => {
  expect(exactAmounts(19.99, 3)).toEqual({ priceFen: 1999n, totalFen: 5997n });
  expect(() => exactAmounts(19.99, 1.5)).toThrow('not exact');
});
