import { randomBytes } from 'node:crypto';
import { LOGIN_FAILURES_PER_MINUTE, BEARER_LIMITS } from '@procurement-intents/contract/bearer';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addPerson, callBearer, expectBearerError, PASSWORD } from '../support/bearer.ts';
import { clock, service, useService } from '../support/use-service.ts';
import { guesses, logIn, statuses, unknownUser } from './log-in-calls.ts';

useService({ trustedProxies: ['127.0.0.1'] });

// A new minute has new limits.
beforeEach(() => clock.advance(60_000));

describe('a log-in', () => {
  it('opens nothing by a password that is changed while it is compared', async () => {
    const { id, username } = await addPerson(service, []);
    const sessions = () => service.database.session.count({ where: { userId: id } });
    const before = await sessions();
    const { passwords } = service.bearer.identity;
    const check = passwords.check.bind(passwords);
    vi.spyOn(passwords, 'check').mockImplementationOnce(async (find, password, caller) => {
      const user = await check(find, password, caller);
      await service.database.user.update({ where: { id }, data: { passwordHash: 'another' } });
      return user;
    });
    expectBearerError(await logIn(username, PASSWORD), 'unauthorized');
    expect(await sessions()).toBe(before);
  });

  it('does not come back with a user who was disabled', async () => {
    const { id, username } = await addPerson(service, []);
    const admin = await addPerson(service, ['admin']);
    const { token } = (await logIn(username, PASSWORD)).body;
    const { token: adminToken } = (await logIn(admin.username, PASSWORD)).body;
    for (const action of ['disable', 'enable']) {
      const path = `/v1/users/${id}/${action}`;
      expect(await callBearer(service, 'POST', path, { credential: adminToken })).toMatchObject({
        status: 200,
      });
    }
    const answer = await callBearer(service, 'GET', '/v1/profile', { credential: token });
    expectBearerError(answer, 'unauthorized');
  });

  it('ends the oldest session of a person who has the most, also of many log-ins at once', async () => {
    const { id, token, username } = await addPerson(service, []);
    const valid = () =>
      service.database.session.count({ where: { userId: id, expiresAt: { gt: clock.now() } } });
    const state = async (credential: string) =>
      (await callBearer(service, 'GET', '/v1/profile', { credential })).status;
    const user = await service.database.user.findUniqueOrThrow({ where: { id } });
    const { sessions } = service.bearer.identity;
    // The stores are called, since a hash for each of them would take the most of the time.
    const open = (index: number) => {
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + 3_600_000);
      const row = {
        id: `ses_${username}_${index}`,
        hash: randomBytes(32),
        kind: 'token',
        userId: id,
        ip: '',
      };
      const actor = { kind: 'user', id, userId: id, ip: '', requestId: '' } as const;
      return sessions.insert({ ...row, createdAt, expiresAt }, { actor, passwordHash: user.passwordHash });
    };
    const before = await valid();
    clock.advance(1000);
    for (let index = before; index < BEARER_LIMITS.sessionsPerPerson; index += 1) await open(index);
    expect([await valid(), await state(token)]).toEqual([BEARER_LIMITS.sessionsPerPerson, 200]);
    clock.advance(1000);
    const { body } = await logIn(username, PASSWORD);
    expect([await valid(), await state(token), await state(body.token)]).toEqual([
      BEARER_LIMITS.sessionsPerPerson,
      401,
      200,
    ]);
    await Promise.all(Array.from({ length: 10 }, (_, index) => open(100 + index)));
    expect(await valid()).toBe(BEARER_LIMITS.sessionsPerPerson);
  });

  it('takes the username in any case', async () => {
    const { username } = await addPerson(service, []);
    const answer = await logIn(` ${username.toUpperCase()} `, PASSWORD);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      token: expect.stringMatching(/^st_[0-9A-Za-z]{43}$/),
      expiresAt: new Date(clock.now().getTime() + 3_600_000).toISOString(),
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('gives one answer for a wrong password, an unknown user and a disabled one (OWASP Authentication) [60]', async () => {
    const { username } = await addPerson(service, []);
    const disabled = await addPerson(service, []);
    await service.database.user.update({ where: { id: disabled.id }, data: { disabledAt: clock.now() } });
    const answers = [
      await logIn(username, `${PASSWORD}x`),
      await logIn(unknownUser(), PASSWORD),
      await logIn('\u0000', PASSWORD),
      await logIn('\ud800', PASSWORD),
      await logIn(disabled.username, PASSWORD),
    ];
    for (const answer of answers) expectBearerError(answer, 'unauthorized');
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it.each([
    [{ username: 'someone' }, ['password']],
    [{ username: '', password: 'x', extra: 1 }, ['username', 'extra']],
    [{ username: 'a', password: ['x'] }, ['password']],
  ])('with %j names the fields %j', async (body, fields) => {
    const answer = await callBearer(service, 'POST', '/auth/login', { body });
    expectBearerError(answer, 'validation_failed');
    expect(answer.body.error.errors.map(({ field }: { field: string }) => field).sort()).toEqual(
      [...fields].sort(),
    );
  });
});

describe('a change of the own profile', () => {
  const patch = (credential: string, body: object, headers = {}) =>
    callBearer(service, 'PATCH', '/v1/profile', { credential, body, headers });

  it('sets name and language, and counts the version', async () => {
    const { token } = await addPerson(service, []);
    const answer = await patch(token, { displayName: ' 李四 ', locale: 'en' }, { 'If-Match': '"1"' });
    expect(answer).toMatchObject({ status: 200, body: { displayName: '李四', locale: 'en' } });
    expect(answer.headers.get('etag')).toBe('"2"');
    const stale = await patch(token, { displayName: '王五' }, { 'If-Match': '"1"' });
    expectBearerError(stale, 'conflict');
    expect(stale.body.error.current_version).toBe(2);
  });

  it('sets a password with the old one, and ends all other sessions (OWASP Session) [61]', async () => {
    const { username, token } = await addPerson(service, []);
    const other = (await logIn(username, PASSWORD)).body.token as string;
    const password = 'another password of the tests';
    expectBearerError(await patch(token, { password, oldPassword: 'wrong password' }), 'forbidden');
    expectBearerError(await patch(token, { password }), 'validation_failed');
    expectBearerError(await patch(token, { password: 'short', oldPassword: PASSWORD }), 'validation_failed');
    expect((await patch(token, { password, oldPassword: PASSWORD })).status).toBe(200);
    expect((await callBearer(service, 'GET', '/v1/profile', { credential: token })).status).toBe(200);
    const ended = await callBearer(service, 'GET', '/v1/profile', { credential: other });
    expectBearerError(ended, 'unauthorized');
    expectBearerError(await logIn(username, PASSWORD), 'unauthorized');
    expect((await logIn(username, password)).status).toBe(200);
  });

  it('guesses the old password no more often than a log-in may', async () => {
    const { token } = await addPerson(service, []);
    const guess = () =>
      patch(
        token,
        { password: PASSWORD, oldPassword: 'wrong password' },
        { 'X-Forwarded-For': '198.51.100.3' },
      );
    // One batch after the other: what the first one has failed still counts.
    const answers = [...(await guesses(8, guess)), ...(await guesses(8, guess))];
    expect(statuses(answers).filter((status) => status === 403)).toHaveLength(LOGIN_FAILURES_PER_MINUTE.pair);
  });
});

describe('the record of changes', () => {
  it('names who, what and from where, and holds no secret', async () => {
    const { id, token } = await addPerson(service, []);
    const password = 'another password of the tests';
    await callBearer(service, 'PATCH', '/v1/profile', {
      credential: token,
      body: { password, oldPassword: PASSWORD },
      headers: { 'X-Forwarded-For': '198.51.100.9', 'X-Request-Id': 'my-call' },
    });
    const [event] = await service.database.auditEvent.findMany({
      where: { subjectId: id, action: 'user.password_changed' },
    });
    expect(event).toMatchObject({
      actorKind: 'user',
      actorId: id,
      userId: id,
      ip: '198.51.100.9',
      requestId: 'my-call',
    });
    expect(JSON.stringify(event)).not.toMatch(/argon2|password of/);
  });

  it('cannot be changed, not even by the service', async () => {
    await addPerson(service, []);
    const { database } = service;
    const before = await database.auditEvent.count();
    await expect(database.auditEvent.deleteMany()).rejects.toThrow(/append-only/);
    await expect(database.auditEvent.updateMany({ data: { action: 'x' } })).rejects.toThrow(/append-only/);
    await expect(database.$executeRaw`TRUNCATE "audit_events"`).rejects.toThrow(/append-only/);
    expect(await database.auditEvent.count()).toBe(before);
  });

  it('comes with the change or not at all', async () => {
    const { id, token } = await addPerson(service, []);
    const { database } = service;
    await database.$executeRaw`ALTER TABLE "audit_events" RENAME TO "audit_events_away"`;
    try {
      const body = { displayName: 'never' };
      expectBearerError(
        await callBearer(service, 'PATCH', '/v1/profile', { credential: token, body }),
        'internal',
      );
    } finally {
      await database.$executeRaw`ALTER TABLE "audit_events_away" RENAME TO "audit_events"`;
    }
    expect((await database.user.findUnique({ where: { id } }))?.displayName).not.toBe('never');
  });
});
