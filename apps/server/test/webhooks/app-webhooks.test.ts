import { WEBHOOK_LIMITS } from '@procurement-intents/contract/webhooks';
import { describe, expect, it } from 'vitest';
import { callBearer, expectBearerError } from '../support/bearer.ts';
import { intentBody } from '../support/intent-factory.ts';
import {
  actionsOf,
  admin,
  administer,
  newUrl,
  recordOf,
  register,
  useAppWebhooks,
} from './use-app-webhooks.ts';
import { verified } from './receiver.ts';
import {
  call,
  clock,
  createEndpoint,
  createIntent,
  deliver,
  pass,
  publish,
  receiver,
  service,
  signer,
  WEBHOOKS,
} from './use-webhooks.ts';

useAppWebhooks();

const withQuery = (secret: string) =>
  `https://erp.example.com/hooks/${clock.now().getTime()}?token=${secret}`;

describe('the webhook endpoints of an App, for administrators', () => {
  it('are those that the App sees, with the secret in the first answer alone', async () => {
    const { answer, secret, view, path } = await register({ description: 'ERP' });
    expect([answer.status, answer.headers.get('etag')]).toEqual([201, '"1"']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(secret).toMatch(/^whsec_/);
    const read = await administer('GET', path);
    expect([read.body, read.headers.get('etag')]).toEqual([view, '"1"']);
    expect((await call('GET', WEBHOOKS + path)).body.data).toEqual(view);
    const { id } = await createEndpoint();
    const { items } = (await administer('GET')).body;
    expect(items.map((one: { id: string }) => one.id)).toEqual([id, view.id]);
    expect((await call('GET', WEBHOOKS)).body.data).toEqual({ items });
    expect(JSON.stringify(items)).not.toContain('whsec_');
  });

  it('get events signed with that secret, and with two after a rotation', async () => {
    const { secret, path, receivedAt } = await register();
    const rotated = await administer('POST', `${path}/rotate-secret`, { body: { graceSeconds: 600 } });
    expect(rotated.headers.get('cache-control')).toBe('no-store');
    expect(rotated.headers.get('etag')).toBe('"2"');
    expect(Date.parse(rotated.body.expiresAt)).toBe(clock.now().getTime() + 600_000);
    await createIntent();
    await publish();
    await deliver();
    const [received] = receiver.at(receivedAt);
    for (const each of [secret, rotated.body.secret])
      expect(await verified(received!, each, clock.now())).toMatchObject({ type: 'intent.drafted' });
    const keyed = await register({ signature: 'v1a' });
    expect(keyed.secret).toBeUndefined();
    const other = await administer('POST', `${keyed.path}/rotate-secret`, { body: {} });
    expect(other.body.publicKey).toMatch(/^whpk_/);
    expect((await administer('GET', keyed.path)).body.publicKeys).toEqual([
      other.body.publicKey,
      ...keyed.view.publicKeys,
    ]);
  });

  it('are changed and deleted as the version that the caller knows', async () => {
    const { view, path } = await register();
    const body = { maxPerSecond: 3 };
    const changed = await administer('PATCH', path, { body, headers: { 'If-Match': '"1"' } });
    expect(changed.body).toMatchObject({ ...view, ...body, version: 2, updatedAt: expect.any(String) });
    expect(changed.headers.get('etag')).toBe('"2"');
    const stale = { headers: { 'If-Match': '"1"' } };
    for (const refused of [
      await administer('PATCH', path, { ...stale, body: {} }),
      await administer('POST', `${path}/rotate-secret`, { ...stale, body: {} }),
      await administer('DELETE', path, stale),
    ]) {
      expectBearerError(refused, 'conflict');
      expect(refused.body.error.current_version).toBe(2);
    }
    const gone = await administer('DELETE', path, { headers: { 'If-Match': '"2"' } });
    expect([gone.status, gone.body]).toEqual([204, undefined]);
    expectBearerError(await administer('GET', path), 'not_found');
  });

  it('are not found under another App, under none, or by ids that are none', async () => {
    const { path } = await register();
    const own = await service.addApp({});
    const delivery = `dlv_${'0'.repeat(32)}`;
    const since = { body: { since: clock.now().toISOString() } };
    const calls: [string, string, { body?: object }?][] = [
      ['GET', ''],
      ['PATCH', '', { body: { status: 'DISABLED' } }],
      ['DELETE', ''],
      ['POST', '/rotate-secret', { body: {} }],
      ['POST', '/test', { body: {} }],
      ['GET', '/deliveries'],
      ['GET', `/deliveries/${delivery}`],
      ['POST', `/deliveries/${delivery}/retry`],
      ['POST', '/replays', since],
      ['GET', `/replays/rpl_${'0'.repeat(32)}`],
    ];
    for (const [method, more, options] of calls) {
      for (const appId of [own.appId, 'app_nobody', '%00'])
        expectBearerError(await administer(method, path + more, { appId, ...options }), 'not_found');
      expectBearerError(await administer(method, `/whk_1${more}`, options), 'not_found');
    }
    for (const entry of [`/deliveries/${delivery}`, '/deliveries/dlv_1', '/replays/rpl_1'])
      expectBearerError(await administer('GET', path + entry), 'not_found');
    for (const appId of ['app_nobody', '%00']) {
      expectBearerError(await administer('GET', '', { appId }), 'not_found');
      expectBearerError(await administer('POST', '', { appId, body: { url: newUrl() } }), 'not_found');
    }
    expect(await service.database.webhookEndpoint.count()).toBe(1);
  });

  it('get events while the App may read intents, whoever registered them', async () => {
    const app = await service.addApp({ permissions: ['intents:write'] });
    const { appId } = app;
    const url = newUrl();
    expect((await administer('POST', '', { appId, body: { url } })).status).toBe(201);
    const happen = async () => {
      clock.advance(1000);
      const body = { ...intentBody(service), draft: true };
      await service.call('POST', '/api/v1/intents', { signer: app, body });
      await publish();
      await deliver();
      return receiver.at(new URL(url).pathname).map(({ event }) => event.sequence);
    };
    expect(await happen()).toEqual([]);
    const permissions = ['intents:read', 'intents:write'];
    await callBearer(service, 'PATCH', `/v1/apps/${appId}`, {
      credential: admin.token,
      body: { permissions },
    });
    expect(await happen()).toEqual([2]);
  });

  it('say by a conflict what stands against a change', async () => {
    const { view, path } = await register();
    const same = await administer('POST', '', { body: { url: view.url } });
    expectBearerError(same, 'conflict');
    expect(same.body.error.id).toBe(view.id);
    const other = await register();
    const taken = await administer('PATCH', other.path, { body: { url: view.url } });
    expect(taken.body.error).toMatchObject({ code: 'conflict', id: view.id });
    expect((await administer('GET', other.path)).body.version).toBe(1);
    const since = clock.now().toISOString();
    const old = await administer('POST', `${path}/replays`, { body: { since: '2020-01-01' } });
    expect(old.body.error).toMatchObject({ code: 'conflict', oldest_cursor: '0' });
    await administer('PATCH', path, { body: { status: 'DISABLED' } });
    const closed = await administer('POST', `${path}/replays`, { body: { since } });
    expect(closed.body.error).toMatchObject({ code: 'conflict', disabled_reason: 'CALLER' });
    for (let count = 2; count < WEBHOOK_LIMITS.endpoints; count += 1) await register();
    const full = await administer('POST', '', { body: { url: newUrl() } });
    expect(full.body.error).toMatchObject({ code: 'conflict', limit: WEBHOOK_LIMITS.endpoints });
    const wrong = await administer('POST', '', { body: { url: 'https://10.0.0.1/' } });
    expectBearerError(wrong, 'validation_failed');
    expect(wrong.body.error.errors).toEqual([{ field: 'url', message: expect.any(String) }]);
  });

  it('are tested six times a minute, whoever asks', async () => {
    const { path, receivedAt } = await register({ status: 'DISABLED' });
    const ask = () => administer('POST', `${path}/test`, { body: { type: 'intent.failed' } });
    expect((await ask()).body).toEqual({ status: 204, durationMs: expect.any(Number) });
    for (let count = 2; count <= WEBHOOK_LIMITS.testsPerMinute; count += 1)
      expect((await call('POST', `${WEBHOOKS}${path}/test`, {})).status).toBe(200);
    const seventh = await ask();
    expectBearerError(seventh, 'rate_limited');
    expect(Number(seventh.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(receiver.at(receivedAt)).toHaveLength(WEBHOOK_LIMITS.testsPerMinute);
    await pass(60);
    expect((await ask()).status).toBe(200);
  });
});

describe('the record of changes of endpoints', () => {
  it('has every change with who made it, and neither a secret nor the query of an address', async () => {
    const canary = 'canary-of-a-receiver';
    const { view, secret, path } = await register({ url: withQuery(canary) });
    const url = withQuery(`${canary}-2`);
    await administer('PATCH', path, { body: { url, maxPerSecond: 2 } });
    await administer('PATCH', path, { body: { maxPerSecond: 2 } });
    await administer('PATCH', path, { body: { status: 'DISABLED' } });
    await administer('PATCH', path, { body: { status: 'ENABLED' } });
    const rotated = await administer('POST', `${path}/rotate-secret`, { body: { graceSeconds: 0 } });
    await administer('DELETE', path);
    const events = await recordOf(view.id);
    expect(events.map(({ action }) => action)).toEqual(
      ['created', 'updated', 'disabled', 'enabled', 'secret_rotated', 'deleted'].map(
        (verb) => `webhook.${verb}`,
      ),
    );
    for (const event of events)
      expect(event).toMatchObject({ actorKind: 'user', actorId: admin.id, ip: '127.0.0.1' });
    const [created, updated, disabled, , secretRotated, deleted] = events;
    const shown = (address: string) => address.replace(/\?.*$/, '?…');
    expect(created).toMatchObject({
      before: null,
      after: { appId: signer.appId, url: shown(view.url), status: 'ENABLED' },
    });
    expect(updated).toMatchObject({
      before: { url: shown(view.url), maxPerSecond: 25 },
      after: { url: shown(url), maxPerSecond: 2 },
    });
    expect(disabled).toMatchObject({ before: { status: 'ENABLED' }, after: { status: 'DISABLED' } });
    expect(secretRotated?.after).toEqual({ appId: signer.appId, oldSecretExpiresAt: null });
    expect(deleted).toMatchObject({ before: { appId: signer.appId, maxPerSecond: 2 }, after: null });
    const text = JSON.stringify(events);
    for (const each of [canary, secret, rotated.body.secret]) {
      expect(each.length).toBeGreaterThan(10);
      expect(text).not.toContain(each);
    }
    const log = `/v1/audit-log?filter[subjectId]=${view.id}`;
    const { body } = await callBearer(service, 'GET', log, { credential: admin.token });
    expect(body.items).toHaveLength(events.length);
  });

  it('has nothing of what was refused or changed nothing, nor of what the App does itself', async () => {
    const { view, path } = await register();
    const { id } = await createEndpoint();
    await administer('POST', '', { body: { url: view.url } });
    await administer('PATCH', `/${id}`, { body: { url: view.url } });
    await administer('PATCH', path, { body: { maxPerSecond: 3 }, headers: { 'If-Match': '"9"' } });
    await administer('PATCH', path, { body: {} });
    await administer('POST', `${path}/test`, { body: {} });
    await call('PUT', WEBHOOKS + path, { maxPerSecond: 7 });
    expect(await actionsOf(view.id)).toEqual(['created']);
    expect(await actionsOf(id)).toEqual([]);
  });

  it('has each of the changes at once, once', async () => {
    const { view, path } = await register();
    const changes = Array.from({ length: 6 }, (_, index) =>
      administer('PATCH', path, { body: { maxPerSecond: index + 1 } }),
    );
    for (const { status } of await Promise.all(changes)) expect(status).toBe(200);
    expect((await administer('GET', path)).body.version).toBe(7);
    const events = (await recordOf(view.id)).map(({ before, after }) => ({ before, after }) as any);
    expect(events).toHaveLength(7);
    const rates = new Map(
      events.slice(1).map(({ before, after }) => [before.maxPerSecond, after.maxPerSecond]),
    );
    // Each began with what the one before it left.
    let rate = 25;
    for (let count = 1; count <= 6; count += 1) rate = rates.get(rate);
    expect(rate).toBe((await administer('GET', path)).body.maxPerSecond);
  });

  it('stands in the transaction of the change: without it nothing changes', async () => {
    const { view, path } = await register();
    await createIntent();
    await publish();
    await deliver();
    const [{ id: delivery }] = (await administer('GET', `${path}/deliveries`)).body.items;
    const stored = async () => ({
      endpoints: await service.database.webhookEndpoint.findMany(),
      secrets: await service.database.webhookSecret.findMany(),
      deliveries: await service.database.webhookDelivery.findMany(),
      replays: await service.database.webhookReplay.count(),
    });
    const before = await stored();
    await service.database.$executeRaw`ALTER TABLE "audit_events" RENAME TO "audit_events_away"`;
    try {
      for (const answer of [
        await administer('POST', '', { body: { url: newUrl() } }),
        await administer('PATCH', path, { body: { status: 'DISABLED' } }),
        await administer('POST', `${path}/rotate-secret`, { body: {} }),
        await administer('DELETE', path),
        await administer('POST', `${path}/deliveries/${delivery}/retry`),
        await administer('POST', `${path}/replays`, { body: { since: view.createdAt } }),
      ])
        expectBearerError(answer, 'internal');
    } finally {
      await service.database.$executeRaw`ALTER TABLE "audit_events_away" RENAME TO "audit_events"`;
    }
    expect(await stored()).toEqual(before);
  });
});
