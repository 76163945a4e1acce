import { expect, test } from 'vitest';
import { readPriceFen } from './read-price.ts';

test.each([
  [199, 19900],
  [19.99, 1999],
  ['199', 19900],
  ['199.', 19900],
  ['199.5', 19950],
  [' 199.00 ', 19900],
  ['199.9900', 19999],
  ['0.01', 1],
  ['1,299.00', 129900],
  ['12,345,678.90', 1234567890],
  ['¥199.00', 19900],
  ['￥ 199', 19900],
  ['CNY 199', 19900],
  ['199元', 19900],
])('reads %j as %s fen', (value, expected) => {
  expect(readPriceFen(value)).toBe(expected);
});

test.each([
  0,
  -1,
  0.1 + 0.2,
  1.005,
  NaN,
  Infinity,
  null,
  undefined,
  true,
  {},
  ['199'],
  '',
  '1'.padEnd(50, '0'),
])('finds no price in %j', (value) => {
  expect(readPriceFen(value)).toBeNull();
});

test.each('0 0.00 -5 1.005 1e3 12,34 199,00 1.299,00 $199 199-299 .5 free ١٩٩'.split(' '))(
  'finds no price in the text %s',
  (value) => {
    expect(readPriceFen(value)).toBeNull();
  },
);
