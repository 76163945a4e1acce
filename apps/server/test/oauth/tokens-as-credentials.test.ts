import { SCOPE_NAMES } from '@procurement-intents/contract/bearer';
import { beforeAll, describe, expect, it } from 'vitest';
import { requestBody } from '../procurement/support.ts';
import { addKey, addPerson, callBearer, expectBearerError } from '../support/bearer.ts';
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

useService({ trustedProxies: ['127.0.0.1'] });

let client: TestClient;
let person: Awaited<ReturnType<typeof addPerson>>;
beforeAll(async () => {
  client = await addClient(service, { scopes: SCOPE_NAMES });
  person = await addPerson(service, ['admin']);
});

const listUsers = (credential?: string) => callBearer(service, 'GET', '/v1/users', { credential });
const profile = (credential: string, headers = {}) =>
  callBearer(service, 'GET', '/v1/profile', { credential, headers });

describe('an access token', () => {
  it('that lost its scope with the person is refused with the scope that it needs (B8; RFC 6750, 3.1) [52, 58]', async () => {
    const { access_token: token } = await getTokens(service, client, person.username, { scope: 'admin' });
    expect((await listUsers(token)).status).toBe(200);
    await service.database.user.update({ where: { id: person.id }, data: { scopes: ['read:orders'] } });
    const answer = await listUsers(token);
    await service.database.user.update({ where: { id: person.id }, data: { scopes: ['admin'] } });
    expectBearerError(answer, 'insufficient_scope');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="admin"');
    expect((await listUsers(token)).status).toBe(200);
  });

  it('that lost its scope with the client is refused, too (B8) [52]', async () => {
    const other = await addClient(service, { scopes: ['admin'] });
    const { access_token: token } = await getTokens(service, other, person.username, { scope: 'admin' });
    await service.database.oAuthClient.update({ where: { id: other.id }, data: { scopes: ['read:orders'] } });
    expectBearerError(await listUsers(token), 'insufficient_scope');
  });

  it('is refused by its kind of error: none sent, a bad one, an expired one (RFC 6750, 3 and 3.1) [58]', async () => {
    const { access_token: token } = await getTokens(service, client, person.username);
    const none = await listUsers();
    expectBearerError(none, 'unauthorized');
    expect(none.headers.get('www-authenticate')).toBe('Bearer');
    clock.advance(3600_000);
    for (const [bad, code] of [
      [`at_${'0'.repeat(43)}`, 'unauthorized'],
      [token, 'token_expired'],
    ] as const) {
      const answer = await listUsers(bad);
      expectBearerError(answer, code);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
  });

  it('in a form is none (RFC 6750, 2) [57]', async () => {
    const { access_token: token } = await getTokens(service, client, person.username);
    const body = new URLSearchParams({ access_token: token }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await callBearer(service, 'PATCH', '/v1/profile', { rawBody: body, headers });
    expectBearerError(answer, 'unauthorized');
  });
});

describe('no kind of credential or id passes for another', () => {
  it('as a bearer token (RFC 9700, 4.15) [65]', async () => {
    const code = await getCode(service, client, person.username);
    const tokens = await getTokens(service, client, person.username);
    const device = (await postForm(service, '/oauth/device_authorization', {}, { client })).body;
    const digits = tokens.refresh_token.slice(3);
    const others = [tokens.refresh_token, code, client.secret ?? '', device.device_code, device.user_code];
    for (const other of [
      ...others,
      client.id,
      person.id,
      `at_${digits}`,
      `st_${digits}`,
      `ak_test_${digits}`,
    ])
      expectBearerError(await profile(other), 'unauthorized');
  });

  it('at the token endpoint (RFC 9700, 4.15) [65]', async () => {
    const code = await getCode(service, client, person.username);
    const tokens = await getTokens(service, client, person.username);
    for (const token of [code, tokens.access_token, person.token, client.secret ?? ''])
      expectOAuthError(
        await postToken(service, client, { grant_type: 'refresh_token', refresh_token: token }),
        'invalid_grant',
      );
    for (const other of [tokens.refresh_token, tokens.access_token])
      expectOAuthError(
        await postToken(service, client, { grant_type: 'authorization_code', code: other }),
        'invalid_grant',
      );
  });

  it('as the subject of a token (RFC 9700, 4.15) [65]', async () => {
    const subjectOf = async (token: string): Promise<string> =>
      (await postForm(service, '/oauth/introspect', { token }, { client })).body.sub;
    const own = await postToken(service, client, { grant_type: 'client_credentials' });
    const persons = await getTokens(service, client, person.username);
    expect(await subjectOf(own.body.access_token)).toMatch(/^cli_[0-9a-f]{32}$/);
    expect(await subjectOf(persons.access_token)).toMatch(/^usr_[0-9a-f]{32}$/);
  });
});

it('a client that acts for itself asks for nothing in the name of a maker who was disabled', async () => {
  const maker = await addPerson(service, ['admin']);
  const scopes = ['read:orders', 'write:purchase-requests'] as const;
  const made = await addClient(service, { scopes: [...scopes], makerId: maker.id });
  const { body } = await postToken(service, made, { grant_type: 'client_credentials' });
  const ask = () =>
    callBearer(service, 'POST', '/v1/purchase-requests', {
      credential: body.access_token,
      body: requestBody(service),
    });
  const asked = await ask();
  expect([asked.status, asked.body.requestedBy]).toEqual([201, maker.id]);

  const setDisabledAt = (disabledAt: Date | null) =>
    service.database.user.update({ where: { id: maker.id }, data: { disabledAt } });
  await setDisabledAt(new Date());
  const refused = await ask();
  expectBearerError(refused, 'forbidden');
  expect(refused.body.error.reason).toBe('the credential belongs to no person');
  const orders = await callBearer(service, 'GET', '/v1/orders', { credential: body.access_token });
  expect(orders.status).toBe(200);

  await setDisabledAt(null);
  expect((await ask()).status).toBe(201);
});

it('an API key with a list is taken from an address of it, however that is written (B4) [62]', async () => {
  const { key } = await addKey(service, person.id, ['admin'], { ipAllowList: ['198.51.100.0/24'] });
  for (const [from, status] of [
    ['198.51.100.7', 200],
    ['::ffff:198.51.100.7', 200],
    ['::ffff:c633:6407', 200],
    ['::ffff:198.51.101.7', 403],
    ['2001:db8::c633:6407', 403],
  ] as const)
    expect((await profile(key, { 'X-Forwarded-For': from })).status, from).toBe(status);
});
