import { INTENT_STATUSES, LIST_ITEM_FIELDS } from '@procurement-intents/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedIntents } from '../seed-intents.ts';
import { startTestService, type TestService } from '../test-service.ts';

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
    ['fields=id,phone', 'fields'],
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
