import { CALLER_RATES } from '@procurement-intents/contract';
import { OAUTH_PAGE_ROUTES } from '@procurement-intents/contract/oauth';
import { beforeAll, describe, expect, it } from 'vitest';
import { SERVICE } from '../../src/audit/record-change.ts';
import { rotateClientSecret, setClientDisabled } from '../../src/oauth/manage-clients.ts';
import { addPerson, callBearer } from '../support/bearer.ts';
import {
  addClient,
  authorizePath,
  basicOf,
  expectOAuthError,
  getTokens,
  postForm,
  postToken,
  type TestClient,
} from '../support/oauth.ts';
import { rawRequest, requestBytes } from '../support/raw-request.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

const CREDENTIALS = { grant_type: 'client_credentials' };
const UNKNOWN = `cli_${'0'.repeat(32)}`;
let client: TestClient;
let secret: string;
beforeAll(async () => {
  client = await addClient(service);
  secret = client.secret ?? '';
});
const post = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  postForm(service, '/oauth/token', form, { headers });

describe('client credentials', () => {
  it("give an access token with the client's scopes and no refresh token (RFC 6749, 4.4.3) [14, 45]", async () => {
    const { status, body } = await postToken(service, client, CREDENTIALS);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
    expect(body.scope).toBe('read:suppliers read:orders');
    expect(await callBearer(service, 'GET', '/v1/profile', { credential: body.access_token })).toMatchObject({
      status: 200,
      body: { kind: 'oauth_client', id: client.id, displayName: 'Ledger' },
    });
  });

  it('are given to one client a hundred times in a second, and then to others alone', async () => {
    clock.advance(1000);
    const greedy = await addClient(service);
    const ask = () => postToken(service, greedy, CREDENTIALS);
    const answers = await Promise.all(Array.from({ length: CALLER_RATES.oauth }, ask));
    expect(answers.map(({ status }) => status)).not.toContain(429);
    const refused = await ask();
    expectOAuthError(refused, 'temporarily_unavailable', 429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await postToken(service, client, CREDENTIALS)).status).toBe(200);
    clock.advance(1000);
    expect((await ask()).status).toBe(200);
  });

  it('that a public client lacks: at one address each has calls of its own, and those of others cost it none', async () => {
    clock.advance(1000);
    const [greedy, other] = [
      await addClient(service, { isPublic: true }),
      await addClient(service, { isPublic: true }),
    ];
    const ask = (one = greedy) => postToken(service, one, CREDENTIALS);
    const answers = await Promise.all(Array.from({ length: CALLER_RATES.oauth }, () => ask()));
    expect(new Set(answers.map(({ body }) => body.error))).toEqual(new Set(['unauthorized_client']));
    expectOAuthError(await ask(), 'temporarily_unavailable', 429);
    expectOAuthError(await ask(other), 'unauthorized_client');
  });

  it('are for confidential clients with this grant (RFC 6749, 4.4 and 5.2) [44, 45]', async () => {
    const native = await addClient(service, { isPublic: true });
    expectOAuthError(await postToken(service, native, CREDENTIALS), 'unauthorized_client');
  });

  it.each([
    [{ ...CREDENTIALS, scope: 'unknown' }, 'invalid_scope'],
    [{ ...CREDENTIALS, scope: 'write:orders' }, 'invalid_scope'],
    [{ ...CREDENTIALS, resource: 'https://other.example/v1' }, 'invalid_target'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{}, 'invalid_request'],
  ] as const)(
    'with %j are refused with %s (RFC 6749, 3.3 and 5.2; RFC 8707, 2; RFC 9700, 2.4) [13, 44, 56]',
    async (form, error) => {
      expectOAuthError(await postToken(service, client, form), error);
    },
  );

  it('may name this API as their resource (RFC 8707, 2) [56]', async () => {
    expect(
      (await postToken(service, client, { ...CREDENTIALS, resource: `${service.baseUrl}/v1` })).status,
    ).toBe(200);
  });
});

describe('a client', () => {
  it('authenticates in the form (RFC 6749, 2.3.1) [33]', async () => {
    expect((await post({ ...CREDENTIALS, client_id: client.id, client_secret: secret })).status).toBe(200);
  });

  it('may encode more of its id and secret in HTTP Basic than it must (RFC 6749, 2.3.1) [32]', async () => {
    const encode = (text: string) => text.replace(/\d/, (digit) => `%3${digit}`).replaceAll('_', '%5F');
    const text = Buffer.from(`${encode(client.id)}:${encode(secret)}`).toString('base64');
    for (const scheme of ['Basic', 'basic'])
      expect((await post(CREDENTIALS, { Authorization: `${scheme} ${text}` })).status).toBe(200);
  });

  it('authenticates in one way alone (RFC 6749, 2.3) [34]', async () => {
    const form = { ...CREDENTIALS, client_id: client.id, client_secret: secret };
    expectOAuthError(await post(form, { Authorization: basicOf(client.id, secret) }), 'invalid_request');
  });

  it('does not authenticate in the query (RFC 6749, 2.3.1) [35]', async () => {
    const query = new URLSearchParams({
      ...CREDENTIALS,
      client_id: client.id,
      client_secret: secret,
    }).toString();
    expectOAuthError(await postForm(service, `/oauth/token?${query}`, CREDENTIALS), 'invalid_client', 401);
  });

  it('gets the same answer for a wrong secret as for an unknown client (RFC 6749, 5.2) [36]', async () => {
    const wrong = { ...CREDENTIALS, client_secret: `cs_${'0'.repeat(43)}` };
    const ids = [client.id, UNKNOWN, 'x', 'a\0b', `${client.id} `];
    const answers = await Promise.all(ids.map((id) => post({ ...wrong, client_id: id })));
    for (const answer of answers) {
      expectOAuthError(answer, 'invalid_client', 401);
      expect(answer.body).toEqual(answers[0]?.body);
      expect(answer.headers.has('www-authenticate')).toBe(false);
    }
    const basic = await post(CREDENTIALS, { Authorization: basicOf(UNKNOWN, 'x') });
    expectOAuthError(basic, 'invalid_client', 401);
    expect(basic.headers.get('www-authenticate')).toMatch(/^Basic /);
  });

  it('that is confidential sends its secret, one that is public sends none (RFC 6749, 2.3) [37]', async () => {
    const native = await addClient(service, { isPublic: true });
    const form = { grant_type: 'refresh_token', refresh_token: 'x' };
    expectOAuthError(await post({ ...form, client_id: client.id }), 'invalid_client', 401);
    expectOAuthError(
      await post({ ...form, client_id: native.id, client_secret: secret }),
      'invalid_client',
      401,
    );
    expectOAuthError(await post({ ...form, client_id: native.id }), 'invalid_grant');
  });

  it('guessing 200 secrets at once has ten evaluated, and then not even the right one (B6)', async () => {
    clock.advance(60_000);
    const other = await addClient(service);
    const guess = { ...CREDENTIALS, client_id: other.id, client_secret: 'cs_wrong' };
    const answers = await Promise.all(Array.from({ length: 200 }, () => post(guess)));
    const evaluated = answers.filter(({ status }) => status === 401);
    expect(evaluated).toHaveLength(10);
    const right = await postToken(service, other, CREDENTIALS);
    expectOAuthError(right, 'temporarily_unavailable', 429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await postToken(service, client, CREDENTIALS)).status).toBe(200);
    clock.advance(60_000);
    expect((await postToken(service, other, CREDENTIALS)).status).toBe(200);
  });

  it('with the right secret 50 times at once is never taken for one that guesses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => postToken(service, client, CREDENTIALS)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('has two secrets while one replaces the other', async () => {
    const other = await addClient(service);
    const rotate = { id: other.id, overlapSeconds: 60, actor: SERVICE };
    const { secret: next } = await rotateClientSecret(service.bearer.clients, rotate);
    expect((await postToken(service, other, CREDENTIALS)).status).toBe(200);
    expect((await postToken(service, { ...other, secret: next }, CREDENTIALS)).status).toBe(200);
    clock.advance(60_000);
    expectOAuthError(await postToken(service, other, CREDENTIALS), 'invalid_client', 401);
    expect((await postToken(service, { ...other, secret: next }, CREDENTIALS)).status).toBe(200);
  });

  it('that is disabled is unknown, and so are its tokens', async () => {
    const other = await addClient(service);
    const { username } = await addPerson(service, ['read:orders']);
    const tokens = await getTokens(service, other, username);
    await setClientDisabled(service.bearer.clients, {
      id: other.id,
      isDisabled: true,
      actor: SERVICE,
    });
    expectOAuthError(await postToken(service, other, CREDENTIALS), 'invalid_client', 401);
    expect(
      (await callBearer(service, 'GET', '/v1/profile', { credential: tokens.access_token })).status,
    ).toBe(401);
    const page = await fetch(service.baseUrl + authorizePath(other), { redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
  });
});

describe('the token endpoint', () => {
  it.each(['grant_type', 'client_id', 'scope'])('refuses a repeated %s (RFC 6749, 3.2) [3]', async (name) => {
    const form = Object.entries({
      ...CREDENTIALS,
      client_id: client.id,
      client_secret: secret,
      scope: 'read:orders',
    });
    const answer = await postForm(service, '/oauth/token', [
      ...form,
      ...form.filter(([key]) => key === name),
    ]);
    expectOAuthError(answer, 'invalid_request');
  });

  it('takes forms alone (RFC 6749, 3.2) [38]', async () => {
    const body = JSON.stringify({ ...CREDENTIALS, client_id: client.id, client_secret: secret });
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${service.baseUrl}/oauth/token`, { method: 'POST', body, headers });
    const answer = { status: response.status, headers: response.headers, body: await response.json() };
    expectOAuthError(answer, 'invalid_request');
  });

  it('answers in JSON that nobody may store, whatever Accept says (RFC 6749, 5.1 and 5.2) [40, 41, 42]', async () => {
    const own = { client_id: client.id, client_secret: secret };
    for (const Accept of ['text/html', 'application/xml;q=0.9', 'nonsense', '']) {
      expectOAuthError(await post({ grant_type: 'x' }, { Accept }), 'invalid_client', 401);
      expectOAuthError(await post({ grant_type: '"\\é', ...own }, { Accept }), 'unsupported_grant_type');
      const answer = await post({ ...CREDENTIALS, ...own }, { Accept });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('takes a parameter without a value as absent, and ignores unknown ones (RFC 6749, 3.1) [1, 2]', async () => {
    const form = { ...CREDENTIALS, client_id: client.id, client_secret: secret, scope: '', resource: '' };
    const answer = await post({ ...form, unknown: '{}', __proto__x: 'y', constructor: 'z' });
    expect(answer.body.scope).toBe('read:suppliers read:orders');
  });

  it.each(['GET', 'PUT', 'DELETE'])('is called by POST, not by %s (RFC 6749, 3.2) [39]', async (method) => {
    const response = await fetch(`${service.baseUrl}/oauth/token`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
  });

  it('refuses large bodies and unknown paths in its own form', async () => {
    expectOAuthError(await post({ padding: 'x'.repeat(65_536) }), 'invalid_request', 413);
    expectOAuthError(await postForm(service, '/oauth/unknown', {}), 'invalid_request', 404);
  });
});

describe('the metadata (RFC 8414)', () => {
  const read = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${service.baseUrl}/.well-known/oauth-authorization-server`, { headers });
    return (await response.json()) as Record<string, any>;
  };

  it('name the public address whatever the request says (RFC 8414, 2 and 3.3) [55]', async () => {
    const metadata = await read({ 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' });
    expect(metadata['issuer']).toBe(service.baseUrl);
    expect(JSON.stringify(metadata)).not.toContain('evil');
    const line = 'GET /.well-known/oauth-authorization-server HTTP/1.1';
    const { text } = await rawRequest(service.port, requestBytes(line, { Connection: 'close' }));
    expect(JSON.parse(text)).toMatchObject({ issuer: service.baseUrl });
    expect(text).not.toContain('service.test');
  });

  it('name endpoints that answer (RFC 8414, 2) [55]', async () => {
    const metadata = await read();
    for (const [name, address] of Object.entries(metadata).filter(([key]) => key.endsWith('_endpoint'))) {
      const isPage = name === 'authorization_endpoint';
      const response = await fetch(address as string, { method: isPage ? 'GET' : 'POST' });
      expect([400, 401]).toContain(response.status);
    }
    expect((await fetch(service.baseUrl + OAUTH_PAGE_ROUTES.showDevice.path)).status).toBe(200);
  });
});
