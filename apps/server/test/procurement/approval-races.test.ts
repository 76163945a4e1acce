import type { Prisma } from '#prisma';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type BearerAnswer, expectBearerError } from '../support/bearer.ts';
import { clock, service, useService } from '../support/use-service.ts';
import { invalidFields, type Person, person, requestBody, succeeded } from './support.ts';

useService();
const SCOPES = ['read:purchase-requests', 'write:purchase-requests'] as const;
let requester: Person;
let supplierId: string;
let contractId: string;
let productUrl: string;
beforeAll(async () => {
  requester = await person(service, SCOPES);
  const shopUrl = `${service.sandboxUrl}/a/items/ordinary`;
  productUrl = `${shopUrl}?price=10.00`;
  const at = clock.now();
  const stamps = { createdAt: at, updatedAt: at, version: 1 };
  supplierId = `sup_${'0'.repeat(32)}`;
  contractId = `con_${'0'.repeat(32)}`;
  const shop = { shopUrl, shopKey: `${new URL(shopUrl).host}/a/items/ordinary/`, status: 'ACTIVE' } as const;
  await service.database.supplier.create({
    data: { id: supplierId, name: 'Shop', platform: 'PLATFORM_A', ...shop, ...stamps },
  });
  const days = { validFrom: new Date('2020-01-01'), validTo: new Date('9999-12-31') };
  await service.database.contract.create({
    data: {
      id: contractId,
      supplierId,
      title: 'Mice',
      status: 'ACTIVE',
      ...days,
      ...stamps,
      lines: { create: [{ position: 0, productUrl, maxUnitPriceFen: 10_00n }] },
    },
  });
});

const refusedAs = (code: 'conflict' | 'forbidden') => (answer: BearerAnswer) =>
  expectBearerError(answer, code);
const refusedBy = (field: string) => (answer: BearerAnswer) => expect(invalidFields(answer)).toEqual([field]);

let approver: Person;
beforeEach(async () => {
  approver = await person(service, ['admin']);
});

type Change = (transaction: Prisma.TransactionClient, id: string) => Promise<unknown>;

/** Sends an approval that waits for the request's row, makes the change meanwhile, and returns the answer. */
async function approveDuring(id: string, change: Change): Promise<BearerAnswer> {
  let answer: Promise<BearerAnswer> | undefined;
  const hold = async (transaction: Prisma.TransactionClient) => {
    await transaction.$queryRaw`SELECT 1 FROM "purchase_requests" WHERE "id" = ${id} FOR UPDATE`;
    answer = approver.call('POST', `/v1/purchase-requests/${id}/approve`, { body: {} });
    await vi.waitFor(
      async () => {
        const waiting = await service.database.$queryRaw`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            AND query LIKE '%"purchase_requests"%'`;
        expect(waiting).toHaveLength(1);
      },
      { timeout: 10_000, interval: 20 },
    );
    await change(transaction, id);
  };
  await service.database.$transaction(hold, { timeout: 20_000 });
  return answer!;
}

const setUser =
  (data: Prisma.UserUpdateInput): Change =>
  (transaction) =>
    transaction.user.update({ where: { id: approver.id }, data });

const CHANGES: [string, Change, (answer: BearerAnswer) => void][] = [
  [
    'its price was changed',
    (transaction, id) =>
      transaction.purchaseRequest.update({
        where: { id },
        data: { priceFen: 9_00n, totalFen: 27_00n, version: { increment: 1 } },
      }),
    refusedAs('conflict'),
  ],
  ['who approves it was disabled', setUser({ disabledAt: new Date() }), refusedAs('forbidden')],
  [
    'who approves it lost the scope',
    setUser({ scopes: ['read:purchase-requests'], approvalLimitFen: 1000_00n }),
    refusedAs('forbidden'),
  ],
  ['who approves it is no admin any more', setUser({ scopes: [...SCOPES] }), refusedAs('forbidden')],
  [
    'its supplier was blocked',
    (transaction) => transaction.supplier.update({ where: { id: supplierId }, data: { status: 'BLOCKED' } }),
    refusedBy('productUrl'),
  ],
  [
    'its contract was terminated',
    (transaction) =>
      transaction.contract.update({ where: { id: contractId }, data: { status: 'TERMINATED' } }),
    refusedBy('contractId'),
  ],
];

it.each(CHANGES)('a request is not approved when %s meanwhile', async (_, change, isRefused) => {
  await service.database.supplier.update({ where: { id: supplierId }, data: { status: 'ACTIVE' } });
  const body = requestBody(service, { productUrl, price: 10, quantity: 3, contractId });
  const { id } = await succeeded(requester.call('POST', '/v1/purchase-requests', { body }));
  isRefused(await approveDuring(id, change));
  const row = await service.database.purchaseRequest.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ status: 'PENDING', intentId: null });
  expect(await service.database.intent.count({ where: { idempotencyKey: `request ${id}` } })).toBe(0);
});

it('an approval that waits sees that the same person has approved, and buys nothing more', async () => {
  const body = requestBody(service);
  const { id } = await succeeded(requester.call('POST', '/v1/purchase-requests', { body }));
  const decided = { decidedBy: approver.id, decidedAt: clock.now(), intentId: `int_${'1'.repeat(32)}` };
  const answer = await approveDuring(id, (transaction) =>
    transaction.purchaseRequest.update({
      where: { id },
      data: { ...decided, status: 'APPROVED', version: { increment: 1 } },
    }),
  );
  expect(answer).toMatchObject({ status: 200, body: { status: 'APPROVED', intentId: decided.intentId } });
  expect(await service.database.intent.count({ where: { idempotencyKey: `request ${id}` } })).toBe(0);
});
