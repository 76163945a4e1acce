import { REQUEST_STATUSES } from '@procurement-intents/contract/procurement';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contractProblems } from './contract-ceilings.ts';
import { contractLineKey, foundReferences, takenOf, takenPieces } from './contract-usage.ts';
import type { StoredContract } from './present-procurement.ts';

const LINE = 'https://shop.example/a';
const taking = (changes: Partial<Parameters<typeof takenOf>[0][number]> = {}) =>
  ({
    status: 'APPROVED',
    totalFen: 100n,
    spentFen: null,
    quantity: 2,
    contractLine: LINE,
    ...changes,
  }) as const;

describe('a request', () => {
  it.each([
    ['PENDING', null, [0n, 0n, 0]],
    ['REJECTED', null, [0n, 0n, 0]],
    ['WITHDRAWN', null, [0n, 0n, 0]],
    ['APPROVED', null, [100n, 0n, 2]],
    ['ORDERED', 95n, [0n, 95n, 2]],
    ['FAILED', null, [0n, 0n, 0]],
    ['FAILED', 5n, [0n, 5n, 0]],
    ['CANCELLED', 5n, [0n, 5n, 0]],
  ] as const)('that is %s and has cost %s takes what the table says', (status, spentFen, expected) => {
    const requests = [taking({ status, spentFen })];
    const { reservedFen, spentFen: spent } = takenOf(requests);
    expect([reservedFen, spent, takenPieces(requests, LINE)]).toEqual(expected);
  });

  it('takes pieces of its own line alone', () => {
    const requests = [taking(), taking({ contractLine: null }), taking({ contractLine: `${LINE}/b` })];
    expect(takenPieces(requests, LINE)).toBe(2);
  });
});

const CONTRACT: StoredContract = {
  id: 'con_1',
  supplierId: 'sup_1',
  title: 'Mice',
  status: 'ACTIVE',
  validFrom: '2026-03-04',
  validTo: '2026-03-04',
  maxAmountFen: 1000n,
  lines: [{ productUrl: 'https://SHOP.example:443/a#x', maxUnitPriceFen: 100n, maxQuantity: 10 }],
  reservedFen: 0n,
  spentFen: 0n,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  version: 1,
};

it('finds the line of a product by the parsed address', () => {
  expect(contractLineKey(CONTRACT, { productUrl: LINE })).toBe(LINE);
  expect(contractLineKey(CONTRACT, { productUrl: `${LINE}?other` })).toBeNull();
  expect(contractLineKey(null, { productUrl: LINE })).toBeNull();
});

it('counts what is reserved and what is spent against the ceiling', () => {
  const supplier = null;
  const contract = { ...CONTRACT, reservedFen: 30n, spentFen: 4n };
  expect(foundReferences({ supplier, contract, contractLine: LINE, usedPieces: 3 })).toEqual({
    supplier,
    contract,
    contractLine: LINE,
    usage: { usedFen: 34n, usedPieces: 3 },
  });
  const none = { supplier, contract: null, contractLine: null, usedPieces: 0 };
  expect(foundReferences(none).usage).toEqual({ usedFen: 0n, usedPieces: 0 });
});

it('whatever becomes of requests that are approved one after another, no ceiling is exceeded', () => {
  const purchase = fc.record({
    priceFen: fc.bigInt({ min: 1n, max: 120n }),
    quantity: fc.integer({ min: 1, max: 12 }),
    status: fc.constantFrom(...REQUEST_STATUSES),
  });
  fc.assert(
    fc.property(fc.array(purchase), (given) => {
      const requests: Parameters<typeof takenOf>[0][number][] = [];
      for (const { priceFen, quantity, status } of given) {
        const contract = { ...CONTRACT, ...takenOf(requests) };
        const usedPieces = takenPieces(requests, LINE);
        const { usage } = foundReferences({ supplier: null, contract, contractLine: LINE, usedPieces });
        const totalFen = priceFen * BigInt(quantity);
        const asked = { productUrl: LINE, priceFen, quantity, totalFen };
        if (contractProblems(asked, contract, usage, new Date('2026-03-04T12:00:00Z')).length > 0) continue;
        // It costs what was agreed when it was ordered.
        const spentFen = status === 'ORDERED' ? totalFen : null;
        requests.push(taking({ status, totalFen, quantity, spentFen }));
      }
      const standing = requests.filter(({ status }) => ['APPROVED', 'ORDERED'].includes(status));
      expect(standing.reduce((sum, { totalFen }) => sum + totalFen, 0n)).toBeLessThanOrEqual(1000n);
      expect(standing.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(10);
    }),
  );
});
