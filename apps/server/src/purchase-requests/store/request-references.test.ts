import { REQUEST_STATUSES, REQUEST_STATUSES_WITH_INTENT } from '@procurement-intents/contract/procurement';
import {
  contractLineKey,
  foundReferences,
  indexShops,
  shopOf,
  takenOf,
  takenPieces,
} from '@procurement-intents/domain/procurement';
import type { PurchaseRequest, Supplier } from '#prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { combine } from '../../../test/procurement/priced-cases.ts';
import { database, useDatabase } from '../../../test/support/use-database.ts';
import { CONTRACT_LIST_FROM } from '../../contracts/store/contract-source.ts';
import { createContractStore } from '../../contracts/store/contract-store.ts';
import { newUuid } from '../../new-uuid.ts';
import { readReferences } from './request-references.ts';

// What a request is held to follows from sums over rows that an approval has locked, and is in packages/domain for the
// service in memory. Both get the same rows.

useDatabase({ poolSize: 2 });
const SHOPS = ['https://used.example/store', 'https://used.example/other', 'http://used.example:8080'];
const LINES = [`${SHOPS[0]}/mouse`, `${SHOPS[0]}/keyboard?size=100#top`];
/** As requests store them. */
const KEYS = LINES.map((productUrl) => productUrl.split('#')[0]!);
const AT = new Date('2026-11-05T00:00:00.001Z');
const STAMPS = { createdAt: AT, updatedAt: AT, version: 1 };
const idOf = (prefix: string): string => `${prefix}_${newUuid()}`;

let suppliers: Supplier[];
let contractIds: string[];
let requests: PurchaseRequest[];

beforeAll(async () => {
  suppliers = await database.supplier.createManyAndReturn({
    data: SHOPS.map((shopUrl, index) => ({
      id: idOf('sup'),
      name: shopUrl,
      platform: 'PLATFORM_A',
      shopUrl,
      shopKey: `${new URL(shopUrl).host}${new URL(shopUrl).pathname.replace(/\/?$/, '/')}`,
      status: index === 1 ? 'BLOCKED' : 'ACTIVE',
      ...STAMPS,
    })),
  });
  contractIds = [idOf('con'), idOf('con')];
  for (const id of contractIds)
    await database.contract.create({
      data: {
        id,
        supplierId: suppliers[0]!.id,
        title: 'Mice',
        status: 'ACTIVE',
        validFrom: AT,
        validTo: AT,
        ...STAMPS,
        lines: {
          create: LINES.map((productUrl, position) => ({ position, productUrl, maxUnitPriceFen: 10_00n })),
        },
      },
    });
  const [first, second] = contractIds as [string, string];
  const data = [...requestsOf(first), ...requestsOf(second).filter((_, index) => index % 2 === 1)];
  requests = await database.purchaseRequest.createManyAndReturn({ data });
});

const requestsUnder = (id: string | null) => requests.filter(({ contractId }) => contractId === id);

/** What the table takes as the cost of a request. */
function costsOf(status: (typeof REQUEST_STATUSES)[number]): (bigint | null)[] {
  if (status === 'ORDERED') return [0n, 398_00n];
  return status === 'FAILED' || status === 'CANCELLED' ? [null, 5_00n] : [null];
}

/** A request under the contract of every status, cost and line. Amounts that no two sums share. */
function requestsOf(contractId: string) {
  const kinds = combine({ status: REQUEST_STATUSES, contractLine: [...KEYS, null] });
  return kinds
    .flatMap((kind) => costsOf(kind.status).map((spentFen) => ({ ...kind, spentFen })))
    .map((kind, index) => {
      const [quantity, priceFen] = [2 ** (index % 16), BigInt(1 + index ** 3)];
      const hasIntent = REQUEST_STATUSES_WITH_INTENT.includes(kind.status);
      return {
        id: idOf('pr'),
        requestedBy: idOf('usr'),
        platform: 'PLATFORM_A' as const,
        productUrl: LINES[0]!,
        title: `Case ${index}`,
        recipientName: '',
        address: '',
        phone: '',
        justification: 'test',
        contractId,
        priceFen,
        quantity,
        totalFen: priceFen * BigInt(quantity),
        ...kind,
        ...(hasIntent && { intentId: idOf('int'), decidedBy: idOf('usr'), decidedAt: AT }),
        ...STAMPS,
      };
    });
}

const contracts = () => createContractStore(database);

it('requests have taken the same of a contract when it is read, locked and listed', async () => {
  for (const id of contractIds) {
    const expected = takenOf(requestsUnder(id));
    expect(expected.reservedFen > 0n && expected.spentFen > 0n).toBe(true);
    expect(await contracts().find(id)).toMatchObject(expected);
    const locked = await database.$transaction((transaction) => contracts().lock(transaction, id));
    expect(locked).toMatchObject(expected);
    const listed = await database.$queryRawUnsafe(
      `SELECT "reservedFen", "spentFen" FROM ${CONTRACT_LIST_FROM} WHERE "id" = $1`,
      id,
    );
    expect(listed).toEqual([expected]);
  }
});

describe('what a request refers to', () => {
  const PRODUCTS = [
    ...LINES,
    'HTTPS://USED.example:443/store/mouse#x',
    `${SHOPS[0]}/keyboard`,
    SHOPS[0]!,
    `${SHOPS[0]}s/mouse`,
    'https://used.example/%73tore/mouse',
    'https://used.example/store/../other/mouse',
    `${SHOPS[1]}/mouse`,
    `${SHOPS[2]}/`,
    `${SHOPS[2]}/store/mouse`,
    'https://used.example/',
    'https://elsewhere.example/store/mouse',
  ];

  const piecesOf = (contractId: string | null, line: string | null) =>
    takenPieces(requestsUnder(contractId), line);

  it.each(PRODUCTS)('is the same for %s, under each contract and none', async (productUrl) => {
    const shop = shopOf(productUrl, indexShops(suppliers.map((each) => [each.shopKey, each] as const)));
    const supplier = shop && { id: shop.id, status: shop.status };
    for (const contractId of [...contractIds, null, idOf('con')]) {
      const contract = contractId === null ? null : await contracts().find(contractId);
      const contractLine = contractLineKey(contract, { productUrl });
      const usedPieces = contract ? piecesOf(contractId, contractLine) : 0;
      const found = await database.$transaction((transaction) =>
        readReferences(transaction, { productUrl, contractId }, contracts().hold),
      );
      expect(found).toEqual(foundReferences({ supplier, contract, contractLine, usedPieces }));
    }
  });

  it('is a line that each contract has sold another number of pieces of, among these', () => {
    const counts = contractIds.flatMap((id) => [...KEYS, null].map((line) => piecesOf(id, line)));
    expect(new Set(counts).size).toBe(counts.length);
    expect(counts).not.toContain(0);
  });
});
