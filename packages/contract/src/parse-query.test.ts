import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { parseQuery } from './parse-query.ts';

const parse = (text: string | null | undefined) => ({ ...parseQuery(text) });
const LONE_SURROGATE = /^[\uD800-\uDFFF]$/;

it.each<[string | null | undefined, Record<string, string | string[]>]>([
  [null, {}],
  [undefined, {}],
  ['', {}],
  ['&&', {}],
  ['page=2&pageSize=10', { page: '2', pageSize: '10' }],
  ['page', { page: '' }],
  ['page=', { page: '' }],
  ['=2', { '': '2' }],
  ['a=b=c', { a: 'b=c' }],
  ['title=%E9%BC%A0+a%2Bb', { title: '鼠 a+b' }],
  ['filter[status][in]=A,B', { 'filter[status][in]': 'A,B' }],
  ['filter%5Bstatus%5D=A', { 'filter[status]': 'A' }],
  ['a.b=1&a[]=2', { 'a.b': '1', 'a[]': '2' }],
  ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
  ['%61=1&a=2', { a: ['1', '2'] }],
])('%j is read as %j', (text, expected) => {
  expect(parse(text)).toEqual(expected);
});

it.each(['%', '%4', '%zz', '%C3%28', '%ED%A0%80'])(
  'reads the undecodable value %s as text that no schema accepts',
  (value) => {
    expect(parse(`title=${value}`)['title']).toMatch(LONE_SURROGATE);
  },
);

it('gives up to decode after many failures, and tells each parameter after them as undecodable', () => {
  const spy = vi.spyOn(globalThis, 'decodeURIComponent');
  const query = parse(`${'%&'.repeat(4000)}title=%E9%BC%A0&page=2`);
  expect(spy.mock.calls.length).toBeLessThan(100);
  spy.mockRestore();
  expect(query['title']).toMatch(LONE_SURROGATE);
  expect(query['page']).toBe('2');
});

it('keeps an undecodable name as written, so that the error can name it', () => {
  expect(parse('%zz=1')).toEqual({ '%zz': '1' });
});

it('treats names of object properties as plain names', () => {
  const query = parseQuery('__proto__=1&constructor=2&toString=3&__proto__=4');
  expect(Object.entries(query)).toEqual([
    ['__proto__', ['1', '4']],
    ['constructor', '2'],
    ['toString', '3'],
  ]);
  expect(({} as Record<string, unknown>)['1']).toBeUndefined();
});

it('reads a key that is repeated 40,000 times', () => {
  const values = parseQuery('a&'.repeat(40_000))['a'];
  expect(values).toHaveLength(40_000);
});

it('reads a query back as URLSearchParams writes it', () => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name }), (pairs) => {
      const read = parseQuery(new URLSearchParams(pairs).toString());
      for (const [name, value] of pairs) expect(read[name]).toBe(value);
      expect(Object.keys(read)).toHaveLength(pairs.length);
    }),
  );
});
