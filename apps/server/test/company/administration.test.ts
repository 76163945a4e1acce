import { hash } from 'node:crypto';
import { bearerContract } from '@procurement-intents/contract/bearer';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import {
  addKey,
  addPerson,
  type BearerAnswer,
  type BearerCall,
  callBearer,
  expectBearerError,
  PASSWORD,
} from '../support/bearer.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

let admin: { id: string; username: string; token: string };
beforeAll(async () => {
  admin = await addPerson(service, ['admin']);
});

/** As the administrator, whose session is opened again when the clock of the tests has ended it. */
async function call(method: string, path: string, options: BearerCall = {}): Promise<BearerAnswer> {
  return callBearer(service, method, path, { credential: admin.token, ...options });
}

let made = 0;
const newUser = (more = {}) => ({
  username: `person-${(made += 1)}`,
  password: PASSWORD,
  displayName: '李四',
  scopes: ['read:suppliers', 'read:orders'],
  ...more,
});
const expectShape = (schema: unknown, answer: BearerAnswer) =>
  expect((schema as z.ZodType).parse(answer.body)).toEqual(answer.body);

describe('users', () => {
  it('are neither made nor given a password by an administrator who is disabled meanwhile', async () => {
    const other = await addPerson(service, ['admin']);
    const { id } = await addPerson(service, []);
    const { passwords } = service.bearer.identity;
    const hashPassword = passwords.hash.bind(passwords);
    for (const [path, body] of [
      ['/v1/users', newUser({ scopes: ['admin'] })],
      [`/v1/users/${id}/reset-password`, { password: `${PASSWORD}!` }],
    ] as const) {
      await service.database.user.update({ where: { id: other.id }, data: { disabledAt: null } });
      const users = await service.database.user.findMany({ select: { id: true, passwordHash: true } });
      vi.spyOn(passwords, 'hash').mockImplementationOnce(async (password, options) => {
        await service.database.user.update({ where: { id: other.id }, data: { disabledAt: clock.now() } });
        return hashPassword(password, options);
      });
      expectBearerError(await call('POST', path, { credential: other.token, body }), 'unauthorized');
      expect(await service.database.user.findMany({ select: { id: true, passwordHash: true } })).toEqual(
        users,
      );
    }
  });

  it('are added, read, changed, disabled and enabled', async () => {
    const body = newUser({ approvalLimit: 50_000.55, locale: 'en' });
    const added = await call('POST', '/v1/users', { body });
    expect(added.status).toBe(201);
    expectShape(bearerContract.createUser.responses[201], added);
    const { id, password: _, ...shown } = { id: added.body.id as string, ...body };
    expect(added.body).toMatchObject({ ...shown, version: 1 });
    expect(added.headers.get('etag')).toBe('"1"');
    const path = `/v1/users/${id}`;
    expect((await call('GET', path)).body).toEqual(added.body);

    const changed = await call('PATCH', path, { body: { scopes: ['read:orders'], approvalLimit: null } });
    expect(changed.body).toMatchObject({ scopes: ['read:orders'], version: 2 });
    expect(changed.body).not.toHaveProperty('approvalLimit');
    const disabled = await call('POST', `${path}/disable`, { headers: { 'If-Match': '"2"' } });
    expect(disabled.body).toMatchObject({ version: 3, disabledAt: clock.now().toISOString() });
    expect((await call('POST', `${path}/disable`)).body.version).toBe(3);
    const stale = await call('POST', `${path}/enable`, { headers: { 'If-Match': '"2"' } });
    expectBearerError(stale, 'conflict');
    expect(stale.body.error.current_version).toBe(3);
    const enabled = await call('POST', `${path}/enable`);
    expect(enabled.body).not.toHaveProperty('disabledAt');
  });

  it('are not found by another id', async () => {
    for (const id of ['usr_1', `usr_${'0'.repeat(32)}`, '%00']) {
      expectBearerError(await call('GET', `/v1/users/${id}`), 'not_found');
      expectBearerError(await call('POST', `/v1/users/${id}/disable`), 'not_found');
    }
  });

  it('keep their username to themselves, whatever its case', async () => {
    const body = newUser();
    await call('POST', '/v1/users', { body });
    const again = await call('POST', '/v1/users', {
      body: { ...body, username: body.username.toUpperCase() },
    });
    expectBearerError(again, 'conflict');
  });

  it.each([
    [{ username: 'a b' }, 'username'],
    [{ username: '用户' }, 'username'],
    [{ username: 'x'.repeat(65) }, 'username'],
    [{ password: 'too short' }, 'password'],
    [{ password: 'x'.repeat(129) }, 'password'],
    [{ scopes: ['everything'] }, 'scopes.0'],
    [{ scopes: 'admin' }, 'scopes'],
    [{ approvalLimit: 0.001 }, 'approvalLimit'],
    [{ approvalLimit: -1 }, 'approvalLimit'],
    [{ locale: 'fr' }, 'locale'],
    [{ id: 'usr_mine' }, 'id'],
  ])('are refused with %j', async (more, field) => {
    const answer = await call('POST', '/v1/users', { body: newUser(more) });
    expectBearerError(answer, 'validation_failed');
    expect(answer.body.error.errors).toMatchObject([{ field }]);
  });

  it('get a new password, which ends their sessions', async () => {
    const person = await addPerson(service, []);
    const password = 'given by the administrator';
    const path = `/v1/users/${person.id}/reset-password`;
    expect((await call('POST', path, { body: { password } })).status).toBe(200);
    const profile = await callBearer(service, 'GET', '/v1/profile', { credential: person.token });
    expectBearerError(profile, 'unauthorized');
    const body = { username: person.username, password };
    expect((await callBearer(service, 'POST', '/auth/login', { body })).status).toBe(200);
  });

  it('always have an administrator among them', async () => {
    const { database } = service;
    const [first, second] = [await addPerson(service, ['admin']), await addPerson(service, ['admin'])];
    // Keys outlive the disabling of their maker; sessions do not.
    const keys = [await addKey(service, first.id, ['admin']), await addKey(service, second.id, ['admin'])];
    const both = { id: { in: [first.id, second.id] } };
    const disable = (who: number, id: string) =>
      callBearer(service, 'POST', `/v1/users/${id}/disable`, { credential: keys[who]?.key });
    const enabled = { where: { scopes: { has: 'admin' }, disabledAt: null } };
    const others = { scopes: { has: 'admin' }, NOT: both };
    const ids = (await database.user.findMany({ where: others })).map(({ id }) => id);
    await database.user.updateMany({ where: others, data: { scopes: [] } });
    try {
      // Each of the last two ends the other at the same moment, many times over.
      for (let round = 0; round < 25; round += 1) {
        const answers = await Promise.all([disable(0, second.id), disable(1, first.id)]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        expect(await database.user.count(enabled)).toBe(1);
        await database.user.updateMany({ where: both, data: { disabledAt: null } });
      }
      await disable(0, second.id);
      expectBearerError(await disable(0, first.id), 'conflict');
    } finally {
      await database.user.updateMany({ where: { id: { in: ids } }, data: { scopes: ['admin'] } });
    }
  });
});

describe('a create under an Idempotency-Key (B7)', () => {
  it('is made once, of ten calls at once too', async () => {
    const body = newUser();
    const headers = { 'Idempotency-Key': 'one-user' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('POST', '/v1/users', { body, headers })),
    );
    const served = answers.filter(({ status }) => status === 201);
    // Others may have waited too long for the first of them.
    for (const { status } of answers) expect([201, 429, 503]).toContain(status);
    expect(new Set(served.map((answer) => answer.body.id)).size).toBe(1);
    const replay = await call('POST', '/v1/users', { body, headers });
    expect(replay).toMatchObject({ status: 201, body: { id: served[0]?.body.id } });
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    expectBearerError(await call('POST', '/v1/users', { body: newUser(), headers }), 'conflict');
  });

  it('is another request with another password, of which nothing is stored that is quick to guess', async () => {
    const body = newUser();
    const headers = { 'Idempotency-Key': 'one-password' };
    const { id } = (await call('POST', '/v1/users', { body, headers })).body;
    const another = { ...body, password: `${PASSWORD}!` };
    expectBearerError(await call('POST', '/v1/users', { body: another, headers }), 'conflict');
    expect((await call('POST', '/v1/users', { body, headers })).body.id).toBe(id);
    const { database } = service;
    const [row] = await database.idempotentCreate.findMany({ where: { resourceId: id } });
    const { password, ...shown } = body;
    const sha256 = (value: unknown) => hash('sha256', JSON.stringify(value), 'base64url');
    const plain = sha256(['createUser', shown]);
    for (const guess of [plain, sha256(['createUser', body]), sha256([plain, password])])
      expect(row?.requestHash).not.toBe(guess);
    const user = await database.user.findUniqueOrThrow({ where: { id } });
    expect(row?.requestHash).toBe(sha256([plain, user.passwordHash]));
    expect(user.passwordHash).toMatch(/^\$argon2id\$/);
  });

  it('gives the same password another hash under another key', async () => {
    const ids = await Promise.all(
      ['salt-1', 'salt-2'].map(async (key) => {
        const headers = { 'Idempotency-Key': key };
        return (await call('POST', '/v1/users', { body: newUser(), headers })).body.id as string;
      }),
    );
    const users = await service.database.user.findMany({ where: { id: { in: ids } } });
    expect(new Set(users.map(({ passwordHash }) => passwordHash)).size).toBe(2);
  });

  it('shows an API key the first time alone', async () => {
    const options = { body: { name: 'once', scopes: [] }, headers: { 'Idempotency-Key': 'key-1' } };
    const first = await call('POST', '/v1/api-keys', options);
    const second = await call('POST', '/v1/api-keys', options);
    expect(first.body.key).toMatch(/^ak_test_/);
    expect(second.body).toMatchObject({ id: first.body.id });
    expect(second.body).not.toHaveProperty('key');
  });

  it('needs a key of visible ASCII', async () => {
    const headers = { 'Idempotency-Key': 'x'.repeat(256) };
    expectBearerError(await call('POST', '/v1/users', { body: newUser(), headers }), 'validation_failed');
  });
});

describe('API keys', () => {
  it('are made, read without the key, and revoked', async () => {
    const body = { name: 'ERP', scopes: ['read:orders'], ipAllowList: ['127.0.0.0/8'] };
    const added = await call('POST', '/v1/api-keys', { body });
    expect(added.status).toBe(201);
    expect(added.headers.get('cache-control')).toBe('no-store');
    expectShape(bearerContract.createApiKey.responses[201], added);
    const { key, ...row } = added.body;
    expect(row).toMatchObject({ ...body, userId: admin.id, hint: key.slice(0, 12) });
    const path = `/v1/api-keys/${row.id}`;
    expect((await call('GET', path)).body).toEqual(row);
    const profile = () => callBearer(service, 'GET', '/v1/profile', { credential: key });
    expect((await profile()).body.scopes).toEqual(['read:orders']);
    await expect.poll(async () => (await call('GET', path)).body.lastUsedAt).toBe(clock.now().toISOString());
    expect((await call('DELETE', path)).status).toBe(204);
    expectBearerError(await profile(), 'unauthorized');
    expect((await call('GET', path)).body.revokedAt).toBe(clock.now().toISOString());
    expect((await call('DELETE', path)).status).toBe(204);
    expectBearerError(await call('DELETE', '/v1/api-keys/key_0'), 'not_found');
  });

  it('take addresses and ranges alone', async () => {
    const body = { name: 'x', scopes: [], ipAllowList: ['198.51.100.1', 'host', '10.1/16'] };
    const answer = await call('POST', '/v1/api-keys', { body });
    expectBearerError(answer, 'validation_failed');
    expect(answer.body.error.errors.map(({ field }: { field: string }) => field)).toEqual([
      'ipAllowList.1',
      'ipAllowList.2',
    ]);
  });
});

describe('sessions', () => {
  it('are listed with when they were used, and ended', async () => {
    const person = await addPerson(service, []);
    const profile = () => callBearer(service, 'GET', '/v1/profile', { credential: person.token });
    await profile();
    const find = () => call('GET', `/v1/sessions?filter[userId]=${person.id}`);
    await expect.poll(async () => (await find()).body.items[0].lastUsedAt).toBe(clock.now().toISOString());
    const { body } = await find();
    expect(body.items).toMatchObject([{ kind: 'token', userId: person.id, ip: '127.0.0.1' }]);
    expect((await call('DELETE', `/v1/sessions/${body.items[0].id}`)).status).toBe(204);
    expectBearerError(await profile(), 'unauthorized');
    expectBearerError(await call('DELETE', `/v1/sessions/${body.items[0].id}`), 'not_found');
  });
});

describe('the audit log', () => {
  it('shows who changed what, from where, before and after, without secrets', async () => {
    const added = await call('POST', '/v1/users', { body: newUser() });
    const { id } = added.body;
    const headers = { 'X-Request-Id': 'change-1' };
    await call('PATCH', `/v1/users/${id}`, { body: { displayName: '王五' }, headers });
    const log = await call('GET', `/v1/audit-log?filter[subjectId]=${id}&order=asc`);
    expectShape(bearerContract.listAuditEvents.responses[200], log);
    expect(log.body.items).toMatchObject([
      { action: 'user.created', actorKind: 'user', actorId: admin.id, after: { id, displayName: '李四' } },
      {
        action: 'user.updated',
        userId: admin.id,
        ip: '127.0.0.1',
        requestId: 'change-1',
        before: { displayName: '李四' },
        after: { displayName: '王五' },
      },
    ]);
    expect(JSON.stringify(log.body)).not.toMatch(/argon2|password/);
  });
});
