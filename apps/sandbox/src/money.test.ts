import { expect, test } from 'vitest';
import { parsePrice, printYuan, scaleFen } from './money.ts';

test.each([
  [1, '0.01'],
  [10, '0.10'],
  [19_900, '199.00'],
  [9_999_999_999, '99999999.99'],
])('prints %d fen as %s yuan', (fen, text) => {
  expect(printYuan(fen)).toBe(text);
  expect(parsePrice(text)).toBe(fen);
});

test.each(['', '0', '0.00', '-1', '1.234', '1e3', ' 1', '1,5', '100000000', 'NaN', '１'])(
  'does not accept %j as a price',
  (text) => expect(parsePrice(text)).toBeNull(),
);

test('scales to the nearest fen, rounds halves up, and never to zero', () => {
  expect(scaleFen(19_999, 110)).toBe(21_999);
  expect(scaleFen(5, 110)).toBe(6);
  expect(scaleFen(15, 90)).toBe(14);
  expect(scaleFen(1, 90)).toBe(1);
});
