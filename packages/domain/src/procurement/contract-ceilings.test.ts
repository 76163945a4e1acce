import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contractLineOf,
  contractProblems,
  type ContractTerms,
  type CoveredPurchase,
  repeatedLines,
} from './contract-ceilings.ts';

const NOW = new Date('2026-03-04T23:59:59.999Z');
const CONTRACT: ContractTerms = {
  status: 'ACTIVE',
  validFrom: '2026-03-04',
  validTo: '2026-03-04',
  supplierId: 'sup_1',
  maxAmountFen: 1000n,
  lines: [{ productUrl: 'https://shop.example/a', maxUnitPriceFen: 100n, maxQuantity: 10 }],
};
const purchase = (
  priceFen: bigint,
  quantity: number,
  productUrl = 'https://shop.example/a',
): CoveredPurchase => ({
  productUrl,
  priceFen,
  quantity,
  totalFen: priceFen * BigInt(quantity),
});
const UNUSED = { usedFen: 0n, usedPieces: 0 };

const fieldsOf = (...args: Parameters<typeof contractProblems>): string[] =>
  contractProblems(...args).map(({ field }) => field);

test('allows what reaches every ceiling exactly', () => {
  expect(contractProblems(purchase(100n, 10), CONTRACT, UNUSED, NOW)).toEqual([]);
});

test.each([
  ['price', purchase(101n, 1), UNUSED],
  ['quantity', purchase(1n, 11), UNUSED],
  ['quantity', purchase(1n, 1), { usedFen: 0n, usedPieces: 10 }],
  ['totalAmount', purchase(100n, 1), { usedFen: 901n, usedPieces: 1 }],
  ['totalAmount', purchase(1n, 1), { usedFen: 5000n, usedPieces: 1 }],
  ['productUrl', purchase(1n, 1, 'https://shop.example/b'), UNUSED],
])('names %s when it is one too much', (field, given, usage) => {
  expect(fieldsOf(given, CONTRACT, usage, NOW)).toEqual([field]);
});

test('names every field that goes too far', () => {
  const usage = { usedFen: 999n, usedPieces: 10 };
  expect(fieldsOf(purchase(101n, 1), CONTRACT, usage, NOW)).toEqual(['price', 'quantity', 'totalAmount']);
});

test.each([
  ['a draft', { status: 'DRAFT' }],
  ['a terminated one', { status: 'TERMINATED' }],
  ['one that begins tomorrow', { validFrom: '2026-03-05', validTo: '2026-03-05' }],
  ['one that ended yesterday', { validFrom: '2026-03-01', validTo: '2026-03-03' }],
] as const)('%s covers nothing', (_, change) => {
  expect(fieldsOf(purchase(1n, 1), { ...CONTRACT, ...change }, UNUSED, NOW)).toEqual(['contractId']);
});

test('without ceilings only the price counts', () => {
  const [line] = CONTRACT.lines;
  const open = { ...CONTRACT, maxAmountFen: null, lines: [{ ...line!, maxQuantity: null }] };
  const usage = { usedFen: 10n ** 13n, usedPieces: 999_999 };
  expect(contractProblems(purchase(100n, 999_999), open, usage, NOW)).toEqual([]);
});

describe('a line', () => {
  test('is found by the parsed address', () => {
    expect(contractLineOf(CONTRACT.lines, 'HTTPS://SHOP.example:443/a#x')).toBe(CONTRACT.lines[0]);
    expect(contractLineOf(CONTRACT.lines, 'https://shop.example/a?x')).toBeNull();
    expect(contractLineOf(CONTRACT.lines, 'nonsense')).toBeNull();
  });

  test('that repeats a product is named', () => {
    const urls = ['https://shop.example/a', 'https://shop.example/b', 'https://SHOP.example/a'];
    expect(repeatedLines(urls.map((productUrl) => ({ productUrl })))).toEqual([2]);
  });
});

test('whatever is approved one after another, no ceiling is exceeded', () => {
  const purchases = fc.array(
    fc.record({ priceFen: fc.bigInt({ min: 1n, max: 120n }), quantity: fc.integer({ min: 1, max: 12 }) }),
  );
  fc.assert(
    fc.property(purchases, (given) => {
      const used = { usedFen: 0n, usedPieces: 0 };
      for (const { priceFen, quantity } of given) {
        const one = purchase(priceFen, quantity);
        if (contractProblems(one, CONTRACT, used, NOW).length > 0) continue;
        used.usedFen += one.totalFen;
        used.usedPieces += quantity;
      }
      expect(used.usedFen).toBeLessThanOrEqual(1000n);
      expect(used.usedPieces).toBeLessThanOrEqual(10);
    }),
  );
});
