import { expect, it } from 'vitest';
import { isWholeFen, nearestFen } from './money.ts';

it.each([
  [0.01, 1, true],
  [1.15, 115, true],
  [99_999_999.99, 9_999_999_999, true],
  [70_368_744_177_663.99, 7_036_874_417_766_399, true],
  [0.1 + 0.2, 30, false],
  [1.004, 100, false],
  [7.996, 800, false],
])('%d yuan are %d fen, exactly: %s', (yuan, fen, isExact) => {
  expect([nearestFen(yuan), isWholeFen(yuan)]).toEqual([fen, isExact]);
});
