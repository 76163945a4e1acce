import { EVENT_TYPES, LIMITS } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { insertEvents } from '../../src/intent-rows/insert-events.ts';
import { expectError } from '../support/expect-answer.ts';
import { clock, service } from '../support/use-service.ts';
import {
  addEvents,
  asApp,
  change,
  create,
  events,
  feed,
  page,
  publish,
  signer,
  useFeed,
} from './use-feed.ts';

useFeed();

// More than one statement publishes.
const MANY = 2500;

describe('the feed (EV1, EV2, EV10, EV11)', () => {
  it('shows what happened to an intent, numbered from 1, with the intent as it was then', async () => {
    const id = await create({ draft: true });
    await change('PUT', id, '', { quantity: 3 });
    await change('POST', id, '/submit');
    await change('POST', id, '/cancel');
    await change('DELETE', id);
    await publish();
    const { items, nextCursor, hasMore } = await page();
    expect({ nextCursor, hasMore }).toEqual({ nextCursor: '5', hasMore: false });
    expect(items.map(({ type, sequence }: any) => [sequence, type])).toEqual([
      [1, 'intent.drafted'],
      [2, 'intent.updated'],
      [3, 'intent.submitted'],
      [4, 'intent.cancelled'],
      [5, 'intent.deleted'],
    ]);
    expect(items.map(({ data }: any) => data)).toEqual([
      { intentId: id, to: 'DRAFT', status: 'DRAFT', version: 1 },
      { intentId: id, status: 'DRAFT', version: 2, detail: 'quantity' },
      { intentId: id, from: 'DRAFT', to: 'SUBMITTED', status: 'SUBMITTED', version: 3 },
      { intentId: id, from: 'SUBMITTED', to: 'CANCELLED', status: 'CANCELLED', version: 4 },
      { intentId: id, status: 'CANCELLED', version: 5 },
    ]);
    expect(new Set(items.map((each: any) => each.id)).size).toBe(5);
    for (const each of items) {
      expect(each.id).toMatch(/^evt_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
      expect(each.timestamp).toBe(clock.now().toISOString());
      expect(parseInt(each.id.slice(4, 16), 16)).toBe(clock.now().getTime());
    }
  });

  it('goes on from any event, and shows nothing of another App', async () => {
    await addEvents(7);
    const own = await asApp();
    await addEvents(2);
    await publish();
    expect((await page()).items).toHaveLength(2);
    await asApp(own);
    expect((await page('?cursor=3&limit=2')).items.map(({ sequence }: any) => sequence)).toEqual([4, 5]);
    expect(await page('?cursor=3&limit=2')).toMatchObject({ nextCursor: '5', hasMore: true });
    expect(await page('?cursor=7')).toEqual({ items: [], nextCursor: '7', hasMore: false });
    expect(await page('?cursor=latest')).toEqual({ items: [], nextCursor: '7', hasMore: false });
    expect((await page('?cursor=0')).items).toHaveLength(7);
  });

  it('refuses a cursor that no event has had, and parameters that it does not know', async () => {
    await addEvents(3);
    await publish();
    for (const [query, field] of [
      ['cursor=4', 'cursor'],
      ['cursor=-1', 'cursor'],
      ['cursor=1e3', 'cursor'],
      ['cursor=', 'cursor'],
      ['cursor=%31%00', 'cursor'],
      ['limit=0', 'limit'],
      ['types=intent.nothing', 'types'],
      ['types=', 'types'],
      [`types=${Array.from({ length: LIMITS.feedTypes + 1 }, () => 'intent.failed').join(',')}`, 'types'],
      ['types=intent.attempt_failed', 'types'],
      ['intentId=int_1', 'intentId'],
      ['wait=26', 'wait'],
      ['wait=0.5', 'wait'],
      ['page=2', 'page'],
    ] as const) {
      const answer = await feed(`?${query}`);
      expectError(answer, 'VALIDATION_FAILED');
      expect(answer.body.data.errors, query).toMatchObject([{ field }]);
    }
  });

  it('filters by type and intent, and passes what the filter leaves out', async () => {
    const [first, second] = [await create({ draft: true }), await create()];
    await change('DELETE', first);
    await publish();
    expect(await page('?types=intent.submitted,intent.deleted&limit=1')).toMatchObject({
      items: [{ data: { intentId: second } }],
      nextCursor: '2',
      hasMore: true,
    });
    expect(await page(`?intentId=${first}&cursor=1`)).toMatchObject({
      items: [{ type: 'intent.deleted', sequence: 3 }],
      nextCursor: '3',
      hasMore: false,
    });
    expect(await page('?types=intent.failed')).toEqual({ items: [], nextCursor: '3', hasMore: false });
  });

  it('looks through 10,000 events a call for a filter that nothing passes', async () => {
    await addEvents(10_003);
    await addEvents(1, 'intent.failed');
    await publish();
    expect(await page('?types=intent.failed')).toEqual({ items: [], nextCursor: '10000', hasMore: true });
    expect(await page('?types=intent.failed&cursor=10000')).toMatchObject({
      items: [{ sequence: 10_004 }],
      hasMore: false,
    });
    expect((await page('?limit=1000')).items).toHaveLength(LIMITS.feedPageMax);
  });

  it('needs intents:read', async () => {
    await asApp(await service.addApp({ permissions: ['intents:write'] }));
    expectError(await feed(), 'PERMISSION_MISSING');
  });
});

describe('publishing (EV2, EV3, EV8)', () => {
  it('numbers without gaps whatever its batches, and however many publish at once', async () => {
    await addEvents(MANY);
    await Promise.all(Array.from({ length: 4 }, () => publish()));
    await publish();
    const rows = await service.database.appEvent.findMany({
      where: { appId: signer.appId },
      orderBy: { sequence: 'asc' },
      select: { sequence: true, subjectId: true },
    });
    expect(rows.map(({ sequence }) => Number(sequence))).toEqual(rows.map((_, index) => index + 1));
    expect(rows).toHaveLength(MANY);
    // In the order of the ids of the events.
    expect(rows.map(({ subjectId }) => subjectId)).toEqual(rows.map(({ subjectId }) => subjectId).toSorted());
    expect(await service.database.unpublishedEvent.count()).toBe(0);
  });

  it('leaves all where they are when a partition is missing, and takes the same ones later', async () => {
    await addEvents(3);
    clock.advance(40 * 86_400_000);
    await service.call('GET', '/api/v1/health');
    await expect(events.publish()).rejects.toThrow();
    expect(await service.database.unpublishedEvent.count()).toBe(3);
    await events.prepareDays(1);
    await publish();
    expect((await page()).items.map(({ sequence }: any) => sequence)).toEqual([1, 2, 3]);
  });

  it('waits for nobody who writes events', async () => {
    const write = Promise.withResolvers<void>();
    await addEvents(2);
    const open = service.database.$transaction(async (transaction) => {
      await transaction.$executeRaw`
        WITH added AS (INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "type", "at")
          VALUES ('int_1', ${signer.appId}, 'DRAFT', 1, 'intent.updated', now()) RETURNING "id")
        INSERT INTO "unpublished_events" SELECT "id" FROM added`;
      await addEvents(1);
      await write.promise;
    });
    await expect.poll(() => service.database.unpublishedEvent.count()).toBe(3);
    await publish();
    expect((await page()).items).toHaveLength(3);
    write.resolve();
    await open;
    await publish();
    expect((await page('?cursor=3')).items).toMatchObject([{ sequence: 4, data: { intentId: 'int_1' } }]);
  });

  it('keeps internal events and what may quote a person to the timeline (X5, X6)', async () => {
    const rows = `
      SELECT '${await create()}', '${signer.appId}', 'DRAFT'::"IntentStatus", 1, now(), type, 'of 张三'
      FROM unnest($1::text[]) AS type`;
    await service.database.rows(`WITH ${insertEvents(rows, ['detail'])} SELECT 1`, [EVENT_TYPES]);
    await publish();
    const { items } = await page();
    const types = items.map(({ type }: any) => type);
    expect(types).toEqual(expect.arrayContaining(['order.shipped', 'intent.cancel_refused']));
    expect(types).not.toContain('intent.attempt_failed');
    const refused = items.find(({ type }: any) => type === 'intent.cancel_refused');
    expect(refused.data).not.toHaveProperty('detail');
  });
});

describe('old events (EV5, EV6, EV10)', () => {
  it('go by the day, and a reader that was away for longer is told', async () => {
    await addEvents(3);
    await publish();
    const twelveDays = 12 * 86_400_000;
    clock.advance(twelveDays);
    await feed();
    await events.prepareDays(2);
    expect(await events.forgetDays(0)).toBeGreaterThan(0);
    expect(await page('?cursor=3')).toEqual({ items: [], nextCursor: '3', hasMore: false });
    await addEvents(2);
    await publish();
    expect((await page()).items.map(({ sequence }: any) => sequence)).toEqual([4, 5]);
    const expired = await feed('?cursor=2');
    expectError(expired, 'EVENTS_EXPIRED');
    expect(expired.body.data).toEqual({ oldestCursor: '3' });
    expect((await page('?cursor=3')).items).toHaveLength(2);
  });

  it('of a deleted intent are removed from its timeline after 30 days, and not before', async () => {
    const id = await create({ draft: true });
    await change('DELETE', id);
    const timeline = () => service.database.intentEvent.count({ where: { intentId: id } });
    clock.advance(29 * 86_400_000);
    await feed();
    await events.forgetTimelines(30);
    expect(await timeline()).toBe(2);
    clock.advance(2 * 86_400_000);
    await feed();
    await events.forgetTimelines(30);
    expect(await timeline()).toBe(0);
  });
});
