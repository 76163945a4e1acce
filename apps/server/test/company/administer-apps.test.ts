import { DEFAULT_PERMISSIONS } from '@procurement-intents/contract';
import { bearerContract } from '@procurement-intents/contract/bearer';
import { beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  addPerson,
  type BearerAnswer,
  type BearerCall,
  callBearer,
  expectBearerError,
} from '../support/bearer.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

let admin: { id: string; token: string };
beforeAll(async () => {
  admin = await addPerson(service, ['admin']);
});

const APPS = '/v1/apps';
const call = (method: string, path: string, options: BearerCall = {}): Promise<BearerAnswer> =>
  callBearer(service, method, path, { credential: admin.token, ...options });
let made = 0;
const newApp = (more = {}) => ({ name: `ERP ${(made += 1)}`, ...more });
const expectShape = (schema: unknown, answer: BearerAnswer) =>
  expect((schema as z.ZodType).parse(answer.body)).toEqual(answer.body);
const secretsOf = async (appId: string) => {
  const rows = await service.database.appSecret.findMany({ where: { appId }, orderBy: { createdAt: 'asc' } });
  return rows.map(({ ciphertext, expiresAt }) => ({
    secret: service.appsDeps.secretBox.open(ciphertext, appId),
    expiresAt,
  }));
};

it('refuses the next call of an App that this process has disabled, without waiting for a cache', async () => {
  const { id, secret } = (await call('POST', APPS, { body: newApp() })).body;
  const signer = { appId: id, appSecret: secret };
  const read = async () => (await service.call('GET', '/api/v1/intents', { signer })).status;
  expect(await read()).toBe(200);
  await call('POST', `${APPS}/${id}/disable`);
  expect(await read()).toBe(401);
  await call('POST', `${APPS}/${id}/enable`);
  expect(await read()).toBe(200);
});

it('registers, reads, changes, disables and enables an App, each with its record', async () => {
  const added = await call('POST', APPS, { body: newApp({ ipAllowList: ['198.51.100.0/24'] }) });
  expect(added.status).toBe(201);
  expectShape(bearerContract.createApp.responses[201], added);
  expect(added.headers.get('cache-control')).toBe('no-store');
  const { secret, ...app } = added.body;
  expect(app).toMatchObject({
    permissions: [...DEFAULT_PERMISSIONS],
    ipAllowList: ['198.51.100.0/24'],
    version: 1,
  });
  const path = `${APPS}/${app.id}`;
  const read = await call('GET', path);
  expect([read.body, read.headers.get('etag')]).toEqual([app, '"1"']);
  expect(await secretsOf(app.id)).toEqual([{ secret, expiresAt: null }]);

  const body = { ...newApp(), permissions: ['intents:read'], ipAllowList: [] };
  const changed = await call('PATCH', path, { body, headers: { 'If-Match': '"1"' } });
  expect(changed.body).toEqual({ ...app, ...body, version: 2, updatedAt: clock.now().toISOString() });
  expect((await call('PATCH', path, { body: {} })).body.version).toBe(2);
  for (const [method, action] of [
    ['POST', '/disable'],
    ['PATCH', ''],
  ] as const) {
    const options = { headers: { 'If-Match': '"1"' }, ...(method === 'PATCH' && { body: {} }) };
    const stale = await call(method, path + action, options);
    expectBearerError(stale, 'conflict');
    expect(stale.body.error.current_version).toBe(2);
  }
  const disabled = await call('POST', `${path}/disable`);
  expect(disabled.body).toMatchObject({ version: 3, disabledAt: clock.now().toISOString() });
  expect((await call('POST', `${path}/disable`)).body.version).toBe(3);
  expect((await call('POST', `${path}/enable`)).body).not.toHaveProperty('disabledAt');

  const events = await service.database.auditEvent.findMany({
    where: { subjectId: app.id },
    orderBy: { id: 'asc' },
  });
  expect(events.map(({ action }) => action)).toEqual(
    ['created', 'updated', 'disabled', 'enabled'].map((verb) => `app.${verb}`),
  );
  for (const event of events) expect(event).toMatchObject({ actorId: admin.id, ip: '127.0.0.1' });
  expect(events[1]).toMatchObject({ before: { name: app.name }, after: { name: body.name } });
  expect(JSON.stringify(events)).not.toContain(secret);
});

it('shows all that a form of an App changes: in the list, in each answer and in the record', async () => {
  const body = newApp({ ipAllowList: ['198.51.100.0/24'], archiveAfterDays: 90 });
  const options = { body, headers: { 'Idempotency-Key': 'app-of-a-form' } };
  const { secret: _, ...app } = (await call('POST', APPS, options)).body;
  const { body: page } = await call('GET', `${APPS}?filter[name]=${encodeURIComponent(body.name)}`);
  expect(app.archiveAfterDays).toBe(90);
  expect(page.items).toEqual([app]);
  const path = `${APPS}/${app.id}`;
  const answers = [
    await call('POST', APPS, options),
    await call('GET', path),
    await call('PATCH', path, { body: { ipAllowList: [] } }),
    await call('POST', `${path}/rotate-secret`, { body: {} }),
    await call('POST', `${path}/disable`),
    await call('POST', `${path}/enable`),
  ];
  expect(answers.map((answer) => answer.body.archiveAfterDays)).toEqual(answers.map(() => 90));
  const events = await service.database.auditEvent.findMany({
    where: { subjectId: app.id, action: { not: 'app.created' } },
  });
  const shown = { archiveAfterDays: 90 };
  for (const event of events) expect(event).toMatchObject({ before: shown, after: shown });
  expect(events).toHaveLength(4);
});

it('gives an App a new secret, with the old one for a while', async () => {
  const { secret, ...app } = (await call('POST', APPS, { body: newApp() })).body;
  const path = `${APPS}/${app.id}/rotate-secret`;
  const options = { body: { overlapSeconds: 60 }, headers: { 'If-Match': '"1"' } };
  const rotated = await call('POST', path, options);
  expectShape(bearerContract.rotateAppSecret.responses[200], rotated);
  expect(rotated.headers.get('cache-control')).toBe('no-store');
  const both = [
    { secret, expiresAt: new Date(clock.now().getTime() + 60_000) },
    { secret: rotated.body.secret, expiresAt: null },
  ];
  expect(await secretsOf(app.id)).toEqual(expect.arrayContaining(both));
  expectBearerError(await call('POST', path, options), 'conflict');
  expect(await secretsOf(app.id)).toHaveLength(2);
  expectBearerError(await call('POST', path, { body: { overlapSeconds: -1 } }), 'validation_failed');
});

it('registers an App once under an Idempotency-Key, and shows its secret the first time alone', async () => {
  const options = { body: newApp(), headers: { 'Idempotency-Key': 'app-1' } };
  const { secret, ...app } = (await call('POST', APPS, options)).body;
  expect(secret).toMatch(/^[\w-]{43}$/);
  const replay = await call('POST', APPS, options);
  expect(replay.body).toEqual(app);
  expect(replay.headers.get('idempotency-replayed')).toBe('true');
  expect(await secretsOf(app.id)).toEqual([{ secret, expiresAt: null }]);
  expectBearerError(await call('POST', APPS, { ...options, body: newApp() }), 'conflict');
});

it('refuses a name that is taken, also in a change', async () => {
  const [first, second] = [newApp(), newApp()];
  await call('POST', APPS, { body: first });
  const { id } = (await call('POST', APPS, { body: second })).body;
  for (const answer of [
    await call('POST', APPS, { body: first }),
    await call('PATCH', `${APPS}/${id}`, { body: { name: first.name } }),
  ]) {
    expectBearerError(answer, 'conflict');
    expect(answer.body.error.reason).toBe('the name is taken');
  }
});

it.each([
  [{ name: '' }, 'name'],
  [{ name: 'a\u2028b' }, 'name'],
  [{ ipAllowList: ['host', '198.51.100.1', '10.1/16'] }, 'ipAllowList.0', 'ipAllowList.2'],
  [{ permissions: ['intents:all'] }, 'permissions.0'],
  [{ webhookUrl: 'https://a.example' }, 'webhookUrl'],
])('refuses %j, and changes nothing', async (more, ...fields) => {
  const { id, ...before } = (await call('POST', APPS, { body: newApp() })).body;
  const answers = [
    await call('POST', APPS, { body: newApp(more) }),
    await call('PATCH', `${APPS}/${id}`, { body: more }),
  ];
  for (const answer of answers) {
    expectBearerError(answer, 'validation_failed');
    expect(answer.body.error.errors.map((problem: { field: string }) => problem.field)).toEqual(fields);
  }
  expect((await call('GET', `${APPS}/${id}`)).body.version).toBe(before.version);
});

it('knows no App by an id of another form, or of none', async () => {
  for (const id of ['app_none', 'a%20b', 'x'.repeat(65)]) {
    expectBearerError(await call('GET', `${APPS}/${id}`), 'not_found');
    expectBearerError(await call('POST', `${APPS}/${id}/disable`), 'not_found');
    expectBearerError(await call('POST', `${APPS}/${id}/rotate-secret`, { body: {} }), 'not_found');
  }
});
