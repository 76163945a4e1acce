import { describe, expect, it } from 'vitest';
import { expectBearerError } from '../support/bearer.ts';
import { actionsOf, administer, newUrl, recordOf, register, useAppWebhooks } from './use-app-webhooks.ts';
import {
  call,
  clock,
  createEndpoint,
  createIntent,
  deliver,
  deliveriesOf,
  delivering,
  fail,
  pass,
  publish,
  receiver,
  service,
  signer,
  succeed,
  WEBHOOKS,
} from './use-webhooks.ts';

useAppWebhooks();

const underKey = (key: string, body: object) => ({ body, headers: { 'Idempotency-Key': key } });

describe('a create under an Idempotency-Key', () => {
  it('registers one endpoint, and shows its secret the first time alone', async () => {
    const options = underKey('webhook-1', { url: newUrl() });
    const first = await administer('POST', '', options);
    const { secret, ...view } = first.body;
    expect(secret).toMatch(/^whsec_/);
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    const again = await administer('POST', '', options);
    expect([again.status, again.body]).toEqual([201, view]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await actionsOf(view.id)).toEqual(['created']);
    expectBearerError(await administer('POST', '', underKey('webhook-1', { url: newUrl() })), 'conflict');
    const { appId } = await service.addApp({});
    expectBearerError(await administer('POST', '', { ...options, appId }), 'conflict');
    expect(await service.database.webhookEndpoint.count()).toBe(1);
  });

  it('registers one endpoint for calls at once', async () => {
    const options = underKey('webhook-2', { url: newUrl() });
    const answers = await Promise.all(Array.from({ length: 8 }, () => administer('POST', '', options)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(answers.filter(({ body }) => body.secret !== undefined)).toHaveLength(1);
  });

  it.each([
    ['the administrator', 'webhook-3', (path: string) => administer('DELETE', path)],
    ['the App', 'webhook-4', (path: string) => call('DELETE', WEBHOOKS + path)],
  ])('makes another endpoint once %s has deleted the first', async (_who, key, remove) => {
    const options = underKey(key, { url: newUrl() });
    const first = await administer('POST', '', options);
    await remove(`/${first.body.id}`);
    const second = await administer('POST', '', options);
    expect(second.body.secret).toMatch(/^whsec_/);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('takes no key when it is refused', async () => {
    const { view, path } = await register();
    const options = underKey('webhook-5', { url: view.url });
    expectBearerError(await administer('POST', '', options), 'conflict');
    await administer('DELETE', path);
    expect((await administer('POST', '', options)).body.secret).toMatch(/^whsec_/);
  });

  it('begins one replay, also while that runs', async () => {
    const { view, path } = await register();
    await createIntent();
    await publish();
    const options = underKey('replay-1', { since: view.createdAt, scope: 'all' });
    const first = await administer('POST', `${path}/replays`, options);
    expect([first.status, first.body.state]).toEqual([201, 'RUNNING']);
    const again = await administer('POST', `${path}/replays`, options);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await administer(
      'POST',
      `${path}/replays`,
      underKey('replay-2', { since: view.createdAt }),
    );
    expectBearerError(other, 'conflict');
    expect(other.body.error.replay_id).toBe(first.body.id);
    const without = await administer('POST', `${path}/replays`, { body: { since: view.createdAt } });
    expect(without.body.error.replay_id).toBe(first.body.id);
    const changed = underKey('replay-1', { since: view.createdAt });
    expectBearerError(await administer('POST', `${path}/replays`, changed), 'conflict');
    const elsewhere = await register();
    expectBearerError(await administer('POST', `${elsewhere.path}/replays`, options), 'conflict');
    await service.database.webhookReplay.updateMany({ data: { state: 'DONE', nextAt: null } });
    expect((await administer('POST', `${path}/replays`, options)).body.id).toBe(first.body.id);
    expect(await service.database.webhookReplay.count()).toBe(1);
  });

  it('begins one replay for calls at once', async () => {
    const { view, path } = await register();
    await createIntent();
    await publish();
    const options = underKey('replay-3', { since: view.createdAt, scope: 'all' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => administer('POST', `${path}/replays`, options)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await actionsOf(view.id)).toEqual(['created', 'replay_begun']);
  });
});

describe('the log of an endpoint, for administrators', () => {
  it('is the one that the App reads, page by page and entry by entry', async () => {
    const { view, path } = await register({ maxPerSecond: 50 });
    for (let count = 0; count < 3; count += 1) await createIntent();
    await publish();
    await deliver();
    await pass(1);
    await deliver();
    const page = (await administer('GET', `${path}/deliveries?limit=2`)).body;
    expect(page).toEqual(await deliveriesOf(view.id, '?limit=2'));
    expect(page.items.map(({ sequence }: { sequence: number }) => sequence)).toEqual([3, 2]);
    const next = await administer('GET', `${path}/deliveries?limit=2&cursor=${page.nextCursor}`);
    expect(next.body).toMatchObject({ items: [{ sequence: 1 }], nextCursor: null });
    expectBearerError(await administer('GET', `${path}/deliveries?cursor=x`), 'validation_failed');
    expectBearerError(await administer('GET', `${path}/deliveries?page=2`), 'validation_failed');
    const entry = `${path}/deliveries/${page.items[0].id}`;
    expect((await administer('GET', entry)).body).toEqual((await call('GET', WEBHOOKS + entry)).body.data);
  });

  it('sends a delivery again, with a record of it when it was not under way', async () => {
    const { view, path, receivedAt } = await register();
    await createIntent();
    await publish();
    await deliver();
    const [{ id: delivery }] = (await administer('GET', `${path}/deliveries`)).body.items;
    const entry = `${path}/deliveries/${delivery}`;
    const asked = await administer('POST', `${entry}/retry`);
    expect(asked.body).toMatchObject({ id: delivery, state: 'PENDING', attempts: 1 });
    await deliver();
    expect(receiver.at(receivedAt)).toHaveLength(2);
    const dueAt = new Date(clock.now().getTime() + 30_000);
    await service.database.webhookDelivery.updateMany({ data: { isSending: true, dueAt } });
    expect((await administer('POST', `${entry}/retry`)).status).toBe(200);
    const events = (await recordOf(view.id)).slice(1);
    expect(events).toMatchObject([
      { action: 'webhook.delivery_retried', after: { appId: signer.appId, deliveryId: delivery } },
    ]);
    await administer('PATCH', path, { body: { status: 'DISABLED' } });
    const refused = await administer('POST', `${entry}/retry`);
    expect(refused.body.error).toMatchObject({ code: 'conflict', disabled_reason: 'CALLER' });
  });

  it('replays what was missed, with a record of it', async () => {
    fail();
    const { id, path } = await createEndpoint();
    const since = (await administer('GET', `/${id}`)).body.createdAt as string;
    await createIntent();
    await publish();
    await deliver();
    succeed();
    const begun = await administer('POST', `/${id}/replays`, { body: { since } });
    expect(begun.body).toMatchObject({ state: 'RUNNING', types: ['*'], scope: 'missed', sent: 0 });
    const read = `/${id}/replays/${begun.body.id}`;
    expect((await administer('GET', read)).body).toEqual((await call('GET', WEBHOOKS + read)).body.data);
    expect(await recordOf(id)).toMatchObject([
      {
        action: 'webhook.replay_begun',
        after: { appId: signer.appId, replayId: begun.body.id, since, types: ['*'], scope: 'missed' },
      },
    ]);
    expect(receiver.at(path)).toHaveLength(1);
  });
});

// The last one: the token of the administrator ends before its time does.
describe('the key of a replay', () => {
  it('is kept for as long as the replay is', async () => {
    const begin = async (path: string, key: string) => {
      const { createdAt: since } = (await administer('GET', path)).body;
      return (await administer('POST', `${path}/replays`, underKey(key, { since }))).body.id;
    };
    const [one, other] = [await register(), await register()];
    const old = [await begin(one.path, 'replay-4'), await begin(other.path, 'replay-5')];
    const kept = () => service.database.idempotentCreate.count({ where: { resourceId: { in: old } } });
    expect(await kept()).toBe(2);
    await administer('DELETE', one.path);
    expect(await kept()).toBe(1);
    await pass(31 * 86_400);
    await delivering.sweeps.forgetReplays(30);
    expect(await kept()).toBe(0);
  });
});
