import { beforeAll, describe, expect, it } from 'vitest';
import { addPerson, callBearer } from '../support/bearer.ts';
import {
  addClient,
  expectOAuthError,
  getCode,
  getTokens,
  newVerifier,
  postToken,
  REDIRECT_URI,
  type TestClient,
} from '../support/oauth.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

let client: TestClient;
let person: Awaited<ReturnType<typeof addPerson>>;
beforeAll(async () => {
  client = await addClient(service);
  person = await addPerson(service, ['read:orders', 'read:reports']);
});

const exchange = (code: string, form: Record<string, string> = {}, by = client) =>
  postToken(service, by, { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, ...form });
const profile = (credential: string) => callBearer(service, 'GET', '/v1/profile', { credential });

describe('a code', () => {
  it('gives tokens for what person, client and request all have (RFC 6749, 3.3 and 5.1) [16, 41, 43]', async () => {
    const { verifier, asked } = newVerifier();
    const answer = await exchange(await getCode(service, client, person.username, asked), {
      code_verifier: verifier,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^at_[0-9A-Za-z]{43}$/),
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^rt_[0-9A-Za-z]{43}$/),
        scope: 'read:orders',
      },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await profile(answer.body.access_token)).toMatchObject({
      status: 200,
      body: { kind: 'user', id: person.id, username: person.username, scopes: ['read:orders'] },
    });
  });

  it('needs the verifier of its challenge, and a wrong one uses it up (RFC 7636, 4.6; RFC 9700, 2.1.1) [23, 24, 26]', async () => {
    for (const form of [{}, { code_verifier: newVerifier().verifier }, { code_verifier: 'short' }]) {
      const { verifier, asked } = newVerifier();
      const code = await getCode(service, client, person.username, asked);
      expectOAuthError(await exchange(code, form), 'invalid_grant');
      expectOAuthError(await exchange(code, { code_verifier: verifier }), 'invalid_grant');
    }
  });

  it('without a challenge takes no verifier (RFC 9700, 4.8) [25]', async () => {
    const code = await getCode(service, client, person.username);
    expectOAuthError(await exchange(code, { code_verifier: newVerifier().verifier }), 'invalid_grant');
  });

  it.each(['', 'https://app.example/cb', 'http://127.0.0.1/cb'])(
    'needs the redirect URI of its request, not %j (RFC 6749, 4.1.3) [29]',
    async (redirectUri) => {
      const code = await getCode(service, client, person.username);
      expectOAuthError(await exchange(code, { redirect_uri: redirectUri }), 'invalid_grant');
      expectOAuthError(await exchange(code), 'invalid_grant');
    },
  );

  it('ends after 60 s (RFC 6749, 4.1.2) [27]', async () => {
    const code = await getCode(service, client, person.username);
    const late = await getCode(service, client, person.username);
    clock.advance(59_999);
    expect((await exchange(code)).status).toBe(200);
    clock.advance(1);
    expectOAuthError(await exchange(late), 'invalid_grant');
  });

  it('of one client is none for another, and stays (RFC 6749, 4.1.3) [28]', async () => {
    const other = await addClient(service);
    const code = await getCode(service, client, person.username);
    expectOAuthError(await exchange(code, {}, other), 'invalid_grant');
    const answer = await exchange(code);
    expect(answer.status).toBe(200);
    // The other client replays it: nothing of this client ends.
    expectOAuthError(await exchange(code, {}, other), 'invalid_grant');
    expect((await profile(answer.body.access_token)).status).toBe(200);
  });

  it('that is sent again ends what it gave (RFC 6749, 4.1.2; RFC 9700, 4.5) [31]', async () => {
    const code = await getCode(service, client, person.username);
    const { body } = await exchange(code);
    expectOAuthError(await exchange(code), 'invalid_grant');
    expect((await profile(body.access_token)).status).toBe(401);
    const form = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
    expectOAuthError(await postToken(service, client, form), 'invalid_grant');
  });

  it('gives no refresh token to a client without that grant', async () => {
    const plain = await addClient(service, { grantTypes: ['authorization_code'] });
    const answer = await exchange(await getCode(service, plain, person.username), {}, plain);
    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty('refresh_token');
  });

  it('of a public client is exchanged by its id alone, at any port of a loopback address (RFC 8252, 7.3) [8]', async () => {
    const native = await addClient(service, { isPublic: true });
    const redirectUri = 'http://127.0.0.1:49152/cb';
    const tokens = await getTokens(service, native, person.username, { redirect_uri: redirectUri });
    expect((await profile(tokens.access_token)).status).toBe(200);
  });
});

describe('an access token of a person', () => {
  it('loses a scope with the person, and ends with the person or the password, once and for all (B8) [52]', async () => {
    const users = service.bearer.identity.users;
    const other = await addPerson(service, ['read:orders', 'read:suppliers']);
    const change = async (changes: Parameters<typeof users.update>[1]['changes']) => {
      const row = await users.find(other.id);
      clock.advance(1);
      if (!row) throw new Error('no user');
      const actor = { kind: 'service', id: null, userId: null, ip: null, requestId: null } as const;
      await users.update(row, { actor, at: clock.now(), action: 'user.updated', changes });
    };
    const { access_token: token, refresh_token: refreshToken } = await getTokens(
      service,
      client,
      other.username,
    );
    await change({ scopes: ['read:suppliers'] });
    expect((await profile(token)).body.scopes).toEqual(['read:suppliers']);
    await change({ disabledAt: clock.now() });
    expect((await profile(token)).status).toBe(401);
    await change({ disabledAt: null });
    expect((await profile(token)).status).toBe(401);
    const next = await getTokens(service, client, other.username);
    await change({ passwordHash: 'another' });
    expect((await profile(next.access_token)).status).toBe(401);
    for (const refresh_token of [refreshToken, next.refresh_token]) {
      const form = { grant_type: 'refresh_token', refresh_token };
      expectOAuthError(await postToken(service, client, form), 'invalid_grant');
    }
  });

  it('expires after an hour, which is told for a day (B4)', async () => {
    const { access_token: token } = await getTokens(service, client, person.username);
    clock.advance(3600_000 - 1);
    expect((await profile(token)).status).toBe(200);
    clock.advance(1);
    expect(await profile(token)).toMatchObject({ status: 401, body: { error: { code: 'token_expired' } } });
    clock.advance(86_400_000);
    expect(await profile(token)).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
  });

  it('is taken from the header alone, and no other kind is one (RFC 6750, 2; RFC 9700, 4.3.2 and 4.15) [57, 65]', async () => {
    const code = await getCode(service, client, person.username);
    const tokens = await getTokens(service, client, person.username);
    expect((await callBearer(service, 'GET', `/v1/profile?access_token=${tokens.access_token}`)).status).toBe(
      401,
    );
    for (const other of [
      tokens.refresh_token,
      code,
      client.secret ?? '',
      `at_${tokens.refresh_token.slice(3)}`,
    ])
      expect((await profile(other)).status).toBe(401);
  });
});
