import { expect, test } from 'vitest';
import { cleanReason, cleanText } from './clean-text.ts';

test.each([
  ['  a \t\r\n  b\u00A0c ', 'a b c'],
  ['a\u0000b\u001B[31mc', 'a b [31mc'],
  ['left\u202Eright\u200Bend', 'left right end'],
  ['茶\uD800壶', '茶\uFFFD壶'],
])('%j becomes %j', (text, expected) => {
  expect(cleanText(text, 100)).toBe(expected);
});

test('cuts at the limit without splitting a character', () => {
  expect(cleanText('x'.repeat(600), 500)).toHaveLength(500);
  expect(cleanText(`${'x'.repeat(499)}😀`, 500)).toBe('x'.repeat(499));
  expect(cleanText(' '.repeat(10_000_000), 500)).toBe('');
});

test('a reason has no mobile numbers and at most 200 characters', () => {
  expect(cleanReason('cannot call 13800138000 today')).toBe('cannot call *** today');
  expect(cleanReason('order 2026010113800138000')).toBe('order 2026010113800138000');
  expect(cleanReason('y'.repeat(5000))).toHaveLength(200);
});
