import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectBearerError } from '../support/bearer.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { invalidFields, type Person, person, requestBody, succeeded } from './support.ts';

let service: TestService;
let buyer: Person;
let requester: Person;
let approver: Person;
let shopUrl: string;
let supplierId: string;
let contractId: string;

beforeAll(async () => {
  service = await startTestService({ isWorking: true, sandboxSpeed: 4 });
  const scopes = ['read:purchase-requests', 'write:purchase-requests'] as const;
  buyer = await person(service, ['read:contracts', 'write:contracts', 'read:suppliers', 'write:suppliers']);
  requester = await person(service, scopes);
  approver = await person(service, scopes, 500_00n);
  shopUrl = `${service.sandboxUrl}/a/items/ordinary`;
  const supplier = { name: 'Mice', platform: 'PLATFORM_A', shopUrl };
  ({ id: supplierId } = await succeeded(buyer.call('POST', '/v1/suppliers', { body: supplier })));
  const today = new Date().toISOString().slice(0, 10);
  const contract = {
    supplierId,
    title: 'Mice of this year',
    validFrom: today,
    validTo: '2099-12-31',
    maxAmount: 700,
    lines: [{ productUrl: `${shopUrl}?price=199.00`, maxUnitPrice: 200 }],
  };
  ({ id: contractId } = await succeeded(buyer.call('POST', '/v1/contracts', { body: contract })));
  await succeeded(buyer.call('POST', `/v1/contracts/${contractId}/activate`), 200);
});
afterAll(() => service.stop());

const ask = (changes: Record<string, unknown> = {}) =>
  requester.call('POST', '/v1/purchase-requests', {
    body: requestBody(service, { productUrl: `${shopUrl}?price=199.00`, contractId, ...changes }),
  });
const read = async (id: string) => (await requester.call('GET', `/v1/purchase-requests/${id}`)).body;
const approve = (id: string, by = approver) =>
  by.call('POST', `/v1/purchase-requests/${id}/approve`, { body: { note: '预算内' } });
const untilIs = (id: string, status: string) =>
  vi.waitFor(
    async () => {
      const request = await read(id);
      expect(request.status).toBe(status);
      return request;
    },
    { timeout: 20_000, interval: 100 },
  );

describe('a purchase request in the sandbox', () => {
  it('goes from PENDING through an approval to ORDERED, and is spent on its contract', async () => {
    const { id, supplierId: found } = await succeeded(ask());
    expect(found).toBe(supplierId);
    const approved = await succeeded(approve(id), 200);
    expect(approved.status).toBe('APPROVED');
    const ordered = await untilIs(id, 'ORDERED');
    const { orders } = (await (await fetch(`${service.sandboxUrl}/ledger`)).json()) as {
      orders: { orderId: string; merchantOrderNo: string }[];
    };
    const bought = orders.filter(({ orderId }) => orderId === ordered.orderId);
    expect(bought).toHaveLength(1);
    const contract = (await buyer.call('GET', `/v1/contracts/${contractId}`)).body;
    expect(contract).toMatchObject({ reserved: 0, spent: 398 });
  });

  it("is stopped by the contract's price, and by its amount", async () => {
    expect(invalidFields(await ask({ price: 200.01, quantity: 1 }))).toEqual(['price']);
    expect(invalidFields(await ask({ quantity: 20 }))).toEqual(['totalAmount']);
  });

  it("is stopped by the approver's limit, and by being one's own", async () => {
    const { id } = await succeeded(ask({ contractId: undefined, price: 300 }));
    expectBearerError(await approve(id), 'forbidden');
    expectBearerError(await approve(id, requester), 'forbidden');
    expect((await read(id)).status).toBe('PENDING');
  });

  it('fails and releases what it reserved, when the shop has none', async () => {
    const item = `${service.sandboxUrl}/a/items/out-of-stock?price=10.00`;
    const { id } = await succeeded(ask({ productUrl: item, contractId: undefined, price: 10 }));
    await succeeded(approve(id), 200);
    const failed = await untilIs(id, 'FAILED');
    expect(failed.intentId).toMatch(/^int_/);
  });

  it('is stopped by a blocked supplier, before and after it was made', async () => {
    const { id } = await succeeded(ask({ contractId: undefined, quantity: 1 }));
    const block = { body: { status: 'BLOCKED' } };
    await succeeded(buyer.call('PATCH', `/v1/suppliers/${supplierId}`, block), 200);
    expect(invalidFields(await ask({ contractId: undefined }))).toEqual(['productUrl']);
    expect(invalidFields(await approve(id))).toEqual(['productUrl']);
    expect((await read(id)).status).toBe('PENDING');
  });
});
