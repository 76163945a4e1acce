import { expect, it } from 'vitest';
import { bySupplier, bySupplierSteps, type SpendOfGroup } from './present-reports.ts';

const SHOPS = [{ id: 'sup_1', name: '文具店', shopKey: 'a.example/' }];
const product = (group: string): SpendOfGroup => ({
  group,
  orders: 1n,
  quantity: 2n,
  paidFen: 300n,
  refundedFen: 0n,
  feesFen: 0n,
});
const products = Array.from({ length: 500 }, (_, index) =>
  product(index % 2 === 0 ? `https://a.example/${index}` : `https://b.example/${index}`),
);

it('sums up products for each supplier, and those of none', () => {
  const sums = { orders: 250n, quantity: 500n, paidFen: 75_000n, refundedFen: 0n, feesFen: 0n };
  expect(bySupplier(products, SHOPS)).toEqual([
    { group: 'sup_1', name: '文具店', ...sums },
    { group: null, ...sums },
  ]);
});

it('lets a host do other work between some products and the next', () => {
  expect([...bySupplierSteps(products, SHOPS)]).toHaveLength(10);
});
