import { beforeAll, describe, expect, it } from 'vitest';
import { addPerson, callBearer } from '../support/bearer.ts';
import { addClient, expectOAuthError, getTokens, postToken, type TestClient } from '../support/oauth.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

let client: TestClient;
let username: string;
beforeAll(async () => {
  client = await addClient(service);
  ({ username } = await addPerson(service, ['read:orders', 'read:suppliers']));
});

const refresh = (token: string, form: Record<string, string> = {}, by = client) =>
  postToken(service, by, { grant_type: 'refresh_token', refresh_token: token, ...form });
const statusOf = async (credential: string): Promise<number> =>
  (await callBearer(service, 'GET', '/v1/profile', { credential })).status;

describe('a refresh token', () => {
  it('is exchanged for another one, and ends 10 s later with all its family (RFC 9700, 4.14.2) [46, 48]', async () => {
    const first = await getTokens(service, client, username);
    const second = await refresh(first.refresh_token);
    expect(second).toMatchObject({
      status: 200,
      body: { expires_in: 3600, scope: 'read:suppliers read:orders' },
    });
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    clock.advance(10_001);
    expect(await statusOf(second.body.access_token)).toBe(200);
    expectOAuthError(await refresh(first.refresh_token), 'invalid_grant');
    expectOAuthError(await refresh(second.body.refresh_token), 'invalid_grant');
    expect(await statusOf(first.access_token)).toBe(401);
    expect(await statusOf(second.body.access_token)).toBe(401);
  });

  it('that is sent again within 10 s gets the same successor: an answer may be lost', async () => {
    const { refresh_token: token } = await getTokens(service, client, username);
    const first = await refresh(token);
    clock.advance(10_000);
    const again = await refresh(token);
    expect(again.status).toBe(200);
    expect(again.body.refresh_token).toBe(first.body.refresh_token);
    expect(await statusOf(again.body.access_token)).toBe(200);
    expect((await refresh(again.body.refresh_token)).status).toBe(200);
  });

  it('whose successor was used ends the family, even within 10 s (RFC 9700, 4.14.2) [49]', async () => {
    const { refresh_token: token } = await getTokens(service, client, username);
    const second = await refresh(token);
    const third = await refresh(second.body.refresh_token);
    expectOAuthError(await refresh(token), 'invalid_grant');
    expect(await statusOf(third.body.access_token)).toBe(401);
    expectOAuthError(await refresh(third.body.refresh_token), 'invalid_grant');
  });

  it('whose salt was swept ends the family as a late one does', async () => {
    const { refresh_token: token } = await getTokens(service, client, username);
    await refresh(token);
    await service.database.$executeRaw`UPDATE "oauth_tokens" SET "salt" = NULL`;
    expectOAuthError(await refresh(token), 'invalid_grant');
  });

  it('narrows one access token, and the next refresh has all again (RFC 6749, 6) [50]', async () => {
    const { refresh_token: token } = await getTokens(service, client, username);
    const narrow = await refresh(token, { scope: 'read:orders' });
    expect(narrow.body.scope).toBe('read:orders');
    const profile = await callBearer(service, 'GET', '/v1/profile', { credential: narrow.body.access_token });
    expect(profile.body.scopes).toEqual(['read:orders']);
    expect((await refresh(narrow.body.refresh_token)).body.scope).toBe('read:suppliers read:orders');
  });

  it('never widens, and lives when it is asked to (RFC 6749, 6) [50]', async () => {
    const { refresh_token: token } = await getTokens(service, client, username, { scope: 'read:orders' });
    for (const scope of ['read:suppliers', 'read:orders read:suppliers', 'admin', 'unknown'])
      expectOAuthError(await refresh(token, { scope }), 'invalid_scope');
    expect(await refresh(token)).toMatchObject({ status: 200, body: { scope: 'read:orders' } });
  });

  it('of another client is refused and not revoked (RFC 6749, 6) [51]', async () => {
    const other = await addClient(service);
    const { refresh_token: token } = await getTokens(service, client, username);
    expectOAuthError(await refresh(token, {}, other), 'invalid_grant');
    const second = await refresh(token);
    clock.advance(11_000);
    expectOAuthError(await refresh(token, {}, other), 'invalid_grant');
    expect((await refresh(second.body.refresh_token)).status).toBe(200);
  });

  it('lasts 30 days', async () => {
    const { refresh_token: token } = await getTokens(service, client, username);
    const late = await getTokens(service, client, username);
    clock.advance(30 * 86_400_000 - 1000);
    expect((await refresh(token)).status).toBe(200);
    clock.advance(1000);
    expectOAuthError(await refresh(late.refresh_token), 'invalid_grant');
  });

  it('that nobody was given is refused', async () => {
    expectOAuthError(await refresh(`rt_${'0'.repeat(43)}`), 'invalid_grant');
    expectOAuthError(await refresh('x'), 'invalid_grant');
  });
});
