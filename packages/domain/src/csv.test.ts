import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv, toCsvRow } from './csv.ts';

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
  ['\t=1', "'\t'=1"],
  ['\n=1', `"'\n=1"`],
  ['\t1', "'\t1"],
  ['\u0000=1', "'\u0000=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\u200b=1', "'\u200b=1"],
  ['x;=1+1', "x;'=1+1"],
  ['x; -1', "x;' -1"],
  ['x;"=1+1"', `"x;'""=1+1"""`],
  ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
  ['a;b', 'a;b'],
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

const SIGNS = fc.constantFrom(';', '\t', '"', ' ', '=', '-', '＝', 'a');
const text = fc.string({ unit: fc.oneof(SIGNS, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })) });

test('no cell begins like a formula, wherever a spreadsheet separates them', () => {
  fc.assert(
    fc.property(text, (value) => {
      const shown = cell(value).replace(/^"/, '');
      fc.pre(!/^-?[0-9]+(\.[0-9]+)?$/.test(shown));
      const [first = '', ...others] = shown.split(/[;\t]/);
      expect(first).not.toMatch(/^[\s\p{C}]*[=+\-@|%＝＋－＠]/u);
      for (const other of others) expect(other).not.toMatch(/^[\s\p{C}"]*[=+\-@|%＝＋－＠]/u);
    }),
  );
});

test('a row has what holds several values as JSON in one cell, and nothing for what is absent', () => {
  const row = {
    id: 'i',
    parcels: [{ trackingNumber: 'SF1' }],
    labels: { team: '=1' },
    price: -1,
    title: '=1+1',
  };
  expect(toCsvRow(row, ['id', 'orderId', 'parcels', 'labels', 'price', 'title'])).toBe(
    `i,,"[{""trackingNumber"":""SF1""}]","{""team"":""=1""}",-1,'=1+1\r\n`,
  );
});
