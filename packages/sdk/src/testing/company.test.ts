import { http } from 'msw';
import { setupServer } from 'msw/node';
import { describe, expect, it } from 'vitest';
import { clientCredentials, createBearerClient, logIn } from '../bearer/index.ts';
import { createTestService } from './index.ts';

describe('the company of a service', () => {
  it('has a key, two people and an OAuth client by default', async () => {
    const service = createTestService();
    const [requester, approver] = service.people;
    const [key] = service.apiKeys;
    const [client] = service.oauthClients;
    if (!approver || !key || !client) throw new Error('a member is missing');
    expect(await service.company().profile.get()).toMatchObject({ kind: 'api_key', scopes: ['admin'] });
    expect(key.madeBy).toBe(requester.username);
    const session = logIn(approver);
    const person = service.company({ credential: session });
    expect(await person.profile.get()).toMatchObject({ kind: 'user', id: approver.id });
    await session.logOut();
    expect(await person.profile.update({ displayName: '李四' })).toMatchObject({ displayName: '李四' });
    const program = await service.company({ credential: clientCredentials(client) }).profile.get();
    expect(program).toMatchObject({ kind: 'oauth_client', id: client.clientId });
    expect(program.scopes).not.toContain('admin');
  });

  it('has the members that are given, each with its own scopes', async () => {
    const service = createTestService({
      people: [{ username: 'zhang.san', scopes: ['read:suppliers'], approvalLimit: 99.5 }],
      apiKeys: [{ key: 'ak_of_tests', scopes: ['read:suppliers', 'write:suppliers'] }],
      oauthClients: [],
    });
    expect(service.people).toMatchObject([{ username: 'zhang.san', approvalLimit: 99.5 }]);
    const { profile } = service.company({ credential: 'ak_of_tests' });
    // A key may never do more than its maker.
    expect(await profile.get()).toMatchObject({ scopes: ['read:suppliers'] });
    expect(() => createTestService({ apiKeys: [{ madeBy: 'nobody' }] })).toThrow(
      new TypeError('no person "nobody" is registered'),
    );
  });

  it('renews a token that has ended', async () => {
    const service = createTestService({ now: Date.now() });
    const [client] = service.oauthClients;
    if (!client) throw new Error('the client is missing');
    const { profile } = service.company({ credential: clientCredentials(client) });
    await profile.get();
    service.clock.advance(3_600_000);
    expect(await profile.get()).toMatchObject({ kind: 'oauth_client' });
    expect(service.requests.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
      'oauth.token 200',
      'profile.get 200',
      'profile.get 401',
      'oauth.token 200',
      'profile.get 200',
    ]);
  });

  it('forgets tokens and failures at a reset', async () => {
    const service = createTestService();
    const [person] = service.people;
    const wrong = service.company({ credential: logIn({ ...person, password: 'wrong' }), maxRetries: 0 });
    for (let count = 0; count < 11; count += 1)
      await expect(wrong.profile.get()).rejects.toThrow(/auth\.login/);
    expect(service.requests.at(-1)?.status).toBe(429);
    service.reset();
    expect(await service.company({ credential: logIn(person) }).profile.get()).toMatchObject({
      kind: 'user',
    });
  });
});

describe('a purchase request', () => {
  it('is bought once another person has approved it', async () => {
    const service = createTestService({ graceMs: 5000, now: Date.now() });
    const [requester, approver = requester] = service.people;
    const { purchaseRequests } = service.company({ credential: logIn(requester) });
    const { id } = await purchaseRequests.create(service.purchaseRequest({ title: '键盘' }));
    await expect(purchaseRequests.approve(id)).rejects.toMatchObject({ data: { reason: 'own request' } });
    const approved = await service
      .company({ credential: logIn(approver) })
      .purchaseRequests.approve(id, { note: '预算内' });
    expect(approved).toMatchObject({ status: 'APPROVED', requestedBy: requester.id, decidedBy: approver.id });
    expect(service.intents()).toMatchObject([{ id: approved.intentId, status: 'SUBMITTED' }]);
    service.clock.advance(5000);
    expect(await purchaseRequests.get(id)).toMatchObject({ status: 'ORDERED', version: 3 });
    const { orders, reports } = service.company();
    expect(await orders.list()).toMatchObject({ total: 1, items: [{ intentId: approved.intentId }] });
    expect(await reports.spend({ groupBy: 'app' })).toMatchObject({ total: { orders: 1, net: 398 } });
    service.reset();
    expect(await purchaseRequests.list()).toMatchObject({ total: 0 });
  });

  it('fails as the rules of purchases say, and its reservation ends', async () => {
    const service = createTestService();
    service.purchases.fail({ title: '键盘' }, 'OUT_OF_STOCK');
    const [, approver] = service.people;
    if (!approver) throw new Error('nobody approves');
    const { contracts, purchaseRequests, suppliers } = service.company();
    const wanted = service.purchaseRequest({ title: '键盘', quantity: 1, price: 80 });
    const shop = { name: '专营店', platform: wanted.platform, shopUrl: new URL('/', wanted.productUrl).href };
    const { id: supplierId } = await suppliers.create(shop);
    const days = { validFrom: '2020-01-01', validTo: '2999-12-31' };
    const lines = [{ productUrl: wanted.productUrl, maxUnitPrice: 80 }];
    const draft = { supplierId, title: '协议', ...days, lines, maxAmount: 100 };
    const { id: contractId } = await contracts.create(draft);
    await contracts.activate(contractId);
    const { id } = await purchaseRequests.create({ ...wanted, contractId });
    const decisions = service.company({ credential: logIn(approver) });
    service.purchases.hold({});
    await decisions.purchaseRequests.approve(id);
    expect(await contracts.get(contractId)).toMatchObject({ reserved: 80 });
    await expect(purchaseRequests.create({ ...wanted, contractId })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    service.purchases.fail({}, 'OUT_OF_STOCK');
    expect(await contracts.get(contractId)).toMatchObject({ reserved: 0, spent: 0 });
    expect(await purchaseRequests.get(id)).toMatchObject({ status: 'FAILED' });
  });
});

describe('faults of the company’s side', () => {
  it('are refusals by its own codes, or by the names that all operations have', async () => {
    const service = createTestService();
    const { profile } = service.company({ maxRetries: 0 });
    service.fail('profile.get', { error: 'conflict', data: { reason: 'for a test' } });
    await expect(profile.get()).rejects.toMatchObject({ code: 'conflict', data: { reason: 'for a test' } });
    service.fail('*', { error: 'UNAVAILABLE' });
    await expect(profile.get()).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    service.fail('profile.get', { error: 'rate_limited', retryAfterSeconds: 7 });
    await expect(profile.get()).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
    service.fail('profile.get', { status: 502 });
    await expect(profile.get()).rejects.toMatchObject({ code: 'unknown', status: 502 });
  });

  it('lose an answer that is then asked for again', async () => {
    const service = createTestService();
    service.fail('profile.update', { drop: 'answer' });
    const { profile } = service.company({ credential: logIn(service.people[0]) });
    expect(await profile.update({ displayName: '王五' })).toMatchObject({ displayName: '王五' });
    expect(service.requests.filter(({ operation }) => operation === 'profile.update')).toHaveLength(2);
  });

  it('are a TypeError for an operation or a code that it does not have', () => {
    const service = createTestService();
    expect(() => service.fail('createIntent', { error: 'conflict' })).toThrow(/unknown error "conflict"/);
    expect(() => service.fail('oauth.token', { error: 'conflict' })).toThrow(/unknown error "conflict"/);
    expect(() => service.fail('users.list' as 'profile.get', { drop: 'answer' })).toThrow(
      /unknown operation "users.list"/,
    );
  });
});

it('is intercepted at one address only: other services have paths like its own', async () => {
  const service = createTestService();
  expect(service.handlers(http)).toHaveLength(1);
  const baseUrl = 'https://procurement.example';
  const network = setupServer(...service.handlers(http, baseUrl));
  network.listen();
  try {
    const client = createBearerClient({ baseUrl, credential: logIn(service.people[0]) });
    expect(await client.profile.get()).toMatchObject({ username: service.people[0].username });
    const missing = await fetch(`${baseUrl}/v1/users`);
    expect([missing.status, await missing.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
  } finally {
    network.close();
  }
});
