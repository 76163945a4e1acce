import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

const cell = (value: string | number | null): string =>
  toCsv(['a'], [{ a: value }])
    .split('\r\n')
    .slice(1)
    .join('\r\n')
    .replace(/\r\n$/, '');

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "yes"', '"say ""yes"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+49 1', "'+49 1"],
  ['-2+3', "'-2+3"],
  ['-2.50', '-2.50'],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', "'  =1"],
  ['\t=1', "'\t=1"],
  ['\n=1', `"'\n=1"`],
  ['\t1', "'\t1"],
  ['\u0000=1', "'\u0000=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\u200b=1', "'\u200b=1"],
  ['|calc', "'|calc"],
  ['%1', "'%1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
  [-12.5, '-12.5'],
  [0, '0'],
  [null, ''],
])('writes %j as %s', (value, expected) => {
  expect(cell(value)).toBe(expected);
});

test('writes a header and a line for each row', () => {
  expect(toCsv(['b', 'a'], [{ a: 1, b: 'x' }, { a: 2 }])).toBe('b,a\r\nx,1\r\n,2\r\n');
});

test('no cell begins like a formula', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = cell(text).replace(/^"/, '');
      fc.pre(!/^-?[0-9]+(\.[0-9]+)?$/.test(shown));
      expect(shown.replace(/^[\s\p{C}]+/u, '')).not.toMatch(/^[=+\-@|%＝＋－＠]/);
    }),
  );
});
