import { INTENT_STATUSES, LIST_FIELDS, LIST_ITEM_FIELDS } from '@procurement-intents/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IntentRow } from '../../src/intent-rows/intent-row.ts';
import { intentBody } from '../support/intent-factory.ts';
import { seedIntents } from '../support/seed-intents.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const { appId } = service.signer;
  await seedIntents(service, 90, (index) => ({
    appId,
    status: INTENT_STATUSES[index % INTENT_STATUSES.length] ?? 'DRAFT',
  }));
});
afterAll(() => service.stop());

const call = (query: string) => service.call('GET', `/api/v1/intents?${query}`);

const NOW = new Date();
const OUTCOMES: Partial<IntentRow>[] = [
  { status: 'DRAFT', remarks: '工作日送货' },
  { status: 'FAILED', failureCode: 'OUT_OF_STOCK', submittedAt: NOW },
  {
    status: 'COMPLETED',
    submittedAt: NOW,
    completedAt: NOW,
    orderId: 'A20261121000042',
    orderStatus: 'SHIPPED',
    amountPaidFen: 19_800n,
    refundedFen: 100n,
    trackingNumber: 'SF1',
    trackingCompany: '顺丰速运',
    parcels: [{ trackingNumber: 'SF1', trackingCompany: '顺丰速运' }],
    labels: { batch: 'spring' },
    archivedAt: NOW,
  },
  {
    status: 'CANCELLED',
    submittedAt: NOW,
    cancelledAt: NOW,
    orderId: 'A20261121000043',
    orderStatus: 'CANCELLED',
    amountPaidFen: 19_800n,
    refundedFen: 18_800n,
    cancellationFeeFen: 1000n,
  },
];

describe('the list over HTTP', () => {
  it('shows every row that was there before, whatever is created while it counts (L7)', async () => {
    const signer = await service.addApp();
    const [first] = await seedIntents(service, 1, () => ({ appId: signer.appId, status: 'SUBMITTED' }));
    const lists = Array.from({ length: 40 }, async () => {
      const path = '/api/v1/intents?status=SUBMITTED&pageSize=100';
      const { body } = await service.call('GET', path, { signer });
      return (body.data.items as { id: string }[]).map(({ id }) => id);
    });
    for (let count = 0; count < 60; count += 1) {
      await seedIntents(service, 1, () => ({ appId: signer.appId, status: 'SUBMITTED' }));
    }
    for (const shown of await Promise.all(lists)) expect(shown).toContain(first?.id);
  });

  it('shows the fields asked for and always the id (L4)', async () => {
    const { items } = (await call('fields=status,title&pageSize=3')).body.data;
    for (const item of items) expect(Object.keys(item).sort()).toEqual(['id', 'status', 'title']);
    const whole = (await call('pageSize=1')).body.data.items[0];
    expect(Object.keys(whole).sort()).toEqual([...LIST_ITEM_FIELDS].sort());
  });

  it.each([
    ['a first page', 'pageSize=100'],
    ['a filtered page', `filter[title]=${encodeURIComponent('无线鼠标')}&pageSize=100`],
    ['a page in another order', 'sortBy=price&order=asc&pageSize=100'],
  ])('shows in %s whatever the whole intent has, and the key of its create (L4)', async (_what, query) => {
    const signer = await service.addApp();
    await seedIntents(service, OUTCOMES.length, (index) => ({ appId: signer.appId, ...OUTCOMES[index] }));
    const options = { signer, headers: { 'Idempotency-Key': 'order-42' } };
    const { body } = await service.call('POST', '/api/v1/intents', {
      ...options,
      body: { ...intentBody(service), title: '无线鼠标' },
    });
    const { items } = (
      await service.call('GET', `/api/v1/intents?${query}&archived=any&fields=${LIST_FIELDS.join(',')}`, {
        signer,
      })
    ).body.data;
    expect(items).toHaveLength(OUTCOMES.length + 1);
    for (const { idempotencyKey, ...item } of items) {
      const one = await service.call('GET', `/api/v1/intents/${item.id}`, { signer });
      expect(item).toEqual(one.body.data);
      expect(idempotencyKey).toBe(item.id === body.data.id ? 'order-42' : undefined);
    }
    const shown = new Set((items as object[]).flatMap((item) => Object.keys(item)));
    expect([...shown].sort()).toEqual([...LIST_FIELDS].sort());
  });

  it('goes on behind a cursor with the fields that were asked for', async () => {
    const fields = 'fields=id,recipientName,version&pageSize=80';
    const { nextCursor } = (await call(fields)).body.data;
    const { items } = (await call(`${fields}&cursor=${nextCursor}`)).body.data;
    expect(items).toHaveLength(10);
    for (const item of items) expect(item).toMatchObject({ recipientName: '张三', version: 1 });
  });

  it('finds the intent of a key, and of no other App (L3)', async () => {
    const [mine, others] = [await service.addApp(), await service.addApp()];
    for (const signer of [mine, others]) {
      for (const key of ['first', 'second,third']) {
        const headers = { 'Idempotency-Key': key };
        await service.call('POST', '/api/v1/intents', { signer, headers, body: intentBody(service) });
      }
    }
    await service.call('POST', '/api/v1/intents', { signer: mine, body: intentBody(service) });
    const found = async (filter: string) => {
      const path = `/api/v1/intents?fields=idempotencyKey&${filter}`;
      const { items } = (await service.call('GET', path, { signer: mine })).body.data;
      return (items as { idempotencyKey?: string }[]).map(({ idempotencyKey }) => idempotencyKey);
    };
    expect(await found('filter[idempotencyKey]=first')).toEqual(['first']);
    expect(await found('filter[idempotencyKey]=second,third')).toEqual(['second,third']);
    expect(await found('filter[idempotencyKey][in]=first,none')).toEqual(['first']);
    expect(await found('filter[idempotencyKey]=none')).toEqual([]);
    expect(await found('')).toHaveLength(3);
  });

  it('lowers a large pageSize to 100 and answers an empty result with zeroes', async () => {
    expect((await call('pageSize=5000')).body.data.pageSize).toBe(100);
    expect((await call('userId=nobody')).body.data).toEqual({
      items: [],
      total: 0,
      page: 1,
      pageSize: 20,
      totalPages: 0,
      nextCursor: null,
    });
  });

  it.each([
    ['page=0', 'page'],
    ['page=1.5', 'page'],
    ['pageSize=-1', 'pageSize'],
    ['status=DONE', 'status'],
    ['status=DRAFT&status=FAILED', 'status'],
    ['platform=PLATFORM_D', 'platform'],
    ['startDate=yesterday', 'startDate'],
    ['startDate=2026-02-30', 'startDate'],
    ['startDate=2026-11-22&endDate=2026-11-21', 'startDate'],
    ['sortBy=title', 'sortBy'],
    ['order=up', 'order'],
    ['order=asc&sortOrder=desc', 'sortOrder'],
    ['startDate=2026-11-20&startTime=2026-11-21', 'startTime'],
    ['fields=id,appId', 'fields'],
    ['filter[idempotencyKey]=a%20b', 'filter[idempotencyKey]'],
    ['filter[idempotencyKey][like]=a', 'filter[idempotencyKey][like]'],
    ['fields=', 'fields'],
    ['colour=red', 'colour'],
    ['filter[phone]=13800138000', 'filter[phone]'],
    ['filter[title][gte]=a', 'filter[title][gte]'],
    ['filter[status][like]=A', 'filter[status][like]'],
    ['filter[price]=1.234', 'filter[price]'],
    ['filter[price][gte]=-1', 'filter[price][gte]'],
    ['filter[quantity]=2.0', 'filter[quantity]'],
    ['filter[status][in]=DRAFT,', 'filter[status][in]'],
    [`filter[userId][in]=${'a,'.repeat(100)}a`, 'filter[userId][in]'],
    ['cursor=nonsense', 'cursor'],
    ['userId=%FF', 'userId'],
    ['__proto__[x]=1', '__proto__[x]'],
  ])('refuses %s by name (L1, L3, L4, E5)', async (query, field) => {
    const answer = await call(query);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe(40001);
    expect(answer.body.data.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  });

  it.each(['createdAt', 'updatedAt', 'price'])(
    'reads behind every place that a cursor by %s can name, and refuses others',
    async (sortBy) => {
      for (const order of ['asc', 'desc']) {
        const base = `sortBy=${sortBy}&order=${order}&pageSize=5`;
        const { nextCursor } = (await call(base)).body.data;
        const [digest, , ...rest] = JSON.parse(Buffer.from(nextCursor, 'base64url').toString());
        const codeBehind = async (value: string) => {
          const cursor = Buffer.from(JSON.stringify([digest, value, ...rest])).toString('base64url');
          return (await call(`${base}&cursor=${cursor}`)).body.code;
        };
        expect(await codeBehind('0')).toBe(0);
        expect(await codeBehind('253402214400000')).toBe(0);
        expect(await codeBehind('253402214400001')).toBe(40001);
        expect(await codeBehind('999999999999999')).toBe(40001);
      }
    },
  );

  it('refuses a cursor under other filters, another sort or another page (L6)', async () => {
    const { nextCursor } = (await call('pageSize=5&status=DRAFT')).body.data;
    for (const rest of ['', '&status=FAILED', '&status=DRAFT&order=asc', '&status=DRAFT&page=9']) {
      expect((await call(`cursor=${nextCursor}${rest}`)).body.code, rest).toBe(40001);
    }
    expect((await call(`cursor=${nextCursor}&status=DRAFT&pageSize=7&fields=id`)).body.code).toBe(0);
  });

  it('never shows what another App created', async () => {
    const other = await service.addApp();
    const seen = await service.call('GET', '/api/v1/intents?filter[title][like]=%25', { signer: other });
    expect(seen.body.data.total).toBe(0);
    const cursor = (await call('pageSize=5')).body.data.nextCursor;
    const stolen = await service.call('GET', `/api/v1/intents?cursor=${cursor}`, { signer: other });
    expect(stolen.body.code).toBe(40001);
  });
});
