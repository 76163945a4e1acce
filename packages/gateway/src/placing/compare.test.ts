import { expect, it } from 'vitest';
import { compare } from './compare.ts';

const PURCHASE = {
  merchantOrderNo: 'no-1',
  productUrl: new URL('https://shop.example/tea'),
  sku: 'tea',
  quantity: 2,
  recipient: { name: '张三', address: '北京', phone: '1' },
  remarks: undefined,
  contentHash: 'x',
};
const LINE = { sku: 'tea', quantity: 2 };

it.each([
  [{ totalFen: 100, lines: [LINE] }, 100],
  [{ totalFen: 0, lines: [LINE] }, 0],
  [{ totalFen: 1e9, lines: [LINE] }, null],
])('%j may be paid up to %s', (filled, maxTotalFen) => {
  expect(compare(filled, PURCHASE, maxTotalFen)).toEqual({ ok: true });
});

it.each([
  ['another quantity', [{ ...LINE, quantity: 4 }]],
  ['fewer pieces', [{ ...LINE, quantity: 1 }]],
  ['another product', [{ ...LINE, sku: 'coffee' }]],
  ['a second line', [LINE, { sku: 'bag', quantity: 1 }]],
  ['the line twice', [LINE, LINE]],
  ['no line', []],
])('%s is not what was ordered', (_what, lines) => {
  expect(compare({ totalFen: 100, lines }, PURCHASE, null)).toMatchObject({ ok: false, kind: 'content' });
});

it.each([101, Number.MAX_SAFE_INTEGER])('%d fen are more than agreed', (totalFen) => {
  expect(compare({ totalFen, lines: [LINE] }, PURCHASE, 100)).toEqual({ ok: false, kind: 'price' });
});

it.each([NaN, -1, 0.5, Infinity])('a total of %s is no amount', (totalFen) => {
  expect(compare({ totalFen, lines: [LINE] }, PURCHASE, 100)).toMatchObject({ ok: false, kind: 'content' });
});
