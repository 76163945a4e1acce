import { expect, it } from 'vitest';
import { typedNumber } from './typed-number.ts';

it.each([
  ['', undefined],
  ['  ', undefined],
  ['0', 0],
  [' 12.5 ', 12.5],
  // A mistake in typing must not become `null`, which takes a limit away.
  ['5o00', '5o00'],
  ['1,000', '1,000'],
  ['Infinity', 'Infinity'],
])('takes %j for %j', (text, value) => expect(typedNumber(text)).toBe(value));
