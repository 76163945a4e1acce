import { CALLER_RATES } from '@procurement-intents/contract';
import { LIFETIMES } from '@procurement-intents/contract/bearer';
import { apiKeyOf } from '@procurement-intents/domain/bearer';
import { describe, expect, it } from 'vitest';
import { addKey, addPerson, callBearer, expectBearerError, PASSWORD } from '../support/bearer.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

const PROFILE = '/v1/profile';
const profile = (credential?: string, headers = {}) =>
  callBearer(service, 'GET', PROFILE, { credential, headers });

describe('a session token', () => {
  it('says who its person is, for an hour', async () => {
    const person = await addPerson(service, ['read:orders']);
    const answer = await profile(person.token);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        kind: 'user',
        id: person.id,
        username: person.username,
        scopes: ['read:orders'],
        environment: 'test',
      },
    });
    clock.advance(LIFETIMES.sessionTokenSeconds * 1000);
    const expired = await profile(person.token);
    expectBearerError(expired, 'token_expired');
    expect(expired.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    clock.advance(LIFETIMES.expiredSeconds * 1000);
    expectBearerError(await profile(person.token), 'unauthorized');
  });

  it('ends at the log-out, and only it (OWASP Session) [61]', async () => {
    const { id, token, username } = await addPerson(service, []);
    const login = { body: { username, password: PASSWORD } };
    const other = (await callBearer(service, 'POST', '/auth/login', login)).body.token as string;
    const answer = await callBearer(service, 'POST', '/auth/logout', { credential: token });
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expectBearerError(await profile(token), 'unauthorized');
    expect((await profile(other)).body.id).toBe(id);
  });

  it('has the scopes that the person has now, and none once the person is disabled', async () => {
    const { id, token } = await addPerson(service, ['read:orders', 'write:orders']);
    await service.database.user.update({ where: { id }, data: { scopes: ['read:orders'] } });
    expect((await profile(token)).body.scopes).toEqual(['read:orders']);
    await service.database.user.update({ where: { id }, data: { disabledAt: clock.now() } });
    expectBearerError(await profile(token), 'unauthorized');
  });
});

describe('an API key', () => {
  it('says which key it is, with what key and maker both have', async () => {
    const maker = await addPerson(service, ['read:orders', 'read:suppliers']);
    const { id, key } = await addKey(service, maker.id, ['read:orders', 'write:orders']);
    expect((await profile(key)).body).toMatchObject({
      kind: 'api_key',
      id,
      displayName: 'a key',
      scopes: ['read:orders'],
    });
    expect((await profile(key)).body).not.toHaveProperty('username');
  });

  it('is refused once it is revoked or its maker is disabled (B4) [62]', async () => {
    const maker = await addPerson(service, ['admin']);
    const [one, other] = await Promise.all([1, 2].map(() => addKey(service, maker.id, ['admin'])));
    await service.database.apiKey.update({ where: { id: one?.id ?? '' }, data: { revokedAt: clock.now() } });
    expectBearerError(await profile(one?.key), 'unauthorized');
    expect((await profile(other?.key)).status).toBe(200);
    await service.database.user.update({ where: { id: maker.id }, data: { disabledAt: clock.now() } });
    expectBearerError(await profile(other?.key), 'unauthorized');
  });

  it('never expires', async () => {
    const maker = await addPerson(service, []);
    const { key } = await addKey(service, maker.id, []);
    clock.advance(10 * 365 * 86_400_000);
    expect((await profile(key)).status).toBe(200);
  });

  it('of the other environment, or with a wrong checksum, is refused without a query (B4) [62]', async () => {
    const maker = await addPerson(service, []);
    const { key } = await addKey(service, maker.id, []);
    const live = apiKeyOf('live', key.slice('ak_test_'.length, -6));
    const typo = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    await service.database.$executeRaw`ALTER TABLE "api_keys" RENAME TO "api_keys_away"`;
    try {
      for (const wrong of [live, typo, `${key}0`, 'ak_test_', 'xx_1']) {
        const answer = await profile(wrong);
        expectBearerError(answer, 'unauthorized');
        expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      }
    } finally {
      await service.database.$executeRaw`ALTER TABLE "api_keys_away" RENAME TO "api_keys"`;
    }
  });

  it('is refused at an address that its list does not hold, which the answer names (B4) [62]', async () => {
    const maker = await addPerson(service, []);
    const { key } = await addKey(service, maker.id, [], { ipAllowList: ['198.51.100.0/24'] });
    const answer = await profile(key);
    expectBearerError(answer, 'forbidden');
    expect(answer.body.error.address).toBe('127.0.0.1');
    const local = await addKey(service, maker.id, [], { ipAllowList: ['127.0.0.0/8'] });
    expect((await profile(local.key)).status).toBe(200);
  });

  it('is served behind an address that guesses, whose guesses are refused', async () => {
    const maker = await addPerson(service, []);
    const { key } = await addKey(service, maker.id, []);
    const guess = () => profile(`at_${'0'.repeat(43)}`);
    const guesses = await Promise.all(Array.from({ length: CALLER_RATES.authFailure + 20 }, guess));
    const count = (wanted: number) => guesses.filter(({ status }) => status === wanted).length;
    expect([count(401), count(429)]).toEqual([CALLER_RATES.authFailure, 20]);
    expectBearerError(await guess(), 'rate_limited');
    expectBearerError(await callBearer(service, 'GET', '/v1/profile'), 'rate_limited');
    expect((await profile(key)).status).toBe(200);
    expect((await profile(maker.token)).status).toBe(200);
  });

  it('may call 100 times a second', async () => {
    const maker = await addPerson(service, []);
    const { key } = await addKey(service, maker.id, []);
    const served = await Promise.all(Array.from({ length: 100 }, () => profile(key)));
    expect(served.map(({ status }) => status)).not.toContain(429);
    const over = await profile(key);
    expectBearerError(over, 'rate_limited');
    expect(over.headers.get('x-ratelimit-remaining')).toBe('0');
    expect((await profile(maker.token)).status).toBe(200);
    clock.advance(1000);
    expect((await profile(key)).status).toBe(200);
  });
});

describe('a credential', () => {
  it('is looked for in Authorization alone (RFC 6750, 2 and 3) [57, 58]', async () => {
    const { token } = await addPerson(service, []);
    for (const answer of [
      await profile(),
      await profile(undefined, { Authorization: `Basic ${token}` }),
      await callBearer(service, 'GET', `${PROFILE}?access_token=${token}`),
    ]) {
      expectBearerError(answer, 'unauthorized');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect((await profile(undefined, { Authorization: `bearer ${token}` })).status).toBe(200);
  });

  it('that is used is noted once a minute', async () => {
    const maker = await addPerson(service, []);
    const { id, key } = await addKey(service, maker.id, []);
    const lastUse = () => service.database.credentialUse.findUnique({ where: { credentialId: id } });
    await profile(key);
    const first = clock.now();
    await expect.poll(async () => (await lastUse())?.lastUsedAt).toEqual(first);
    clock.advance(59_000);
    await profile(key);
    clock.advance(1000);
    await profile(key);
    await expect.poll(async () => (await lastUse())?.lastUsedAt).toEqual(clock.now());
  });
});
