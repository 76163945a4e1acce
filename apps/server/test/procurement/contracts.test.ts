import { beforeAll, describe, expect, it } from 'vitest';
import { expectBearerError } from '../support/bearer.ts';
import { clock, service, useService } from '../support/use-service.ts';
import { invalidFields, type Person, person, succeeded, supplierBody } from './support.ts';

useService();
let buyer: Person;
let supplier: { id: string; shopUrl: string };
beforeAll(async () => {
  buyer = await person(service, ['read:contracts', 'write:contracts', 'write:suppliers']);
  supplier = await succeeded(buyer.call('POST', '/v1/suppliers', { body: supplierBody() }));
});

const body = (changes: Record<string, unknown> = {}) => ({
  supplierId: supplier.id,
  title: '鼠标',
  validFrom: '2026-11-01',
  // Other files have set the clock.
  validTo: '9999-12-30',
  maxAmount: 1000,
  lines: [{ productUrl: `${supplier.shopUrl}/mouse`, maxUnitPrice: 199, maxQuantity: 5 }],
  ...changes,
});
const create = (changes: Record<string, unknown> = {}) =>
  buyer.call('POST', '/v1/contracts', { body: body(changes) });
const on = (id: string, method: string, path = '', call = {}) =>
  buyer.call(method, `/v1/contracts/${id}${path}`, call);

describe('a contract', () => {
  it('is a draft that can be changed, until it is activated', async () => {
    const created = await succeeded(create());
    expect(created).toMatchObject({ ...body(), status: 'DRAFT', reserved: 0, spent: 0, version: 1 });
    const lines = [{ productUrl: `${supplier.shopUrl}/keyboard`, maxUnitPrice: 99.99 }];
    const changed = await succeeded(on(created.id, 'PATCH', '', { body: { lines, maxAmount: null } }), 200);
    expect(changed).toMatchObject({ lines, version: 2 });
    expect(changed).not.toHaveProperty('maxAmount');
    expect((await on(created.id, 'GET')).body).toEqual(changed);
    expect(await succeeded(on(created.id, 'POST', '/activate'), 200)).toMatchObject({ status: 'ACTIVE' });
    expectBearerError(await on(created.id, 'PATCH', '', { body: { title: 'x' } }), 'conflict');
    expectBearerError(await on(created.id, 'POST', '/activate'), 'conflict');
    expectBearerError(await on(created.id, 'DELETE'), 'conflict');
    expect(await succeeded(on(created.id, 'POST', '/terminate'), 200)).toMatchObject({
      status: 'TERMINATED',
      version: 4,
    });
    expectBearerError(await on(created.id, 'POST', '/terminate'), 'conflict');
    const changes = await service.database.auditEvent.findMany({ where: { subjectId: created.id } });
    expect(changes.map(({ action }) => action).sort()).toEqual([
      'contract.activated',
      'contract.created',
      'contract.terminated',
      'contract.updated',
    ]);
  });

  it('is deleted as a draft', async () => {
    const { id } = await succeeded(create());
    expect((await on(id, 'DELETE')).status).toBe(204);
    expectBearerError(await on(id, 'GET'), 'not_found');
  });

  it('is EXPIRED after its last day of UTC', async () => {
    const today = clock.now().toISOString().slice(0, 10);
    const { id } = await succeeded(create({ validTo: today }));
    await succeeded(on(id, 'POST', '/activate'), 200);
    const byStatus = async (status: string): Promise<number> =>
      (await buyer.call('GET', `/v1/contracts?filter[status]=${status}`)).body.items.filter(
        (item: { id: string }) => item.id === id,
      ).length;
    expect(await byStatus('ACTIVE')).toBe(1);
    clock.advance(86_400_000);
    const { token } = await person(service, []);
    expect(token).toMatch(/^st_/);
    buyer = await person(service, ['read:contracts', 'write:contracts', 'write:suppliers']);
    expect((await on(id, 'GET')).body.status).toBe('EXPIRED');
    expect([await byStatus('ACTIVE'), await byStatus('EXPIRED')]).toEqual([0, 1]);
    expectBearerError(await on(id, 'POST', '/terminate'), 'conflict');
  });

  it.each([
    ['supplierId', { supplierId: `sup_${'0'.repeat(32)}` }],
    ['validFrom', { validFrom: '9999-12-31' }],
    ['validTo', { validTo: '2026-11-31' }],
    ['maxAmount', { maxAmount: 0.001 }],
    ['lines', { lines: [] }],
    ['lines.0.maxUnitPrice', { lines: [{ productUrl: 'https://a.example/', maxUnitPrice: 0 }] }],
  ])('is refused by %s', async (field, changes) => {
    expect(invalidFields(await create(changes))).toEqual([field]);
  });

  it('names each product once', async () => {
    const lines = ['/mouse', '/mouse#again'].map((path) => ({
      productUrl: supplier.shopUrl + path,
      maxUnitPrice: 1,
    }));
    expect(invalidFields(await create({ lines }))).toEqual(['lines.1.productUrl']);
  });

  it('is listed without its lines, unless they are asked for', async () => {
    await succeeded(create({ title: 'Listed' }));
    const query = 'filter[title][like]=listed&filter[maxAmount][lte]=1000.00&filter[validFrom]=2026-11-01';
    const [item] = (await buyer.call('GET', `/v1/contracts?${query}`)).body.items;
    expect(item).toMatchObject({ title: 'Listed', reserved: 0 });
    expect(item).not.toHaveProperty('lines');
    const [whole] = (await buyer.call('GET', `/v1/contracts?${query}&fields=lines`)).body.items;
    expect(whole.lines).toHaveLength(1);
  });
});
