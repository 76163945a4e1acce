import { beforeAll, describe, expect, it } from 'vitest';
import { expectBearerError } from '../support/bearer.ts';
import { service, useService } from '../support/use-service.ts';
import { invalidFields, type Person, person, requestBody, succeeded, supplierBody } from './support.ts';

useService();
let buyer: Person;
beforeAll(async () => {
  buyer = await person(service, [
    'read:suppliers',
    'write:suppliers',
    'write:contracts',
    'write:purchase-requests',
  ]);
});

const create = (changes: Record<string, unknown> = {}, headers = {}) =>
  buyer.call('POST', '/v1/suppliers', { body: supplierBody(changes), headers });

describe('a supplier', () => {
  it('is created, read, changed and deleted', async () => {
    const created = await create({ contactName: '李四' });
    expect(created).toMatchObject({
      status: 201,
      body: { status: 'ACTIVE', contactName: '李四', version: 1 },
    });
    expect(created.headers.get('etag')).toBe('"1"');
    const path = `/v1/suppliers/${created.body.id}`;
    expect((await buyer.call('GET', path)).body).toEqual(created.body);
    const changed = await buyer.call('PATCH', path, { body: { status: 'BLOCKED', contactName: null } });
    expect(changed.body).toMatchObject({ status: 'BLOCKED', version: 2 });
    expect(changed.body).not.toHaveProperty('contactName');
    expect((await buyer.call('DELETE', path)).status).toBe(204);
    expectBearerError(await buyer.call('GET', path), 'not_found');
    const actions = await service.database.auditEvent.findMany({
      where: { subjectId: created.body.id },
      orderBy: { id: 'asc' },
    });
    expect(actions.map(({ action, userId }) => [action, userId])).toEqual([
      ['supplier.created', buyer.id],
      ['supplier.updated', buyer.id],
      ['supplier.deleted', buyer.id],
    ]);
  });

  it.each(['sup_1', 'nonsense', `sup_${'0'.repeat(32)}`])('is not found as %s', async (id) => {
    expectBearerError(await buyer.call('GET', `/v1/suppliers/${id}`), 'not_found');
    expectBearerError(await buyer.call('PATCH', `/v1/suppliers/${id}`, { body: {} }), 'not_found');
    expectBearerError(await buyer.call('DELETE', `/v1/suppliers/${id}`), 'not_found');
  });

  it('has a shop, and no query', async () => {
    for (const shopUrl of [
      'nonsense',
      'ftp://a.example/',
      'https://a.example/?a=1',
      'https://u:p@a.example/',
    ]) {
      expect(invalidFields(await create({ shopUrl }))).toEqual(['shopUrl']);
    }
  });

  it('has a shop that overlaps with no other one, also when both come at once', async () => {
    const host = 'https://overlap.example';
    const shops = ['/', '/store', '/store/a', '/%73tore/a', '/store/'].map((path) => host + path);
    const answers = await Promise.all(shops.map((shopUrl) => create({ shopUrl })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const answer of refused) expectBearerError(answer, 'conflict');
    const other = (await succeeded(create())) as { id: string };
    const renamed = await buyer.call('PATCH', `/v1/suppliers/${other.id}`, {
      body: { shopUrl: `${host}/store/a/b` },
    });
    const isInside = answers[0]?.status === 201 || renamed.status === 409;
    expect(isInside).toBe(true);
  });

  it('is changed by nobody who has read an older version', async () => {
    const { id } = await succeeded(create());
    const change = { body: { name: 'Another' }, headers: { 'if-match': '"1"' } };
    expect((await buyer.call('PATCH', `/v1/suppliers/${id}`, change)).status).toBe(200);
    const stale = await buyer.call('PATCH', `/v1/suppliers/${id}`, change);
    expectBearerError(stale, 'conflict');
    expect(stale.body.error.current_version).toBe(2);
    expectBearerError(
      await buyer.call('DELETE', `/v1/suppliers/${id}`, { headers: { 'if-match': '"1"' } }),
      'conflict',
    );
  });

  it('is created once for each key', async () => {
    const headers = { 'idempotency-key': 'one-supplier' };
    const body = supplierBody();
    const send = () => buyer.call('POST', '/v1/suppliers', { body, headers });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const replays = answers.filter((answer) => answer.headers.get('idempotency-replayed') === 'true');
    expect(replays).toHaveLength(2);
    expectBearerError(await create({}, headers), 'conflict');
  });
});

describe('the delete of a supplier', () => {
  it('is refused while a contract refers to it', async () => {
    const { id, shopUrl } = await succeeded(create());
    const lines = [{ productUrl: `${shopUrl}/a`, maxUnitPrice: 1 }];
    const body = { supplierId: id, title: 'C', validFrom: '2026-01-01', validTo: '2026-12-31', lines };
    await succeeded(buyer.call('POST', '/v1/contracts', { body }));
    expectBearerError(await buyer.call('DELETE', `/v1/suppliers/${id}`), 'conflict');
    expect((await buyer.call('GET', `/v1/suppliers/${id}`)).body.version).toBe(1);
  });

  it('and what refers to it never both succeed', async () => {
    for (let round = 0; round < 8; round += 1) {
      const shopUrl = `${service.sandboxUrl}/a/items/ordinary`;
      const { id } = await succeeded(create({ shopUrl }));
      const [request, removed] = await Promise.all([
        buyer.call('POST', '/v1/purchase-requests', { body: requestBody(service) }),
        buyer.call('DELETE', `/v1/suppliers/${id}`),
      ]);
      expect(request.status).toBe(201);
      expect(removed.status).toBe(request.body.supplierId === undefined ? 204 : 409);
      await service.database.purchaseRequest.deleteMany();
      await service.database.supplier.deleteMany({ where: { id } });
    }
  });
});

describe('the list of suppliers', () => {
  it('filters, sorts, pages and chooses fields', async () => {
    const name = `Listed ${process.pid}`;
    for (const letter of ['A', 'B', 'C']) await succeeded(create({ name: `${name} ${letter}` }));
    const query = `filter[name][like]=${encodeURIComponent(name.toLowerCase())}&order=asc&pageSize=2&fields=name`;
    const first = await buyer.call('GET', `/v1/suppliers?${query}`);
    expect(first.body).toMatchObject({ total: 3, page: 1, pageSize: 2, totalPages: 2 });
    expect(first.body.items.map(Object.keys)).toEqual([
      ['id', 'name'],
      ['id', 'name'],
    ]);
    const next = `${query}&cursor=${first.body.nextCursor as string}`;
    const second = await buyer.call('GET', `/v1/suppliers?${next}`);
    expect(second.body).toMatchObject({ page: 2, nextCursor: null });
    const ids = [...first.body.items, ...second.body.items].map((item: { id: string }) => item.id);
    expect(new Set(ids).size).toBe(3);
    const behind = await buyer.call('GET', `/v1/suppliers?${query}&page=9`);
    expect(behind.body).toMatchObject({ items: [], total: 3 });
  });

  it.each([
    ['filter[color]=red', 'filter[color]'],
    ['fields=secret', 'fields'],
    ['cursor=nonsense', 'cursor'],
    ['status=ACTIVE', 'status'],
    ['order=asc&sortOrder=desc', 'sortOrder'],
    ['startDate=2026-02-01&endDate=2026-01-01', 'startDate'],
  ])('refuses %s', async (query, field) => {
    expect(invalidFields(await buyer.call('GET', `/v1/suppliers?${query}`))).toEqual([field]);
  });
});
