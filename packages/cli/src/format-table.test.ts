import { expect, it } from 'vitest';
import { cleanText, displayWidth, formatLines, formatTable } from './format-table.ts';

it('aligns Chinese and Latin text, and shortens only the last column to the width of the terminal', () => {
  const rows = [
    ['ID', 'TITLE'],
    ['无线', '一二三四五六七八九十'],
    ['abc', 'short'],
  ];
  const lines = formatTable(rows, 20).trimEnd().split('\n');
  expect(lines).toEqual(['ID    TITLE', '无线  一二三四五六…', 'abc   short']);
  expect(lines.every((line) => displayWidth(line) <= 20)).toBe(true);
});

it('writes whole values between tabs for programs', () => {
  expect(formatLines([['a', 'x'.repeat(300)]])).toBe(`a\t${'x'.repeat(300)}\n`);
});

it('removes control characters and line breaks from foreign text', () => {
  const hostile = 'a\u001b[2J\u009b31m\tb\r\nc\u202ed';
  expect(cleanText(hostile)).toBe('a [2J 31m b  c d');
  expect(formatLines([[hostile, 'x']]).split('\t')).toHaveLength(2);
  expect(formatTable([[hostile]], 80)).not.toContain('\u001b');
});
