import { beforeAll, describe, expect, it } from 'vitest';
import { addPerson, PASSWORD } from '../support/bearer.ts';
import {
  addClient,
  authorizePath,
  formTokenIn,
  openConsent,
  type PageAnswer,
  PageVisitor,
  REDIRECT_URI,
  returnedTo,
  type TestClient,
  walk,
} from '../support/oauth.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

const CONSENT = '/oauth/interaction/consent';
let client: TestClient;
let person: Awaited<ReturnType<typeof addPerson>>;
beforeAll(async () => {
  client = await addClient(service, { name: '<b>Ledger</b>' });
  person = await addPerson(service, ['read:orders', 'read:suppliers']);
});

/** Holds for every page: nothing is loaded, framed, kept or run. RFC 9700, 4.16. */
function expectSafePage(answer: PageAnswer): void {
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = answer.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|script-src/);
  expect(answer.headers.get('x-frame-options')).toBe('DENY');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('referrer-policy')).toBe('same-origin');
  expect(answer.html).not.toMatch(/<script|\son\w+=|<b>Ledger/i);
}

describe('an authorization', () => {
  it('shows the client, the person, the scopes in words and where the answer goes (RFC 9700, 4.16) [18]', async () => {
    const visitor = new PageVisitor(service);
    const login = await visitor.follow(await visitor.get(authorizePath(client)));
    expect(login.status).toBe(200);
    expectSafePage(login);
    expect(login.html).toContain('&lt;b&gt;Ledger&lt;/b&gt;');
    const consent = await openConsent(visitor, authorizePath(client), person.username);
    expect(consent.status).toBe(200);
    expectSafePage(consent);
    for (const text of [
      '&lt;b&gt;Ledger&lt;/b&gt;',
      person.username,
      '查看订单',
      '查看供应商',
      'https://app.example',
    ])
      expect(consent.html).toContain(text);
    expect(consent.html).not.toContain('read:orders');
    const policy = consent.headers.get('content-security-policy');
    expect(policy).toContain("form-action 'self' https://app.example;");
  });

  it('speaks English to those who prefer it', async () => {
    const visitor = new PageVisitor(service);
    const answer = await visitor.get('/oauth/device', { 'Accept-Language': 'en' });
    expectSafePage(answer);
    expect(answer.html).toContain('<html lang="en">');
    expect(answer.html).toContain('Connect a device');
  });

  it('returns code, state and issuer, by 303 (RFC 6749, 4.1.2; RFC 9207, 2; RFC 9700, 4.12) [7, 11, 12, 17]', async () => {
    const state = 'a b+c&d=e/%20"\'é采';
    const answer = await walk(service, authorizePath(client, { state }), person.username);
    expect(returnedTo(answer)).toEqual({
      tenant: '7',
      code: expect.stringMatching(/^ac_/),
      state,
      iss: service.baseUrl,
    });
    expect(answer.location).toMatch(`${REDIRECT_URI}&code=`);
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
  });

  it('returns access_denied when the person denies it (RFC 6749, 4.1.2.1) [15]', async () => {
    const answer = await walk(service, authorizePath(client), person.username, 'deny');
    expect(returnedTo(answer)).toEqual({
      tenant: '7',
      error: 'access_denied',
      state: 'a state',
      iss: service.baseUrl,
    });
  });

  it('returns other errors at once (RFC 6749, 4.1.2.1)', async () => {
    const answer = await new PageVisitor(service).get(authorizePath(client, { scope: 'unknown' }));
    expect(returnedTo(answer)).toMatchObject({ error: 'invalid_scope', iss: service.baseUrl });
  });

  it.each([
    ['an unknown client', { client_id: `cli_${'0'.repeat(32)}` }],
    ['no client id', { client_id: 'a\0b' }],
    ['another redirect URI', { redirect_uri: 'https://evil.example/cb' }],
    ['a redirect URI with more', { redirect_uri: `${REDIRECT_URI}&x=1` }],
    ['no redirect URI', { redirect_uri: '' }],
  ])('with %s stays on a page (RFC 6749, 4.1.2.1) [4, 5]', async (_name, parameters) => {
    for (const path of [
      authorizePath(client, parameters),
      authorizePath(client, parameters).replace('authorize', 'interaction/login'),
    ]) {
      const answer = await new PageVisitor(service).get(path);
      expect([answer.status, answer.location]).toEqual([400, null]);
      expectSafePage(answer);
      expect(answer.html).not.toContain('evil.example');
    }
  });

  it('offers nothing that the person does not have (RFC 6749, 3.3) [16]', async () => {
    const other = await addPerson(service, ['read:reports']);
    const consent = await openConsent(new PageVisitor(service), authorizePath(client), other.username);
    expect(consent.html).not.toContain('value="allow"');
    const answer = await walk(service, authorizePath(client), other.username, 'allow');
    expect(returnedTo(answer)).toMatchObject({ error: 'access_denied' });
  });
});

describe('a log-in on a page', () => {
  const login = (headers: Record<string, string>, password = PASSWORD, username = person.username) =>
    new PageVisitor(service).post(
      authorizePath(client).replace('authorize', 'interaction/login'),
      { username, password },
      headers,
    );

  it('keeps its cookie from scripts, other sites and plain http (OWASP Session)', async () => {
    const cookie = (await login({})).headers.get('set-cookie');
    expect(cookie).toMatch(
      /^__Host-interaction=[0-9A-Za-z]{43}; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
  });

  it('asks again after a wrong password, and shows no more than that', async () => {
    const [wrong, unknown] = [await login({}, 'wrong password'), await login({}, PASSWORD, 'nobody')];
    for (const answer of [wrong, unknown]) {
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([400, null]);
      expectSafePage(answer);
    }
    expect(wrong.html).toBe(unknown.html);
  });

  it.each([{ Origin: 'https://evil.example' }, { Origin: 'null' }, { Origin: '' }])(
    'from %j is refused (RFC 9700, 4.7)',
    async (headers) => {
      expect((await login(headers)).status).toBe(403);
    },
  );

  it('counts with those of /auth/login, ten failures a minute (B6)', async () => {
    clock.advance(60_000);
    const other = await addPerson(service, ['read:orders']);
    const tries = Array.from({ length: 30 }, () => login({}, 'wrong password', other.username));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    const answer = await login({}, PASSWORD, other.username);
    expect(answer.status).toBe(429);
    expectSafePage(answer);
    clock.advance(60_000);
  });
});

describe('a decision', () => {
  async function open() {
    const visitor = new PageVisitor(service);
    const consent = await openConsent(visitor, authorizePath(client), person.username);
    return { visitor, form: { form_token: formTokenIn(consent.html), decision: 'allow' } };
  }
  const countCodes = () => service.database.oAuthToken.count({ where: { kind: 'code' } });

  it.each([
    ['another site', { Origin: 'https://evil.example' }, {}],
    ['no site', { Origin: '' }, {}],
    ['a frame without origin', { Origin: 'null' }, {}],
    ['a form without its token', {}, { form_token: '' }],
    ['a form with another token', {}, { form_token: '0'.repeat(64) }],
  ])(
    'of %s is refused, and no code is made (RFC 6749, 10.12; RFC 9700, 4.7) [19]',
    async (_name, headers, changed) => {
      const { visitor, form } = await open();
      const before = await countCodes();
      const answer = await visitor.post(CONSENT, { ...form, ...changed }, headers);
      expect([answer.status, answer.location]).toEqual([403, null]);
      expectSafePage(answer);
      expect(await countCodes()).toBe(before);
      expect((await visitor.post(CONSENT, form)).status).toBe(303);
    },
  );

  it('is made once, also when the form is sent ten times at once', async () => {
    const { visitor, form } = await open();
    const { cookie } = visitor;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => {
        const same = new PageVisitor(service);
        same.cookie = cookie;
        return same.post(CONSENT, form);
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(
      [303, ...Array.from({ length: 9 }, () => 400)].sort(),
    );
  });

  it('needs the form of its own page: that of another log-in is refused (RFC 9700, 4.7)', async () => {
    const [own, other] = [new PageVisitor(service), new PageVisitor(service)];
    await openConsent(own, authorizePath(client), person.username);
    const foreign = formTokenIn((await openConsent(other, authorizePath(client), person.username)).html);
    const answer = await own.post(CONSENT, { form_token: foreign, decision: 'allow' });
    expect([answer.status, answer.location]).toEqual([403, null]);
    expectSafePage(answer);
  });

  it('needs the cookie of the log-in, and comes within 10 minutes', async () => {
    const { visitor, form } = await open();
    const { cookie } = visitor;
    visitor.cookie = null;
    expect((await visitor.post(CONSENT, form)).status).toBe(403);
    expect((await visitor.get(CONSENT)).status).toBe(400);
    visitor.cookie = cookie;
    clock.advance(600_000);
    expect((await visitor.get(CONSENT)).status).toBe(400);
    expect((await visitor.post(CONSENT, form)).status).toBe(400);
  });

  it('is recorded with the person, without the code', async () => {
    const { visitor, form } = await open();
    const code = returnedTo(await visitor.post(CONSENT, form))['code'] ?? '';
    const [event] = await service.database.auditEvent.findMany({
      where: { action: 'consent.given' },
      orderBy: { id: 'desc' },
      take: 1,
    });
    expect(event).toMatchObject({ actorKind: 'user', actorId: person.id, after: { clientId: client.id } });
    expect(JSON.stringify(event)).not.toContain(code);
  });
});
