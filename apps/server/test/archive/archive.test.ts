import { ROUTES } from '@procurement-intents/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { REDACTED_AT_ONCE, redactDue } from '../../src/personal-data/redactor.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { openArchiving } from '../../src/composition/open-archiving.ts';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { moveArchived } from '../support/move-archived.ts';
import type { Signer } from '../support/sign.ts';
import { clock, service, useService } from '../support/use-service.ts';
import type { Answer } from '../support/test-service.ts';

const PATH = ROUTES.createIntent.path;
const MINUTE_MS = 60_000;

useService({ graceMs: 86_400_000 });
let signer: Signer;
beforeEach(async () => {
  signer = await service.addApp();
});

const call = (method: string, path: string, more = {}): Promise<Answer> =>
  service.call(method, path, { signer, ...more });
const read = async (id: string) => (await call('GET', `${PATH}/${id}`)).body.data;
const listed = async (query = '') => (await call('GET', `${PATH}${query}`)).body.data;
const timeline = async (id: string): Promise<string[]> =>
  (await call('GET', `${PATH}/${id}/events`)).body.data.items.map(({ type }: { type: string }) => type);

/** A cancelled intent of this App. */
async function ended(key: string, body = intentBody(service)): Promise<string> {
  clock.advance(1000);
  const headers = { 'Idempotency-Key': key };
  const answer = await call('POST', PATH, { body, headers });
  expectSuccess(answer, 'createIntent');
  const id = answer.body.data.id as string;
  expect((await call('POST', `${PATH}/${id}/cancel`)).status).toBe(200);
  await service.database.orderLookup.deleteMany({ where: { intentId: id } });
  return id;
}
const act = (id: string, action: 'archive' | 'unarchive', headers = {}) =>
  call('POST', `${PATH}/${id}/${action}`, { headers });

const moveAll = () => moveArchived(service, clock);
const isMoved = async (id: string): Promise<boolean> => {
  const moved = await service.database.archivedIntent.count({ where: { id, isMoved: true } });
  const hot = await service.database.intent.count({ where: { id } });
  expect(moved + hot).toBe(1);
  return moved === 1;
};
async function moved(key: string): Promise<string> {
  const id = await ended(key);
  expectSuccess(await act(id, 'archive'), 'archiveIntent');
  await moveAll();
  expect(await isMoved(id)).toBe(true);
  return id;
}

describe('an archived intent (AR1, AR2)', () => {
  it('has archivedAt and a higher version, and all else as before; once more changes nothing', async () => {
    const id = await ended('order-1');
    const before = await read(id);
    const answer = await act(id, 'archive');
    expectSuccess(answer, 'archiveIntent');
    const archivedAt = clock.now().toISOString();
    expect(answer.body.data).toEqual({ ...before, archivedAt, version: before.version + 1 });
    clock.advance(1000);
    expect((await act(id, 'archive')).body.data).toEqual(answer.body.data);
    const back = await act(id, 'unarchive');
    expectSuccess(back, 'unarchiveIntent');
    expect(back.body.data).toEqual({ ...before, version: before.version + 2 });
    expect((await act(id, 'unarchive')).body.data).toEqual(back.body.data);
    expect((await timeline(id)).slice(-2)).toEqual(['intent.archived', 'intent.unarchived']);
  });

  it('is refused before its end (40002), and with a stale version (40902)', async () => {
    const open = (await call('POST', PATH, { body: intentBody(service) })).body.data.id as string;
    expectError(await act(open, 'archive'), 'ARCHIVE_REFUSED');
    expect((await act(open, 'unarchive')).body.data).toEqual(await read(open));
    const id = await ended('order-1');
    expectError(await act(id, 'archive', { 'If-Match': '"1"' }), 'VERSION_CONFLICT');
  });

  it.each(['before', 'after'] as const)(
    'is on the lists that ask for it, %s its move (AR3)',
    async (when) => {
      const [kept, id] = [await ended('order-1'), await ended('order-2')];
      await act(id, 'archive');
      if (when === 'after') await moveAll();
      const ids = async (query: string) => {
        clock.advance(1000);
        const { items, total } = await listed(query);
        expect(total).toBe(items.length);
        return items.map((item: { id: string }) => item.id);
      };
      const all = [id, kept].toSorted();
      for (const more of [
        '',
        '&status=CANCELLED',
        '&userId=user_1001',
        '&filter[quantity]=2',
        '&sortBy=price',
      ]) {
        expect(await ids(`?pageSize=100${more}`)).toEqual([kept]);
        expect(await ids(`?archived=false${more}`)).toEqual([kept]);
        expect(await ids(`?archived=true${more}`)).toEqual([id]);
        expect((await ids(`?archived=any${more}`)).toSorted()).toEqual(all);
      }
      expect(await ids('?archived=any&filter[title][like]=none')).toEqual([]);
      expectError(await call('GET', `${PATH}?archived=yes`), 'VALIDATION_FAILED');
      const { nextCursor } = await listed('?archived=any&pageSize=1');
      const cursor = encodeURIComponent(nextCursor as string);
      expect((await listed(`?archived=any&pageSize=1&cursor=${cursor}`)).items).toHaveLength(1);
      expectError(await call('GET', `${PATH}?archived=true&cursor=${cursor}`), 'VALIDATION_FAILED');
    },
  );
});

describe('an intent that has moved to the archive (AR2, AR5)', () => {
  it('reads as before, with its timeline, and its create answers as before', async () => {
    const body = intentBody(service);
    const id = await ended('order-1', body);
    await act(id, 'archive');
    const before = [await read(id), await timeline(id)];
    await moveAll();
    expect(await isMoved(id)).toBe(true);
    expect([await read(id), await timeline(id)]).toEqual(before);
    const again = await call('POST', PATH, { body, headers: { 'Idempotency-Key': 'order-1' } });
    expectSuccess(again, 'createIntent');
    expect(again.body.data.id).toBe(id);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = { ...body, quantity: 3 };
    const reused = await call('POST', PATH, { body: other, headers: { 'Idempotency-Key': 'order-1' } });
    expectError(reused, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('comes back whole when it is taken out of the archive (AR7)', async () => {
    const id = await moved('order-1');
    const { archivedAt: _, ...before } = await read(id);
    const events = await timeline(id);
    expect((await act(id, 'unarchive')).body.data).toEqual({ ...before, version: before.version + 1 });
    expect(await timeline(id)).toEqual([...events, 'intent.unarchived']);
    expect(await isMoved(id)).toBe(false);
    expect((await listed()).items).toMatchObject([{ id }]);
    await moveAll();
    expect(await service.database.archivedIntent.count({ where: { id } })).toBe(0);
    expect(await service.database.archivedKey.count({ where: { intentId: id } })).toBe(0);
    expect(await timeline(id)).toEqual([...events, 'intent.unarchived']);
  });

  it('is deleted with its key, its copy and its count (I17)', async () => {
    const id = await moved('order-1');
    const { body } = await call('DELETE', `${PATH}/${id}`);
    expect(body).toMatchObject({ code: 0, data: null });
    expectError(await call('GET', `${PATH}/${id}`), 'INTENT_NOT_FOUND');
    expect(await service.database.archivedIntent.count({ where: { id } })).toBe(0);
    expect(await listed('?archived=any')).toMatchObject({ items: [], total: 0 });
    const headers = { 'Idempotency-Key': 'order-1' };
    const next = await call('POST', PATH, { body: intentBody(service), headers });
    expect(next.status).toBe(201);
    expect(next.body.data.id).not.toBe(id);
  });

  it('is redacted with its timeline (I21)', async () => {
    const id = await ended('order-1');
    await service.database.intentEvent.create({
      data: {
        intentId: id,
        appId: signer.appId,
        type: 'intent.cancel_refused',
        at: clock.now(),
        detail: '张三',
      },
    });
    await act(id, 'archive');
    await moveAll();
    const log = createLogger('silent');
    const redact = (due: Parameters<typeof service.sweeps.redact>[0]) => service.sweeps.redact(due);
    await redactDue({ records: 'ended intents', redact, afterDays: 0, log });
    expect((await read(id)).recipientName).not.toBe('***');
    await service.database.archivedIntent.updateMany({
      where: { id },
      data: { cancelledAt: new Date('2020-01-01T00:00:00Z') },
    });
    await redactDue({ records: 'ended intents', redact, afterDays: 1, log });
    expect(await read(id)).toMatchObject({ recipientName: '***', address: '***', phone: '***' });
    const events = (await call('GET', `${PATH}/${id}/events`)).body.data.items;
    expect(events.map(({ detail }: { detail?: string }) => detail)).not.toContain('张三');
    expect(events.at(-1)).toMatchObject({ type: 'intent.redacted' });
    expect(REDACTED_AT_ONCE).toBeGreaterThan(1);
  });

  it('stays where it is while an event of it waits to be published', async () => {
    const id = await ended('order-1');
    await act(id, 'archive');
    const { moves } = openArchiving(service.database);
    await moves.prepareMonths(1);
    await moves.copy();
    await moves.finish();
    clock.advance(6 * MINUTE_MS);
    await service.syncClock();
    await moves.finish();
    expect(await isMoved(id)).toBe(false);
  });
});

it('counts as many intents as there are, wherever they lie (AR3)', async () => {
  await moved('order-1');
  await act(await ended('order-2'), 'archive');
  await act(await moved('order-3'), 'unarchive');
  await call('DELETE', `${PATH}/${await moved('order-4')}`);
  await ended('order-5');
  const sums = await service.database.$queryRaw`
    SELECT "isArchived", sum("total")::int AS "n" FROM "intent_counts" WHERE "appId" = ${signer.appId}
    GROUP BY 1 ORDER BY 1`;
  expect(sums).toEqual([
    { isArchived: false, n: 2 },
    { isArchived: true, n: 2 },
  ]);
  expect((await listed('?archived=any')).total).toBe(4);
});
