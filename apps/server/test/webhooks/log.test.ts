import { describe, expect, it } from 'vitest';
import { expectError } from '../support/expect-answer.ts';
import {
  call,
  clock,
  createEndpoint,
  createIntent,
  deliver,
  deliveriesOf,
  delivering,
  fieldsOf,
  pass,
  publish,
  receiver,
  service,
  useWebhooks,
  WEBHOOKS,
} from './use-webhooks.ts';

useWebhooks();

const fail = () => receiver.respond((_, response) => response.writeHead(500).end());
const succeed = () => receiver.respond((_, response) => response.writeHead(204).end());
const createIntents = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await createIntent());
  await publish();
  return ids;
};
const deliverAll = async (): Promise<void> => {
  for (let round = 0; round < 40; round += 1) {
    await deliver();
    await pass(0.2);
  }
};

describe('the log (X7, DL12)', () => {
  it('has pages, the newest first, and filters', async () => {
    const { id } = await createEndpoint({ maxPerSecond: 50 });
    const [first] = await createIntents(3);
    await deliverAll();
    fail();
    const middle = clock.now().toISOString();
    await pass(1);
    await createIntents(2);
    await deliver();
    const page = await deliveriesOf(id, '?limit=2');
    expect(page.items.map(({ sequence }: any) => sequence)).toEqual([5, 4]);
    const next = await deliveriesOf(id, `?limit=2&cursor=${page.nextCursor}`);
    expect(next.items.map(({ sequence }: any) => sequence)).toEqual([3, 2]);
    const last = await deliveriesOf(id, `?limit=2&cursor=${next.nextCursor}`);
    expect(last).toMatchObject({ items: [{ sequence: 1 }], nextCursor: null });
    const sequences = async (query: string) =>
      (await deliveriesOf(id, `?${query}`)).items.map(({ sequence }: any) => sequence);
    expect(await sequences('state=PENDING')).toEqual([5, 4]);
    expect(await sequences('state=SUCCEEDED')).toEqual([3, 2, 1]);
    expect(await sequences(`intentId=${first}`)).toEqual([1]);
    expect(await sequences('type=intent.failed')).toEqual([]);
    expect(await sequences(`since=${middle}`)).toEqual([5, 4]);
    expect(await sequences(`until=${middle}`)).toEqual([3, 2, 1]);
    expect(await sequences('limit=1000')).toHaveLength(5);
  });

  it.each([
    ['cursor=5', 'cursor'],
    ['cursor=', 'cursor'],
    ['limit=0', 'limit'],
    ['state=OPEN', 'state'],
    ['type=webhook.test', 'type'],
    ['since=yesterday', 'since'],
    ['page=2', 'page'],
  ])('refuses %s', async (query, field) => {
    const { id } = await createEndpoint();
    expect(fieldsOf(await call('GET', `${WEBHOOKS}/${id}/deliveries?${query}`))).toEqual([field]);
  });

  it('looks through 10,000 deliveries a page, and says where to go on', async () => {
    const { id } = await createEndpoint();
    await service.database.$executeRaw`
      INSERT INTO "webhook_deliveries" ("id", "webhookId", "appId", "sequence", "publishedAt", "eventId", "type", "subjectId",
        "state", "queuedAt", "createdAt")
      SELECT gen_random_uuid(), ${id}, 'app', n, now(), gen_random_uuid(), 'intent.drafted', 'int',
        CASE WHEN n = 1 THEN 'FAILED' ELSE 'SUCCEEDED' END, now(), now() FROM generate_series(1, 12000) AS n`;
    const page = await deliveriesOf(id, '?state=FAILED');
    expect(page.items).toEqual([]);
    expect((await deliveriesOf(id, `?state=FAILED&cursor=${page.nextCursor}`)).items).toHaveLength(1);
  });

  it('goes with its endpoint, and after the days that events are kept', async () => {
    const one = await createEndpoint();
    const other = await createEndpoint();
    await createIntents(1);
    await deliver();
    await call('DELETE', `${WEBHOOKS}/${one.id}`);
    const count = (webhookId: string) => service.database.webhookDelivery.count({ where: { webhookId } });
    expect([await count(one.id), await count(other.id)]).toEqual([1, 1]);
    while ((await delivering.sweeps.removeGone()) > 0);
    expect([await count(one.id), await count(other.id)]).toEqual([0, 1]);
    expect(await service.database.webhookLane.count({ where: { webhookId: one.id } })).toBe(0);
    await pass(29 * 86_400);
    await delivering.sweeps.forget(30);
    expect(await count(other.id)).toBe(1);
    await pass(2 * 86_400);
    await delivering.sweeps.forget(30);
    expect(await count(other.id)).toBe(0);
    expect(await service.database.webhookAttempt.count()).toBe(0);
  });
});

describe('a retry (DL14)', () => {
  const retry = (id: string, delivery: string) =>
    call('POST', `${WEBHOOKS}/${id}/deliveries/${delivery}/retry`);

  it('sends what succeeded again, with the same id, and a failed one changes nothing', async () => {
    const { id, path } = await createEndpoint();
    await createIntents(1);
    await deliver();
    const [{ id: delivery }] = (await deliveriesOf(id)).items;
    const asked = await retry(id, delivery);
    expect(asked.body.data).toMatchObject({ id: delivery, state: 'PENDING', attempts: 1 });
    fail();
    expect(await deliver()).toBe(1);
    const after = (await call('GET', `${WEBHOOKS}/${id}/deliveries/${delivery}`)).body.data;
    expect(after).toMatchObject({ state: 'SUCCEEDED', attempts: 2, lastStatus: 500 });
    expect(after.log.map(({ trigger }: any) => trigger)).toEqual(['SCHEDULE', 'RETRY']);
    const ids = receiver.at(path).map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([ids[0], ids[0]]);
    await pass(100_000);
    expect(await deliver()).toBe(0);
  });

  it('leaves the schedule of an open one as it was, and opens none for one that is over', async () => {
    fail();
    const { id } = await createEndpoint();
    await createIntents(1);
    await deliver();
    const [before] = (await deliveriesOf(id)).items;
    await retry(id, before.id);
    await retry(id, before.id);
    await pass(1);
    expect(await deliver()).toBe(1);
    const [after] = (await deliveriesOf(id)).items;
    expect(after).toEqual({ ...before, attempts: 2 });
    for (let round = 0; round < 9; round += 1) {
      await pass(86_400 * 1.3);
      await deliver();
    }
    const [over] = (await deliveriesOf(id)).items;
    expect(over).toMatchObject({ state: 'FAILED', attempts: 11 });
    await retry(id, before.id);
    expect(await deliver()).toBe(1);
    expect((await deliveriesOf(id)).items[0]).toMatchObject({ state: 'FAILED', attempts: 12 });
    succeed();
    await retry(id, before.id);
    await pass(2);
    await deliver();
    expect((await deliveriesOf(id)).items[0]).toMatchObject({ state: 'SUCCEEDED', attempts: 13 });
  });

  it('is refused while the endpoint is disabled', async () => {
    const { id } = await createEndpoint();
    await createIntents(1);
    await deliver();
    const [{ id: delivery }] = (await deliveriesOf(id)).items;
    await call('PUT', `${WEBHOOKS}/${id}`, { status: 'DISABLED' });
    const refused = await retry(id, delivery);
    expectError(refused, 'WEBHOOK_DISABLED');
    expect(refused.body.data).toEqual({ disabledReason: 'CALLER' });
  });
});

describe('a replay (DL15)', () => {
  const replayOf = async (id: string, body: object) => call('POST', `${WEBHOOKS}/${id}/replays`, body);
  const run = async (): Promise<void> => {
    for (let step = 0; step < 20; step += 1) {
      await delivering.replays.step();
      await deliver();
      await pass(0.5);
    }
  };

  it('sends what was missed, the oldest first, also what was never queued, at half the rate', async () => {
    const since = clock.now().toISOString();
    const { id, path } = await createEndpoint({ maxPerSecond: 4 });
    await createIntents(2);
    await deliverAll();
    await call('PUT', `${WEBHOOKS}/${id}`, { status: 'DISABLED' });
    const missed = await createIntents(5);
    await call('PUT', `${WEBHOOKS}/${id}`, { status: 'ENABLED' });
    await pass(1);
    receiver.received.length = 0;
    const made = await replayOf(id, { since });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      state: 'RUNNING',
      scope: 'missed',
      sent: 0,
      remaining: 7,
      types: ['*'],
    });
    const running = await replayOf(id, { since });
    expectError(running, 'REPLAY_RUNNING');
    expect(running.body.data).toEqual({ replayId: made.body.data.id });
    await delivering.replays.step();
    await delivering.replays.step();
    const path1 = `${WEBHOOKS}/${id}/replays/${made.body.data.id}`;
    expect((await call('GET', path1)).body.data).toMatchObject({ state: 'RUNNING', sent: 2 });
    await run();
    expect((await call('GET', path1)).body.data).toMatchObject({ state: 'DONE', sent: 5, remaining: 0 });
    expect(receiver.at(path).map(({ event }) => (event.data as any).intentId)).toEqual(missed);
    const { items } = await deliveriesOf(id, '?state=SUCCEEDED');
    expect(items).toHaveLength(7);
    const one = await call('GET', `${WEBHOOKS}/${id}/deliveries/${items[0].id}`);
    expect(one.body.data.log).toMatchObject([{ trigger: 'REPLAY', status: 204 }]);
  });

  it('sends all again when it is asked to, of the types and the time that it names', async () => {
    const { id, path } = await createEndpoint({ maxPerSecond: 50 });
    const [first] = await createIntents(1);
    await pass(1);
    const since = clock.now().toISOString();
    await pass(1);
    const [second] = await createIntents(1);
    await call('DELETE', `/api/v1/intents/${second}`);
    await publish();
    const until = clock.now().toISOString();
    await pass(1);
    await createIntents(1);
    await deliverAll();
    receiver.received.length = 0;
    await replayOf(id, { since, until, types: ['intent.deleted'], scope: 'all' });
    await run();
    expect(receiver.at(path).map(({ event }) => [event.type, (event.data as any).intentId])).toEqual([
      ['intent.deleted', second],
    ]);
    expect(first).not.toBe(second);
    receiver.received.length = 0;
    await replayOf(id, { since, scope: 'missed' });
    await run();
    expect(receiver.at(path)).toEqual([]);
  });

  it('ends when its endpoint is disabled, and leaves a failed attempt without a schedule', async () => {
    const { id } = await createEndpoint({ maxPerSecond: 2 });
    const since = clock.now().toISOString();
    await call('PUT', `${WEBHOOKS}/${id}`, { status: 'DISABLED' });
    await createIntents(3);
    await call('PUT', `${WEBHOOKS}/${id}`, { status: 'ENABLED' });
    await pass(1);
    fail();
    const made = await replayOf(id, { since });
    await delivering.replays.step();
    await deliver();
    expect((await deliveriesOf(id)).items).toMatchObject([{ state: 'FAILED', attempts: 1 }]);
    await call('PUT', `${WEBHOOKS}/${id}`, { status: 'DISABLED' });
    await pass(5);
    await delivering.replays.step();
    const shown = await call('GET', `${WEBHOOKS}/${id}/replays/${made.body.data.id}`);
    expect(shown.body.data.state).toBe('ENDED');
    expectError(await replayOf(id, { since }), 'WEBHOOK_DISABLED');
  });

  it.each([
    [{}, ['since']],
    [{ since: 'now' }, ['since']],
    [{ since: '2026-11-21', until: '2026-11-20' }, ['since']],
    [{ since: '2026-11-21', types: [] }, ['types']],
    [{ since: '2026-11-21', types: ['*'] }, ['types.0']],
    [{ since: '2026-11-21', scope: 'some' }, ['scope']],
  ])('is refused with %j', async (body, fields) => {
    const { id } = await createEndpoint();
    expect(fieldsOf(await replayOf(id, body))).toEqual(fields);
  });

  it('does not begin before the log', async () => {
    const { id } = await createEndpoint();
    const since = new Date(clock.now().getTime() - 31 * 86_400_000).toISOString();
    expectError(await replayOf(id, { since }), 'EVENTS_EXPIRED');
  });
});
