import { beforeAll, describe, expect, it } from 'vitest';
import {
  type BearerResources,
  clientCredentials,
  createBearerClient,
  type Credential,
  isBearerError,
  logIn,
} from '../../../../packages/sdk/src/bearer/index.ts';
import { type Person, person, requestBody, supplierBody } from '../procurement/support.ts';
import { addKey, addPerson, PASSWORD } from '../support/bearer.ts';
import { addClient } from '../support/oauth.ts';
import { service, useService } from '../support/use-service.ts';

useService();

const SCOPES = ['read:suppliers', 'write:suppliers', 'write:purchase-requests'] as const;
let buyer: Person;
let calls: BearerResources;
const connect = (credential: Credential) => createBearerClient({ baseUrl: service.baseUrl, credential });
beforeAll(async () => {
  buyer = await person(service, [...SCOPES, 'read:purchase-requests']);
  calls = connect((await addKey(service, buyer.id, [...SCOPES, 'read:purchase-requests'])).key);
});

/** A supplier as its types demand it. */
const supplier = () => supplierBody() as Parameters<BearerResources['suppliers']['create']>[0];
const request = () => requestBody(service) as Parameters<BearerResources['purchaseRequests']['create']>[0];

describe('the client of the SDK', () => {
  it('knows itself by each of its credentials', async () => {
    const { id, secret } = await addClient(service, { scopes: ['read:suppliers'] });
    const client = connect(clientCredentials({ clientId: id, clientSecret: secret ?? '' }));
    expect(await client.profile.get()).toMatchObject({
      kind: 'oauth_client',
      id,
      scopes: ['read:suppliers'],
    });
    expect(await calls.profile.get()).toMatchObject({ kind: 'api_key' });
    expect(await connect(() => buyer.token).profile.get()).toMatchObject({ kind: 'user', id: buyer.id });
  });

  it('logs a person in and out', async () => {
    const { id, username } = await addPerson(service, []);
    const session = logIn({ username, password: PASSWORD });
    const client = connect(session);
    expect(await client.profile.get()).toMatchObject({ kind: 'user', id });
    const countSessions = () => service.database.session.count({ where: { userId: id } });
    const before = await countSessions();
    await session.logOut();
    expect(await countSessions()).toBe(before - 1);
    expect(await client.profile.get()).toMatchObject({ kind: 'user', id });
    expect(await countSessions()).toBe(before);
  });

  it('gets no token for a wrong secret or an unknown scope', async () => {
    const { id, secret } = await addClient(service, { scopes: ['read:suppliers'] });
    const wrong = connect(clientCredentials({ clientId: id, clientSecret: `cs_${'0'.repeat(43)}` }));
    await expect(wrong.profile.get()).rejects.toMatchObject({
      code: 'invalid_client',
      operation: 'oauth.token',
    });
    const more = connect(clientCredentials({ clientId: id, clientSecret: secret ?? '', scope: 'admin' }));
    await expect(more.profile.get()).rejects.toMatchObject({ code: 'invalid_scope' });
  });

  it('goes on with a fresh token when the service has ended the old one', async () => {
    const { id, secret } = await addClient(service, { scopes: ['read:suppliers'] });
    const client = connect(clientCredentials({ clientId: id, clientSecret: secret ?? '' }));
    await client.profile.get();
    await service.database.oAuthToken.deleteMany({ where: { grant: { clientId: id } } });
    const profiles = await Promise.all([client.profile.get(), client.profile.get(), client.profile.get()]);
    expect(profiles).toHaveLength(3);
    expect(await service.database.oAuthToken.count({ where: { grant: { clientId: id } } })).toBe(1);
  });

  it('creates once for a key, and changes what it has read', async () => {
    const body = supplier();
    const options = { idempotencyKey: `key-${body.shopUrl}` };
    const { id, version } = await calls.suppliers.create(body, options);
    const again = await calls.suppliers.create(body, options).withResponse();
    expect([again.data.id, again.isReplayed]).toEqual([id, true]);
    const blocked = await calls.suppliers.update(id, { status: 'BLOCKED' }, { ifVersion: version });
    expect(blocked).toMatchObject({ status: 'BLOCKED', version: 2 });
    const stale: unknown = await calls.suppliers
      .update(id, { status: 'ACTIVE' }, { ifVersion: version })
      .catch((error: unknown) => error);
    expect(isBearerError(stale, 'conflict') && stale.data.current_version).toBe(2);
    await expect(calls.suppliers.delete(id)).resolves.toBeUndefined();
    await expect(calls.suppliers.get(id)).rejects.toMatchObject({ code: 'not_found', resourceId: id });
  });

  it('lists all pages, with the fields that it names', async () => {
    const made = await Promise.all([1, 2, 3].map(() => calls.suppliers.create(supplier())));
    const names: string[] = [];
    for await (const each of calls.suppliers.list({ fields: ['name'], pageSize: 2 })) {
      expect(Object.keys(each).toSorted()).toEqual(['id', 'name']);
      names.push(each.name);
    }
    for (const { name } of made) expect(names).toContain(name);
  });

  it('asks to buy, and a person approves; a key may not', async () => {
    const { id, version } = await calls.purchaseRequests.create(request());
    await expect(calls.purchaseRequests.approve(id)).rejects.toMatchObject({ code: 'forbidden' });
    const approver = await person(service, ['write:purchase-requests'], 1000_00n);
    const approved = await connect(() => approver.token).purchaseRequests.approve(
      id,
      { note: '预算内' },
      { ifVersion: version },
    );
    expect(approved).toMatchObject({ status: 'APPROVED', decidedBy: approver.id, decisionNote: '预算内' });
    const lacking = await connect((await addKey(service, buyer.id, ['read:suppliers'])).key)
      .purchaseRequests.get(id)
      .catch((error: unknown) => error);
    expect(isBearerError(lacking, 'insufficient_scope') && lacking.data.required_scope).toBe(
      'read:purchase-requests',
    );
  });
});
