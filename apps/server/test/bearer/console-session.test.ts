import { CONSOLE_SECONDS } from '@procurement-intents/contract/console';
import { beforeEach, describe, expect, it } from 'vitest';
import { addKey, addPerson, callBearer, expectBearerError, PASSWORD } from '../support/bearer.ts';
import { ConsoleVisitor } from '../support/console.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService({ trustedProxies: ['127.0.0.1'] });
// A new minute has new limits.
beforeEach(() => clock.advance(60_000));

const seconds = (count: number): void => clock.advance(count * 1000);

async function visit(scopes: Parameters<typeof addPerson>[1] = ['admin']) {
  const person = await addPerson(service, scopes);
  const visitor = new ConsoleVisitor(service);
  const opened = await visitor.logIn(person.username);
  return { person, visitor, opened };
}

describe('the session of the console', () => {
  it('is a cookie that no script reads, and gives no token', async () => {
    const { person, visitor, opened } = await visit();
    const [cookie = ''] = opened.headers.getSetCookie();
    expect(cookie).toMatch(/^console=[0-9A-Za-z]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(opened.body).toEqual({
      user: expect.objectContaining({ kind: 'user', id: person.id, scopes: ['admin'] }),
      csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/),
      expiresAt: new Date(clock.now().getTime() + CONSOLE_SECONDS.idle * 1000).toISOString(),
      sandbox: { platform: 'PLATFORM_A', productUrl: `${service.sandboxUrl}/a/items/ordinary` },
    });
    expect((await visitor.call('GET', '/console/session')).body.sandbox).toEqual(opened.body.sandbox);
    expect(JSON.stringify(opened.body)).not.toContain(visitor.cookie.split('=')[1]);
    expect((await visitor.call('GET', '/v1/apps')).status).toBe(200);
  });

  it('has the name with which a browser takes it by https alone', async () => {
    const { username } = await addPerson(service, []);
    const headers = { 'X-Forwarded-Proto': 'https' };
    const visitor = new ConsoleVisitor(service);
    const body = { username, password: PASSWORD };
    const answer = await visitor.call('POST', '/console/session', { body, headers });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-console=[0-9A-Za-z]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
    expect((await visitor.call('GET', '/v1/profile', { headers })).status).toBe(200);
    expectBearerError(await visitor.call('GET', '/v1/profile'), 'unauthorized');
  });

  it('is another one at each log-in, which ends the one before', async () => {
    const { person, visitor } = await visit();
    const before = visitor.cookie;
    await visitor.logIn(person.username);
    expect(visitor.cookie).not.toBe(before);
    const answer = await visitor.call('GET', '/v1/profile', { headers: { Cookie: before } });
    expectBearerError(answer, 'unauthorized');
  });

  it('ends after 30 minutes without a call, and not while it is used', async () => {
    const { visitor } = await visit();
    for (let hours = 0; hours < 3; hours += 1) {
      seconds(CONSOLE_SECONDS.idle - 1);
      expect((await visitor.call('GET', '/v1/profile')).status).toBe(200);
    }
    seconds(CONSOLE_SECONDS.idle);
    expectBearerError(await visitor.call('GET', '/v1/profile'), 'token_expired');
  });

  it('ends 12 hours after the log-in, whatever is done', async () => {
    const { visitor } = await visit();
    let used = 0;
    for (; used + 1500 < CONSOLE_SECONDS.session; used += 1500) {
      seconds(1500);
      expect((await visitor.call('GET', '/console/session')).status).toBe(200);
    }
    seconds(CONSOLE_SECONDS.session - used);
    expectBearerError(await visitor.call('GET', '/v1/profile'), 'token_expired');
  });

  it('gets another cookie every 30 minutes; the one before counts for a minute', async () => {
    const { visitor } = await visit();
    const { cookie: before, csrfToken } = visitor;
    seconds(CONSOLE_SECONDS.renewal - 60);
    await visitor.call('GET', '/console/session');
    expect(visitor.cookie).toBe(before);
    seconds(60);
    await visitor.call('GET', '/console/session');
    expect(visitor.cookie).not.toBe(before);
    expect(visitor.csrfToken).not.toBe(csrfToken);
    const former = { headers: { Cookie: before, 'X-CSRF-Token': csrfToken } };
    seconds(CONSOLE_SECONDS.formerCookie - 1);
    expect((await visitor.call('GET', '/v1/profile', former)).status).toBe(200);
    seconds(1);
    expectBearerError(await visitor.call('GET', '/v1/profile', former), 'unauthorized');
    expect((await visitor.call('GET', '/v1/profile')).status).toBe(200);
  });

  it('gives one cookie to readings at once', async () => {
    const { visitor } = await visit();
    seconds(CONSOLE_SECONDS.renewal - 1);
    await visitor.call('GET', '/v1/profile');
    seconds(1);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        callBearer(service, 'GET', '/console/session', { headers: visitor.headers }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toHaveLength(1);
  });

  it('ends when the person logs out, is shut out, or an administrator ends it', async () => {
    const { visitor } = await visit();
    const left = await visitor.call('DELETE', '/console/session');
    expect([left.status, left.headers.getSetCookie()[0]]).toEqual([
      204,
      expect.stringContaining('Max-Age=0'),
    ]);
    const { person, visitor: other } = await visit([]);
    const { visitor: admin } = await visit();
    const { body } = await admin.call('GET', `/v1/sessions?filter[userId]=${person.id}&filter[kind]=console`);
    expect(body.items).toHaveLength(1);
    expect((await admin.call('DELETE', `/v1/sessions/${body.items[0].id}`)).status).toBe(204);
    expectBearerError(await other.call('GET', '/v1/profile'), 'unauthorized');
    await other.logIn(person.username);
    expect((await admin.call('POST', `/v1/users/${person.id}/disable`)).status).toBe(200);
    expectBearerError(await other.call('GET', '/v1/profile'), 'unauthorized');
  });

  it('loses a right at once that is taken from the person', async () => {
    const { person, visitor } = await visit();
    await service.database.user.update({ where: { id: person.id }, data: { scopes: ['read:orders'] } });
    expectBearerError(await visitor.call('GET', '/v1/users'), 'insufficient_scope');
  });

  it('changes the password of the person, which ends the others', async () => {
    const { person, visitor } = await visit();
    const second = new ConsoleVisitor(service);
    await second.logIn(person.username);
    const body = { password: 'another password', oldPassword: PASSWORD };
    expect((await visitor.call('PATCH', '/v1/profile', { body })).status).toBe(200);
    expect((await visitor.call('GET', '/v1/profile')).status).toBe(200);
    expectBearerError(await second.call('GET', '/v1/profile'), 'unauthorized');
  });

  it('is opened by its own page alone', async () => {
    const { username } = await addPerson(service, []);
    const body = { username, password: PASSWORD };
    for (const headers of [
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': '' },
    ] as Record<string, string>[]) {
      const answer = await new ConsoleVisitor(service).call('POST', '/console/session', { body, headers });
      expectBearerError(answer, 'forbidden');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  it('counts failures with those of other log-ins', async () => {
    const { username } = await addPerson(service, []);
    const visitor = new ConsoleVisitor(service);
    const guess = () =>
      visitor.call('POST', '/console/session', { body: { username, password: 'wrong, but long enough' } });
    for (let count = 0; count < 10; count += 1) expectBearerError(await guess(), 'unauthorized');
    expectBearerError(await guess(), 'rate_limited');
    const other = await callBearer(service, 'POST', '/auth/login', {
      body: { username, password: PASSWORD },
    });
    expectBearerError(other, 'rate_limited');
  });

  it('is not for other credentials, nor is its cookie one of a header', async () => {
    const { person, visitor } = await visit();
    const { key } = await addKey(service, person.id, ['admin']);
    const secret = visitor.cookie.split('=')[1] ?? '';
    expectBearerError(
      await callBearer(service, 'GET', '/console/session', { credential: key }),
      'unauthorized',
    );
    expectBearerError(
      await callBearer(service, 'GET', '/v1/profile', { credential: secret }),
      'unauthorized',
    );
    // A credential in the header counts, and no cookie beside it.
    const mixed = await visitor.call('GET', '/v1/profile', { headers: { Authorization: 'Bearer st_wrong' } });
    expectBearerError(mixed, 'unauthorized');
  });

  it('is stored as a hash', async () => {
    const { visitor } = await visit();
    const secret = visitor.cookie.split('=')[1] ?? '';
    const rows = await service.database.$queryRaw<
      { row: string }[]
    >`SELECT s::text AS "row" FROM "sessions" AS s`;
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) {
      expect(row).not.toContain(secret);
      expect(row).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
});

it('takes reports of what browsers refuse', async () => {
  const report = { 'csp-report': { 'blocked-uri': 'inline' } };
  for (const [type, body] of [
    ['application/csp-report', JSON.stringify(report)],
    ['text/plain', '{'],
  ] as const) {
    const answer = await fetch(`${service.baseUrl}/console/csp-report`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': type },
    });
    expect(answer.status).toBe(204);
  }
});
