import { beforeAll, describe, expect, it } from 'vitest';
import { addPerson, callBearer } from '../support/bearer.ts';
import {
  addClient,
  expectOAuthError,
  getCode,
  getTokens,
  postForm,
  postToken,
  type TestClient,
} from '../support/oauth.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

let client: TestClient;
let person: Awaited<ReturnType<typeof addPerson>>;
beforeAll(async () => {
  client = await addClient(service);
  person = await addPerson(service, ['read:orders', 'read:suppliers']);
});

const revoke = (
  token: string,
  { by = client, ...form }: { by?: TestClient; token_type_hint?: string } = {},
) => postForm(service, '/oauth/revoke', { token, ...form }, { client: by });
const introspect = (token: string, by: TestClient | null = client) =>
  postForm(service, '/oauth/introspect', { token }, { client: by });
const refresh = (token: string) =>
  postToken(service, client, { grant_type: 'refresh_token', refresh_token: token });
const statusOf = async (credential: string): Promise<number> =>
  (await callBearer(service, 'GET', '/v1/profile', { credential })).status;

describe('a revocation (RFC 7009)', () => {
  it('of an access token ends it alone (2.1) [53]', async () => {
    const tokens = await getTokens(service, client, person.username);
    expect(await revoke(tokens.access_token)).toMatchObject({ status: 200, body: {} });
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
  });

  it('of a refresh token ends all of its grant, whatever the hint (2.1) [53]', async () => {
    const tokens = await getTokens(service, client, person.username);
    const hint = { token_type_hint: 'access_token' };
    expect((await revoke(tokens.refresh_token, hint)).status).toBe(200);
    expect(await statusOf(tokens.access_token)).toBe(401);
    expectOAuthError(await refresh(tokens.refresh_token), 'invalid_grant');
  });

  it('of an unknown token is answered the same (2.2) [53]', async () => {
    for (const token of ['x', `at_${'0'.repeat(43)}`, person.token])
      expect(await revoke(token)).toMatchObject({ status: 200, body: {} });
    expect(await statusOf(person.token)).toBe(200);
  });

  it("of another client's token changes nothing (2.1) [53]", async () => {
    const other = await addClient(service);
    const tokens = await getTokens(service, client, person.username);
    await revoke(tokens.access_token, { by: other });
    await revoke(tokens.refresh_token, { by: other });
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
  });

  it('needs the client and a token (2.1) [53]', async () => {
    expectOAuthError(await revoke('x', { by: { ...client, secret: 'wrong' } }), 'invalid_client', 401);
    expectOAuthError(await postForm(service, '/oauth/revoke', {}, { client }), 'invalid_request');
  });
});

describe('an introspection (RFC 7662)', () => {
  it('shows a client its own tokens (2.2)', async () => {
    const tokens = await getTokens(service, client, person.username);
    expect((await introspect(tokens.access_token)).body).toMatchObject({
      active: true,
      client_id: client.id,
      sub: person.id,
      username: person.username,
      scope: 'read:suppliers read:orders',
      token_type: 'Bearer',
      iss: service.baseUrl,
    });
    expect((await introspect(tokens.refresh_token)).body).toMatchObject({ active: true, sub: person.id });
  });

  it('says of all others no more than that they are not active (2.2) [54]', async () => {
    const code = await getCode(service, client, person.username);
    const tokens = await getTokens(service, client, person.username);
    const other = await addClient(service);
    const used = await getTokens(service, client, person.username);
    await refresh(used.refresh_token);
    const inactive = ['x', code, used.refresh_token, person.token];
    for (const token of inactive) expect((await introspect(token)).body).toEqual({ active: false });
    expect((await introspect(tokens.access_token, other)).body).toEqual({ active: false });
    clock.advance(3600_000);
    expect((await introspect(tokens.access_token)).body).toEqual({ active: false });
  });

  it('shows any token to a client with the scope admin', async () => {
    const tokens = await getTokens(service, client, person.username);
    const admin = await addClient(service, { scopes: ['admin'] });
    expect((await introspect(tokens.access_token, admin)).body).toMatchObject({
      active: true,
      sub: person.id,
    });
  });

  it('needs a confidential client (2.1)', async () => {
    expectOAuthError(await introspect('x', null), 'invalid_client', 401);
    const native = await addClient(service, { isPublic: true });
    expectOAuthError(await introspect('x', native), 'invalid_client', 401);
  });
});
