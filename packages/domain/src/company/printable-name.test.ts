import { expect, it } from 'vitest';
import { isName, isPrintable } from './printable-name.ts';

it.each(['ERP', '采购 1', '😀', ''])('shows %j as it is', (text) => {
  expect(isPrintable(text)).toBe(true);
});

it.each(['a\nb', 'a\u2028b', 'a\u2029b', '\u202Ea', 'a\u0000', '\u200Ba', '\uD800'])(
  'does not show %j',
  (text) => {
    expect(isPrintable(text)).toBe(false);
  },
);

it('takes a name of 1 to 100 code points', () => {
  const names = ['', 'x', '😀'.repeat(100), '😀'.repeat(101), 'a\n'];
  expect(names.map(isName)).toEqual([false, true, true, false, false]);
});
