import { bearerContract } from '@procurement-intents/contract/bearer';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  addPerson,
  type BearerAnswer,
  type BearerCall,
  callBearer,
  expectBearerError,
  PASSWORD,
} from '../support/bearer.ts';
import { addClient, expectOAuthError, getTokens, postToken, REDIRECT_URI } from '../support/oauth.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

let admin: { id: string; token: string };
beforeAll(async () => {
  admin = await addPerson(service, ['admin']);
});

const CLIENTS = '/v1/oauth-clients';
const call = (method: string, path: string, options: BearerCall = {}): Promise<BearerAnswer> =>
  callBearer(service, method, path, { credential: admin.token, ...options });
const NEW = {
  name: 'Ledger',
  scopes: ['read:orders'],
  grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
  redirectUris: [REDIRECT_URI],
};
const register = async (more = {}) => (await call('POST', CLIENTS, { body: { ...NEW, ...more } })).body;
const CREDENTIALS = { grant_type: 'client_credentials' };
const profile = (credential: string) => callBearer(service, 'GET', '/v1/profile', { credential });
const expectShape = (schema: unknown, answer: BearerAnswer) =>
  expect((schema as z.ZodType).parse(answer.body)).toEqual(answer.body);
const actionsOf = async (subjectId: string, action?: string) => {
  const events = await service.database.auditEvent.findMany({
    where: { subjectId, ...(action && { action }) },
    orderBy: { id: 'asc' },
  });
  for (const event of events) {
    expect(event).toMatchObject({ actorKind: 'user', actorId: admin.id, ip: '127.0.0.1' });
    expect(JSON.stringify([event.before, event.after])).not.toMatch(/cs_|[hH]ash/);
  }
  return events.map(({ action }) => action);
};

describe('OAuth clients', () => {
  it('are registered, read, changed, disabled, enabled and deleted, each with its record', async () => {
    const added = await call('POST', CLIENTS, { body: NEW });
    expect(added.status).toBe(201);
    expectShape(bearerContract.createOAuthClient.responses[201], added);
    expect(added.headers.get('cache-control')).toBe('no-store');
    expect(added.headers.get('etag')).toBe('"1"');
    const { secret, ...client } = added.body;
    expect(client).toMatchObject({ ...NEW, isPublic: false, userId: admin.id, version: 1 });
    const path = `${CLIENTS}/${client.id}`;
    expect((await call('GET', path)).body).toEqual(client);
    const known = { id: client.id, secret };
    const given = await postToken(service, known, CREDENTIALS);
    expect(given.body.scope).toBe('read:orders');

    const body = { name: 'Accounts', scopes: ['read:suppliers'] };
    const changed = await call('PATCH', path, { body, headers: { 'If-Match': '"1"' } });
    expect(changed).toMatchObject({
      status: 200,
      body: { ...client, ...body, updatedAt: expect.any(String), version: 2 },
    });
    expect((await profile(given.body.access_token)).body.scopes).toEqual([]);
    expect((await call('PATCH', path, { body: {} })).body.version).toBe(2);
    const stale = await call('POST', `${path}/disable`, { headers: { 'If-Match': '"1"' } });
    expectBearerError(stale, 'conflict');
    expect(stale.body.error.current_version).toBe(2);

    expect((await call('POST', `${path}/disable`)).body).toMatchObject({
      version: 3,
      disabledAt: expect.any(String),
    });
    expect((await call('POST', `${path}/disable`)).body.version).toBe(3);
    expectBearerError(await profile(given.body.access_token), 'unauthorized');
    expectOAuthError(await postToken(service, known, CREDENTIALS), 'invalid_client', 401);
    expect((await call('POST', `${path}/enable`)).body).not.toHaveProperty('disabledAt');
    expect((await profile(given.body.access_token)).status).toBe(200);

    expectBearerError(await call('DELETE', path, { headers: { 'If-Match': '"1"' } }), 'conflict');
    expect((await call('DELETE', path, { headers: { 'If-Match': '"4"' } })).status).toBe(204);
    expectBearerError(await call('GET', path), 'not_found');
    expectBearerError(await call('DELETE', path), 'not_found');
    expectBearerError(await profile(given.body.access_token), 'unauthorized');
    expectOAuthError(await postToken(service, known, CREDENTIALS), 'invalid_client', 401);
    expect(await service.database.oAuthGrant.count({ where: { clientId: client.id } })).toBe(0);
    expect(await actionsOf(client.id)).toEqual(
      ['created', 'updated', 'disabled', 'enabled', 'deleted'].map((verb) => `oauth_client.${verb}`),
    );
  });

  it('go alone, with their own key, and only as they were read', async () => {
    const keyed = (key: string) => ({ body: NEW, headers: { 'Idempotency-Key': key } });
    const gone = (await call('POST', CLIENTS, keyed('gone'))).body;
    const kept = (await call('POST', CLIENTS, keyed('kept'))).body;
    const { clients } = service.bearer.clients;
    const actor = { kind: 'user', id: admin.id, userId: admin.id, ip: '127.0.0.1', requestId: '' } as const;
    const before = await clients.find(kept.id);
    if (!before) throw new Error('the client is not there');
    expect(await clients.remove({ ...before, version: 9 }, { actor, at: clock.now() })).toBe(false);
    expect(await actionsOf(kept.id, 'oauth_client.deleted')).toEqual([]);
    expect((await call('DELETE', `${CLIENTS}/${gone.id}`)).status).toBe(204);
    expect((await call('GET', `${CLIENTS}/${kept.id}`)).status).toBe(200);
    expect((await call('POST', CLIENTS, keyed('kept'))).body.id).toBe(kept.id);
    expect((await clients.list()).map(({ id }) => id)).toContain(kept.id);
    expect((await clients.list()).map(({ id }) => id)).not.toContain(gone.id);
  });

  it('have a new secret, with the old one for a while', async () => {
    const client = await register();
    const path = `${CLIENTS}/${client.id}/rotate-secret`;
    const options = { body: { overlapSeconds: 60 }, headers: { 'If-Match': '"1"' } };
    const rotated = await call('POST', path, options);
    expect(rotated.headers.get('cache-control')).toBe('no-store');
    expectShape(bearerContract.rotateOAuthClientSecret.responses[200], rotated);
    expect(rotated.body.previousSecretUntil).toBe(new Date(clock.now().getTime() + 60_000).toISOString());
    expectBearerError(await call('POST', path, options), 'conflict');
    const [old, next] = [client, rotated.body];
    expect((await postToken(service, old, CREDENTIALS)).status).toBe(200);
    expect((await postToken(service, next, CREDENTIALS)).status).toBe(200);
    clock.advance(60_000);
    expectOAuthError(await postToken(service, old, CREDENTIALS), 'invalid_client', 401);
    expect((await postToken(service, next, CREDENTIALS)).status).toBe(200);
    expect(await actionsOf(client.id)).toContain('oauth_client.secret_rotated');
    const open = await register({ isPublic: true, grantTypes: ['authorization_code'] });
    expect(open).not.toHaveProperty('secret');
    const refused = await call('POST', `${CLIENTS}/${open.id}/rotate-secret`, { body: {} });
    expectBearerError(refused, 'conflict');
    expect(refused.body.error.reason).toContain('public client');
  });

  it('are registered once under an Idempotency-Key, show the secret the first time alone, and free the key with their end', async () => {
    const options = { body: NEW, headers: { 'Idempotency-Key': 'client-1' } };
    const first = await call('POST', CLIENTS, options);
    const { secret, ...client } = first.body;
    expect(secret).toMatch(/^cs_/);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    const second = await call('POST', CLIENTS, options);
    expect(second.body).toEqual(client);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const other = { ...options, body: { ...NEW, name: 'Other' } };
    expectBearerError(await call('POST', CLIENTS, other), 'conflict');
    expect((await call('DELETE', `${CLIENTS}/${client.id}`)).status).toBe(204);
    const again = await call('POST', CLIENTS, options);
    expect([again.status, again.body.id === client.id]).toEqual([201, false]);
    expect(again.body.secret).not.toBe(secret);
  });

  it.each([
    [{ redirectUris: [] }, 'redirectUris'],
    [{ redirectUris: ['http://app.example/cb'] }, 'redirectUris.0'],
    [{ redirectUris: Array.from({ length: 11 }, () => REDIRECT_URI) }, 'redirectUris'],
    [{ scopes: [] }, 'scopes'],
    [{ isPublic: true }, 'grantTypes'],
    [{ grantTypes: ['password'] }, 'grantTypes.0'],
    [{ name: 'a\u2028b' }, 'name'],
    [{ secret: 'cs_x' }, 'secret'],
  ])('are not registered with %j', async (more, field) => {
    const before = await service.database.oAuthClient.count();
    const answer = await call('POST', CLIENTS, { body: { ...NEW, ...more } });
    expectBearerError(answer, 'validation_failed');
    expect(answer.body.error.errors.map((problem: { field: string }) => problem.field)).toEqual([field]);
    expect(await service.database.oAuthClient.count()).toBe(before);
  });

  it('are not changed into what no client may be', async () => {
    const { id } = await register();
    const path = `${CLIENTS}/${id}`;
    for (const body of [{ redirectUris: [] }, { grantTypes: ['client_credentials'] }, { isPublic: true }])
      expectBearerError(await call('PATCH', path, { body }), 'validation_failed');
    expect((await call('GET', path)).body.version).toBe(1);
    for (const unknown of ['cli_0', `cli_${'0'.repeat(32)}`])
      expectBearerError(await call('PATCH', `${CLIENTS}/${unknown}`, { body: {} }), 'not_found');
  });
});

describe('consents', () => {
  const listOf = async (userId: string) =>
    (await call('GET', `/v1/consents?filter[userId]=${userId}&sortOrder=asc`)).body.items;

  it('are listed while they last, and end with all tokens of that person and client', async () => {
    const [client, otherClient] = [await addClient(service), await addClient(service)];
    const [person, other] = [
      await addPerson(service, ['read:orders']),
      await addPerson(service, ['read:orders']),
    ];
    const give = (by = client, who = person) => getTokens(service, by, who.username);
    const [first, second] = [await give(), await give()];
    const kept = [await give(otherClient), await give(client, other)];
    expect((await profile(first.access_token)).status).toBe(200);
    const items = await listOf(person.id);
    expect(items).toHaveLength(3);
    expect(items[0]).toMatchObject({
      userId: person.id,
      clientId: client.id,
      clientName: 'Ledger',
      scopes: ['read:orders'],
    });
    const path = `/v1/consents/${items[0].id}`;
    expect((await call('DELETE', path)).status).toBe(204);
    for (const { access_token, refresh_token } of [first, second]) {
      expectBearerError(await profile(access_token), 'unauthorized');
      const again = await postToken(service, client, { grant_type: 'refresh_token', refresh_token });
      expectOAuthError(again, 'invalid_grant');
    }
    for (const { access_token } of kept) expect((await profile(access_token)).status).toBe(200);
    expect((await listOf(person.id)).map(({ clientId }: { clientId: string }) => clientId)).toEqual([
      otherClient.id,
    ]);
    expectBearerError(await call('DELETE', path), 'not_found');
    expect(await actionsOf(items[0].id, 'consent.ended')).toHaveLength(1);
  });

  it('are listed no more once they have expired, or the password has changed', async () => {
    const client = await addClient(service);
    const person = await addPerson(service, ['read:orders']);
    await getTokens(service, client, person.username);
    expect(await listOf(person.id)).toHaveLength(1);
    const body = { password: `${PASSWORD}!` };
    expect((await call('POST', `/v1/users/${person.id}/reset-password`, { body })).status).toBe(200);
    expect(await listOf(person.id)).toEqual([]);
    const another = await addPerson(service, ['read:orders']);
    await getTokens(service, client, another.username);
    expect(await listOf(another.id)).toHaveLength(1);
    await service.database.oAuthToken.updateMany({ data: { expiresAt: clock.now() } });
    expect(await listOf(another.id)).toEqual([]);
  });

  it('that a client has given itself are none', async () => {
    const client = await addClient(service);
    await postToken(service, client, CREDENTIALS);
    const [grant] = await service.database.oAuthGrant.findMany({ where: { clientId: client.id } });
    const { body } = await call('GET', `/v1/consents?filter[clientId]=${client.id}`);
    expect(body.items).toEqual([]);
    expectBearerError(await call('DELETE', `/v1/consents/${grant?.id}`), 'not_found');
    expectBearerError(await call('DELETE', '/v1/consents/gra_0'), 'not_found');
  });
});
