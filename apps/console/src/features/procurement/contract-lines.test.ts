import { expect, it } from 'vitest';
import { linesOf, textOf } from './contract-lines.ts';

const MOUSE = { productUrl: 'https://b.example/items/mouse', maxUnitPrice: 199.5, maxQuantity: 500 };
const PAPER = { productUrl: 'https://b.example/items/paper', maxUnitPrice: 20 };

it('reads what it writes', () => {
  expect(textOf([MOUSE, PAPER])).toBe(
    'https://b.example/items/mouse 199.5 500\nhttps://b.example/items/paper 20',
  );
  expect(linesOf(textOf([MOUSE, PAPER]))).toEqual([MOUSE, PAPER]);
});

it('takes blanks and empty lines as they come', () => {
  expect(linesOf(`\n  ${PAPER.productUrl}\t 20  \n\n`)).toEqual([PAPER]);
  expect(linesOf(' ')).toEqual([]);
});

it('keeps what is no number, for the service to refuse', () => {
  expect(linesOf(`${PAPER.productUrl} 2o x`)).toEqual([
    { productUrl: PAPER.productUrl, maxUnitPrice: '2o', maxQuantity: 'x' },
  ]);
  expect(linesOf(PAPER.productUrl)).toEqual([{ productUrl: PAPER.productUrl, maxUnitPrice: undefined }]);
});
