import { describe, expect, expectTypeOf, it } from 'vitest';
import { createClient, ok, refuse, startService, type Reply } from '../test/start-service.ts';
import type { IntentListItem, IntentStatus, ListedIntent, ListItemField } from './index.ts';

/**
 * A service with `count` intents that pages by cursors, newest first. `before` may change the intents before each
 * response.
 */
async function start(count: number, before: (ids: number[], request: number) => void = () => {}) {
  const ids = Array.from({ length: count }, (_, index) => count - index);
  let requests = 0;
  const reply: Reply = (request, response) => {
    before(ids, (requests += 1));
    const query = new URL(request.url ?? '', 'http://service').searchParams;
    const pageSize = Number(query.get('pageSize') ?? 20);
    const after = Number(query.get('cursor') ?? Infinity);
    const rest = ids.filter((id) => id < after);
    const items = rest.slice(0, pageSize).map((id) => ({ id: `int_${id}` }));
    const nextCursor = rest.length > pageSize ? String(rest[pageSize - 1]) : null;
    return ok({ items, total: ids.length, page: 1, pageSize, totalPages: 1, nextCursor })(request, response);
  };
  const service = await startService(reply);
  return { ...service, intents: createClient(service.baseUrl).intents };
}

describe('a list', () => {
  it('is its first page when awaited', async () => {
    const { intents, received } = await start(45);
    const page = await intents.list({ status: 'FAILED' });
    expect(page.items).toHaveLength(20);
    expect(page.total).toBe(45);
    expect(received).toHaveLength(1);
  });

  it('is all its intents in a loop, page after page, with the same filters', async () => {
    const { intents, received } = await start(45);
    const seen: string[] = [];
    for await (const { id } of intents.list({ status: 'FAILED', page: 1 })) seen.push(id);
    expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => `int_${45 - index}`));
    expect(received.map(({ path }) => path)).toEqual([
      '/api/v1/intents?status=FAILED&page=1',
      '/api/v1/intents?status=FAILED&cursor=26',
      '/api/v1/intents?status=FAILED&cursor=6',
    ]);
  });

  it('yields each intent once while others are created', async () => {
    const { intents } = await start(200, (ids, request) => ids.unshift(1_000 + request));
    const seen: string[] = [];
    for await (const { id } of intents.list({ pageSize: 10 })) seen.push(id);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => Number(id.slice(4)) <= 200)).toHaveLength(200);
  });

  it('reads no page after the loop has ended', async () => {
    const { intents, received } = await start(45);
    for await (const page of intents.list().pages()) {
      expect(page.items).toHaveLength(20);
      break;
    }
    expect(received).toHaveLength(1);
  });

  it('takes the statuses of a filter as an array, which the compiler checks', async () => {
    const { intents, received } = await start(1);
    await intents.list({ 'filter[status][in]': ['FAILED', 'CANCELLED'] });
    // @ts-expect-error no such status
    await intents.list({ 'filter[status][in]': ['FAILED', 'CANCELED'] });
    await intents.list({ 'filter[status][in]': 'FAILED,CANCELLED' });
    expect(received[0]?.path).toContain('FAILED%2CCANCELLED');
    expect(received[2]?.path).toBe(received[0]?.path);
  });

  it('ends a loop with the error of a page', async () => {
    const page = { items: [{ id: 'int_1' }], nextCursor: 'x' };
    const service = await startService(ok(page), refuse('VALIDATION_FAILED', { data: { errors: [] } }));
    const seen: string[] = [];
    const loop = async () => {
      for await (const { id } of createClient(service.baseUrl).intents.list()) seen.push(id);
    };
    await expect(loop()).rejects.toMatchObject({ name: 'VALIDATION_FAILED' });
    expect(seen).toEqual(['int_1']);
  });

  it('ends with the page that has no next cursor', async () => {
    const service = await startService(ok({ items: [{ id: 'int_1' }] }));
    let count = 0;
    for await (const _ of createClient(service.baseUrl).intents.list()) count += 1;
    expect([count, service.received.length]).toEqual([1, 1]);
  });
});

describe('the items of a list', () => {
  type Items<F extends string | undefined = undefined> = ListedIntent<F>;

  it('have the ten fields of a list, or the requested ones; one that an intent may not have is optional', () => {
    expectTypeOf<keyof Items>().toEqualTypeOf<ListItemField>();
    expectTypeOf<Items['status']>().toEqualTypeOf<IntentStatus>();
    expectTypeOf<Items<'status'>>().toEqualTypeOf<{ id: string; status: IntentStatus }>();
    expectTypeOf<Items<'id,price,title'>>().toEqualTypeOf<{ id: string; price: number; title: string }>();
    expectTypeOf<Items<'orderId,productUrl'>>().toEqualTypeOf<{
      id: string;
      orderId?: string | undefined;
      productUrl: string;
    }>();
    expectTypeOf<Items<'idempotencyKey'>>().toEqualTypeOf<{
      id: string;
      idempotencyKey?: string | undefined;
    }>();
    expectTypeOf<Items<string>>().toEqualTypeOf<IntentListItem>();
  });

  it('are inferred from the query', async () => {
    const { intents } = await start(1);
    const all = await intents.list({ pageSize: 5 });
    expectTypeOf(all.items[0]).toEqualTypeOf<Items | undefined>();
    const some = await intents.list({ fields: 'status,userId' });
    expectTypeOf(some.items[0]).toEqualTypeOf<
      { id: string; status: IntentStatus; userId: string } | undefined
    >();
    // @ts-expect-error no such filter
    await intents.list({ state: 'FAILED' });
  });
});
