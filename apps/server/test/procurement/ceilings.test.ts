import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BearerAnswer } from '../support/bearer.ts';
import { clock, service, useService } from '../support/use-service.ts';
import { invalidFields, type Person, person, requestBody, succeeded } from './support.ts';

useService();
const SCOPES = ['read:purchase-requests', 'write:purchase-requests'] as const;
let buyer: Person;
let requester: Person;
let approvers: Person[];
let supplierId: string;
let productUrl: string;
beforeAll(async () => {
  buyer = await person(service, ['read:contracts', 'write:contracts', 'write:suppliers']);
  requester = await person(service, SCOPES);
  approvers = await Promise.all([1, 2].map(() => person(service, SCOPES, 10_000_00n)));
  const shopUrl = `${service.sandboxUrl}/a/items/ordinary`;
  const body = { name: 'Shop', platform: 'PLATFORM_A', shopUrl };
  ({ id: supplierId } = await succeeded(buyer.call('POST', '/v1/suppliers', { body })));
  productUrl = `${shopUrl}?price=10.00`;
});
beforeEach(async () => {
  await service.database.purchaseRequest.deleteMany();
});

async function activeContract(changes: Record<string, unknown>, line: Record<string, unknown> = {}) {
  const lines = [{ productUrl, maxUnitPrice: 10, ...line }];
  const days = { validFrom: '2020-01-01', validTo: '9999-12-31' };
  const body = { supplierId, title: 'Mice', ...days, lines, ...changes };
  const { id } = await succeeded(buyer.call('POST', '/v1/contracts', { body }));
  await succeeded(buyer.call('POST', `/v1/contracts/${id}/activate`), 200);
  return id as string;
}
const read = async (id: string) => (await buyer.call('GET', `/v1/contracts/${id}`)).body;
const send = (contractId: string, changes: Record<string, unknown> = {}) =>
  requester.call('POST', '/v1/purchase-requests', {
    body: requestBody(service, { productUrl, price: 10, quantity: 3, contractId, ...changes }),
  });
const approve = (id: string, index = 0) =>
  approvers[index % 2]!.call('POST', `/v1/purchase-requests/${id}/approve`, { body: {} });
/** On a busy machine an approval may get no connection in time; sent again, it buys nothing more. */
async function untilDecided(id: string, index: number): Promise<BearerAnswer> {
  const answer = await approve(id, index);
  return answer.status === 503 ? untilDecided(id, index) : answer;
}
const endOf = async (id: string, data: object) => {
  const { intentId } = await service.database.purchaseRequest.findUniqueOrThrow({ where: { id } });
  await service.database.intent.update({
    where: { id: intentId! },
    data: { ...data, nextAttemptAt: null, updatedAt: clock.now() },
  });
};

describe('100 approvals at once', () => {
  it.each([
    ['amount', { maxAmount: 1000 }, {}, 33, 'totalAmount'],
    ['pieces', {}, { maxQuantity: 50 }, 16, 'quantity'],
  ] as const)('never exceed a ceiling of the %s', async (_, changes, line, fitting, field) => {
    const contractId = await activeContract(changes, line);
    const requests: { id: string }[] = [];
    while (requests.length < 100) {
      const some = Array.from({ length: 5 }, () => succeeded(send(contractId)));
      requests.push(...(await Promise.all(some)));
    }
    // A new second has new rate limits.
    clock.advance(1000);
    const answers = await Promise.all(requests.map(({ id }, index) => untilDecided(id, index)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(answers.length - refused.length).toBe(fitting);
    for (const answer of refused) expect(invalidFields(answer)).toEqual([field]);
    clock.advance(1000);
    expect(await read(contractId)).toMatchObject({ reserved: fitting * 30, spent: 0 });
    const intents = await service.database.intent.count({
      where: { idempotencyKey: { in: requests.map(({ id }) => `request ${id}`) } },
    });
    expect(intents).toBe(fitting);
  });
});

describe('what a request has taken of its contract', () => {
  it('is reserved at approval, spent when ordered, and released when it fails or is cancelled', async () => {
    const contractId = await activeContract({ maxAmount: 90 });
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) ids.push((await succeeded(send(contractId))).id as string);
    for (const id of ids.slice(0, 3)) await succeeded(approve(id), 200);
    expect(await read(contractId)).toMatchObject({ reserved: 90, spent: 0 });
    expect(invalidFields(await approve(ids[3]!))).toEqual(['totalAmount']);
    await endOf(ids[0]!, { status: 'COMPLETED', orderId: 'A1', amountPaidFen: 29_99n });
    expect(await read(contractId)).toMatchObject({ reserved: 60, spent: 29.99 });
    expect(invalidFields(await approve(ids[3]!))).toEqual(['totalAmount']);
    await endOf(ids[1]!, { status: 'FAILED', failureCode: 'OUT_OF_STOCK' });
    expect(await read(contractId)).toMatchObject({ reserved: 30, spent: 29.99 });
    await succeeded(approve(ids[3]!), 200);
    await endOf(ids[2]!, { status: 'CANCELLED' });
    expect(await read(contractId)).toMatchObject({ reserved: 30, spent: 29.99 });
  });

  it('bounds the next request when it is made', async () => {
    const contractId = await activeContract({ maxAmount: 50 }, { maxQuantity: 5 });
    const { id } = await succeeded(send(contractId));
    await succeeded(approve(id), 200);
    expect(invalidFields(await send(contractId))).toEqual(['quantity', 'totalAmount']);
    await succeeded(send(contractId, { quantity: 2 }));
  });
});

describe('a request under a contract', () => {
  it.each([
    ['price', { price: 10.01, quantity: 1 }],
    ['productUrl', { productUrl: 'other' }],
  ])('is held to the %s of its line', async (field, changes) => {
    const contractId = await activeContract({});
    const given = 'productUrl' in changes ? { productUrl: `${productUrl}&other` } : changes;
    expect(invalidFields(await send(contractId, given))).toEqual([field]);
  });

  it('is held to it again when it is changed', async () => {
    const contractId = await activeContract({});
    const { id } = await succeeded(send(contractId));
    const change = { body: { price: 11 } };
    expect(invalidFields(await requester.call('PATCH', `/v1/purchase-requests/${id}`, change))).toEqual([
      'price',
    ]);
  });

  it('is not approved once the contract is terminated', async () => {
    const contractId = await activeContract({});
    const { id } = await succeeded(send(contractId));
    await succeeded(buyer.call('POST', `/v1/contracts/${contractId}/terminate`), 200);
    expect(invalidFields(await approve(id))).toEqual(['contractId']);
  });

  it('needs a contract that exists, of the supplier of its product', async () => {
    expect(invalidFields(await send(`con_${'0'.repeat(32)}`))).toEqual(['contractId']);
    const other = `${service.sandboxUrl}/a/items/slow?n=1`;
    const contractId = await activeContract({});
    expect(invalidFields(await send(contractId, { productUrl: other }))).toEqual(['contractId']);
    expect(invalidFields(await send(contractId, { supplierId: `sup_${'0'.repeat(32)}` }))).toEqual([
      'supplierId',
    ]);
  });
});
