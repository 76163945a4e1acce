import { MINUTE_RATES } from '@procurement-intents/contract';
import { randomBytes } from 'node:crypto';
import { DEVICE_GRANT, OAUTH_LIMITS } from '@procurement-intents/contract/oauth';
import { beforeAll, describe, expect, it } from 'vitest';
import { addPerson, callBearer, PASSWORD } from '../support/bearer.ts';
import {
  addClient,
  expectOAuthError,
  formTokenIn,
  PageVisitor,
  postForm,
  postToken,
  type TestClient,
} from '../support/oauth.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

let client: TestClient;
let person: Awaited<ReturnType<typeof addPerson>>;
beforeAll(async () => {
  client = await addClient(service, { isPublic: true });
  person = await addPerson(service, ['read:orders', 'read:suppliers']);
});

interface Device {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
}
async function begin(scope = 'read:orders'): Promise<Device> {
  const answer = await postForm(service, '/oauth/device_authorization', { scope }, { client });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return answer.body;
}
const poll = (device: Device, by = client) =>
  postToken(service, by, { grant_type: DEVICE_GRANT, device_code: device.device_code });
const logIn = (visitor: PageVisitor, userCode: string, password = PASSWORD) =>
  visitor.post('/oauth/device', { user_code: userCode, username: person.username, password });

async function decide(device: Device, decision: 'allow' | 'deny') {
  const visitor = new PageVisitor(service);
  const consent = await visitor.follow(
    await logIn(visitor, device.user_code.toLowerCase().replace('-', ' ')),
  );
  return visitor.post('/oauth/interaction/consent', { form_token: formTokenIn(consent.html), decision });
}

describe('a device flow (RFC 8628)', () => {
  it('gives tokens once the person has allowed it, and once only (3.5) [59]', async () => {
    const device = await begin();
    expect(device).toMatchObject({
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${service.baseUrl}/oauth/device`,
      verification_uri_complete: `${service.baseUrl}/oauth/device?user_code=${device.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    expectOAuthError(await poll(device), 'authorization_pending');
    expect((await decide(device, 'allow')).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 20 }, () => poll(device)));
    const given = answers.filter(({ status }) => status === 200);
    expect(given).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 200) expectOAuthError(answer, 'invalid_grant');
    const tokens = given[0]?.body;
    expect(tokens).toMatchObject({ scope: 'read:orders', refresh_token: expect.stringMatching(/^rt_/) });
    const profile = await callBearer(service, 'GET', '/v1/profile', { credential: tokens.access_token });
    expect(profile.body).toMatchObject({ kind: 'user', id: person.id });
    expectOAuthError(await poll(device), 'invalid_grant');
  });

  it('ends with a denial (3.5) [59]', async () => {
    const device = await begin();
    expect((await decide(device, 'deny')).status).toBe(200);
    expectOAuthError(await poll(device), 'access_denied');
    expect((await logIn(new PageVisitor(service), device.user_code)).status).toBe(400);
  });

  it('slows a client down that polls too often, 5 s each time (3.5) [59]', async () => {
    const device = await begin();
    expectOAuthError(await poll(device), 'authorization_pending');
    clock.advance(5000);
    expectOAuthError(await poll(device), 'authorization_pending');
    clock.advance(4999);
    expectOAuthError(await poll(device), 'slow_down');
    clock.advance(9999);
    expectOAuthError(await poll(device), 'slow_down');
    clock.advance(15_000);
    expectOAuthError(await poll(device), 'authorization_pending');
  });

  it('expires after 10 minutes (3.5) [59]', async () => {
    const device = await begin();
    clock.advance(600_000);
    expectOAuthError(await poll(device), 'expired_token');
    expect((await logIn(new PageVisitor(service), device.user_code)).status).toBe(400);
  });

  it("of another client is unknown, and its user code no device's secret (3.4)", async () => {
    const device = await begin();
    const other = await addClient(service, { isPublic: true });
    expectOAuthError(await poll(device, other), 'invalid_grant');
    expectOAuthError(await poll({ ...device, device_code: device.user_code }), 'invalid_grant');
    expectOAuthError(await poll(device), 'authorization_pending');
  });

  it('is decided in the browser that has logged in, with the form of that page', async () => {
    const device = await begin();
    const visitor = new PageVisitor(service);
    await logIn(visitor, device.user_code);
    const answer = await visitor.post('/oauth/interaction/consent', { form_token: 'x', decision: 'allow' });
    expect(answer.status).toBe(403);
    expectOAuthError(await poll(device), 'authorization_pending');
  });

  it('is not looked up for a form of another site, and asks again after a wrong password', async () => {
    const device = await begin();
    const visitor = new PageVisitor(service);
    const form = { user_code: device.user_code, username: person.username, password: 'wrong password' };
    const foreign = await visitor.post('/oauth/device', form, { Origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect(foreign.html).toContain('不是来自本页面');
    const again = await visitor.post('/oauth/device', form);
    expect(again.html).toContain('用户名或密码错误');
    expect(again.html).toContain(device.user_code);
    expectOAuthError(await poll(device), 'authorization_pending');
  });

  it('looks up ten wrong user codes a minute, and then not even a right one (5.1) [59]', async () => {
    clock.advance(60_000);
    const device = await begin();
    const wrong = await Promise.all(
      Array.from({ length: 30 }, () => logIn(new PageVisitor(service), 'BBBB-BBBB')),
    );
    expect(wrong.filter(({ status }) => status === 400)).toHaveLength(10);
    expect((await logIn(new PageVisitor(service), device.user_code)).status).toBe(429);
    clock.advance(60_000);
    expect((await logIn(new PageVisitor(service), device.user_code)).status).toBe(303);
  });

  it('is begun so often a minute by one address for one public client', async () => {
    clock.advance(60_000);
    const [busy, other] = [await addClient(service, { isPublic: true }), client];
    const start = (by: TestClient) => postForm(service, '/oauth/device_authorization', {}, { client: by });
    const answers = await Promise.all(
      Array.from({ length: MINUTE_RATES.deviceStarts + 10 }, () => start(busy)),
    );
    const begun = answers.filter(({ status }) => status === 200);
    expect(begun).toHaveLength(MINUTE_RATES.deviceStarts);
    const refused = await start(busy);
    expectOAuthError(refused, 'temporarily_unavailable', 429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await start(other)).status).toBe(200);
    const where = { clientId: busy.id };
    expect(await service.database.oAuthDevice.count({ where })).toBe(begun.length);
    clock.advance(60_000);
    expect((await start(busy)).status).toBe(200);
  });

  it('waits for a person at most a thousand times for one client', async () => {
    clock.advance(60_000);
    const full = await addClient(service, {});
    const { pendingDevices } = OAUTH_LIMITS;
    const start = () =>
      postForm(service, '/oauth/device_authorization', { scope: 'read:orders' }, { client: full });
    const { device_code: first } = (await start()).body;
    const times = { createdAt: clock.now(), expiresAt: new Date(clock.now().getTime() + 300_000) };
    const data = Array.from({ length: pendingDevices - 1 }, () => ({
      hash: randomBytes(32),
      userCodeHash: randomBytes(32),
      clientId: full.id,
      state: 'pending',
      intervalSeconds: 5,
      ...times,
    }));
    await service.database.oAuthDevice.createMany({ data });
    expectOAuthError(await start(), 'temporarily_unavailable', 429);
    expect((await postForm(service, '/oauth/device_authorization', {}, { client })).status).toBe(200);
    expectOAuthError(
      await postToken(service, full, { grant_type: DEVICE_GRANT, device_code: first }),
      'authorization_pending',
    );
    clock.advance(300_000);
    expect((await start()).status).toBe(200);
  });

  it('is for clients with this grant and scopes of theirs (3.1)', async () => {
    const other = await addClient(service, { grantTypes: ['client_credentials'], redirectUris: [] });
    const ask = (form: Record<string, string>, by: TestClient) =>
      postForm(service, '/oauth/device_authorization', form, { client: by });
    expectOAuthError(await ask({}, other), 'unauthorized_client');
    expectOAuthError(await ask({ scope: 'admin' }, client), 'invalid_scope');
  });
});
