import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import ts from 'typescript';
import { describe, expect, it, vi } from 'vitest';
import { byPath, give, giveTokens, refuseBearer } from '../../test/bearer-replies.ts';
import { answer, startService, type Received, type Reply } from '../../test/start-service.ts';
import {
  clientCredentials,
  createBearerClient,
  isBearerError,
  logIn,
  TimeoutError,
  type GetToken,
} from './index.ts';

const PROFILE = { kind: 'user', id: 'usr_1' };
const SECRET = 'cs_of-the-oauth-client';
const client = { clientId: 'cli_1', clientSecret: SECRET, scope: 'read:orders' };
const person = { username: 'zhang.san', password: 'correct horse battery' };

/** Answers calls with `valid` alone, in the form that the service has for expired ones otherwise. */
const forToken =
  (isValid: (token: string) => boolean): Reply =>
  (request, response) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    (isValid(token) ? give(PROFILE) : refuseBearer('token_expired'))(request, response);
  };

const tokensOf = (received: Received[]) =>
  received.flatMap(({ headers: { authorization } }) => authorization?.replace('Bearer ', '') ?? []);
const countOf = (received: Received[], path: string) => received.filter((each) => each.path === path).length;

describe('an API key', () => {
  it('is sent with every call, and not again after it was refused', async () => {
    const { baseUrl, received } = await startService(refuseBearer('unauthorized'));
    const calls = createBearerClient({ baseUrl, credential: 'ak_test_1' });
    await expect(calls.profile.get()).rejects.toMatchObject({
      code: 'unauthorized',
      status: 401,
      operation: 'profile.get',
      attempts: 1,
      retryable: false,
      requestId: 'req_test',
    });
    expect(tokensOf(received)).toEqual(['ak_test_1']);
  });

  it('is in no error, even when it is no header', async () => {
    const calls = createBearerClient({ baseUrl: 'http://localhost:1', credential: 'ak_test_\n1' });
    const error: unknown = await calls.profile.get().catch((each: unknown) => each);
    expect(error).toBeInstanceOf(TypeError);
    expect(String((error as Error).stack)).not.toContain('ak_test_');
    expect(() => createBearerClient({ baseUrl: 'http://localhost:1', credential: '' })).toThrow(
      'credential is missing',
    );
  });
});

describe('the credentials of an OAuth client', () => {
  const service = (profile: Reply, tokens = giveTokens()) =>
    startService(byPath({ '/oauth/token': tokens, '/v1/profile': profile }));

  it('give one token for all calls at once', async () => {
    const { baseUrl, received } = await service(give(PROFILE));
    const calls = createBearerClient({ baseUrl, credential: clientCredentials(client) });
    await Promise.all(Array.from({ length: 20 }, () => calls.profile.get()));
    await calls.profile.get();
    expect(countOf(received, '/oauth/token')).toBe(1);
    expect(new Set(tokensOf(received))).toEqual(new Set(['at_1']));
    expect(received[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'cli_1',
      client_secret: SECRET,
      scope: 'read:orders',
    });
  });

  it('give a new token before the old one ends', async () => {
    const { baseUrl, received } = await service(give(PROFILE));
    const calls = createBearerClient({ baseUrl, credential: clientCredentials(client) });
    const startedAt = performance.now();
    const now = vi.spyOn(performance, 'now');
    try {
      await calls.profile.get();
      now.mockImplementation(() => startedAt + 3_539_000);
      await calls.profile.get();
      now.mockImplementation(() => startedAt + 3_550_000);
      await Promise.all([calls.profile.get(), calls.profile.get()]);
    } finally {
      now.mockRestore();
    }
    expect(tokensOf(received)).toEqual(['at_1', 'at_1', 'at_2', 'at_2']);
  });

  it('are renewed once for all calls whose token was refused, each of which is sent once more', async () => {
    const { baseUrl, received } = await service(forToken((token) => token === 'at_2'));
    const calls = createBearerClient({ baseUrl, credential: clientCredentials(client) });
    const profiles = await Promise.all(Array.from({ length: 10 }, () => calls.profile.get()));
    expect(profiles).toHaveLength(10);
    expect(countOf(received, '/oauth/token')).toBe(2);
    expect(countOf(received, '/v1/profile')).toBe(20);
  });

  it('are not renewed again for a call whose fresh token is refused', async () => {
    const { baseUrl, received } = await service(forToken(() => false));
    const calls = createBearerClient({ baseUrl, credential: clientCredentials(client) });
    await expect(calls.profile.get()).rejects.toMatchObject({ code: 'token_expired', attempts: 2 });
    expect(countOf(received, '/oauth/token')).toBe(2);
  });

  it('are renewed once for a call, whatever the next refusal is', async () => {
    const refusals = [refuseBearer('token_expired'), refuseBearer('unauthorized')];
    const { baseUrl, received } = await service((...exchange) =>
      (refusals.shift() ?? give(PROFILE))(...exchange),
    );
    const calls = createBearerClient({ baseUrl, credential: clientCredentials(client) });
    await expect(calls.profile.get()).rejects.toMatchObject({ code: 'unauthorized', attempts: 2 });
    expect(countOf(received, '/oauth/token')).toBe(2);
  });

  it('that are wrong are refused at once, in an error without them', async () => {
    const refusal = JSON.stringify({ error: 'invalid_client', error_description: 'no such client' });
    const { baseUrl, received } = await service(give(PROFILE), answer(401, refusal));
    const calls = createBearerClient({ baseUrl, credential: clientCredentials(client) });
    const error: unknown = await calls.profile.get().catch((each: unknown) => each);
    expect(error).toMatchObject({ code: 'invalid_client', operation: 'oauth.token', attempts: 1 });
    expect(isBearerError(error, 'invalid_client')).toBe(true);
    expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain(SECRET);
    expect(received).toHaveLength(1);
  });

  it('are asked for by the retries of the token alone, and then for the next call anew', async () => {
    let isUp = false;
    const tokens = giveTokens();
    const { baseUrl, received } = await service(give(PROFILE), (...exchange) =>
      (isUp ? tokens : answer(503, ''))(...exchange),
    );
    const calls = createBearerClient({ baseUrl, credential: clientCredentials(client), maxRetries: 1 });
    await expect(calls.profile.get()).rejects.toMatchObject({ code: 'unknown', operation: 'oauth.token' });
    expect(received).toHaveLength(2);
    isUp = true;
    await expect(calls.profile.get()).resolves.toEqual(PROFILE);
  });

  it('do not hold a call longer than it may take, nor end for others when it is aborted', async () => {
    let give: (() => void) | undefined;
    const tokens = giveTokens();
    const { baseUrl } = await service(
      forToken((token) => token === 'at_1'),
      (...exchange) => {
        give = () => tokens(...exchange);
      },
    );
    const calls = createBearerClient({ baseUrl, credential: clientCredentials(client) });
    const reason = new Error('no longer needed');
    const controller = new AbortController();
    const aborted = calls.profile.get({ signal: controller.signal });
    const late = calls.profile.get({ timeoutMs: 50 });
    const patient = calls.profile.get();
    await expect(late).rejects.toBeInstanceOf(TimeoutError);
    controller.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    await vi.waitUntil(() => give);
    give?.();
    await expect(patient).resolves.toEqual(PROFILE);
  });
});

describe('a person', () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  let sessions = 0;
  const service = (logOut: Reply = answer(204, '')) =>
    startService(
      byPath({
        '/auth/login': (...exchange) => give({ token: `st_${(sessions += 1)}`, expiresAt })(...exchange),
        '/auth/logout': logOut,
        '/v1/profile': give(PROFILE),
      }),
    );

  it('sends name and password, and nothing else of the object that it is made of', async () => {
    const { baseUrl, received } = await service();
    const credential = logIn({ ...person, id: 'usr_1' } as typeof person);
    await createBearerClient({ baseUrl, credential }).profile.get();
    const login = received.find(({ path }) => path === '/auth/login');
    expect(JSON.parse(login?.body ?? '')).toEqual(person);
  });

  it('is logged in with the first call, out on demand, and in again with the next', async () => {
    sessions = 0;
    const { baseUrl, received } = await service();
    const session = logIn(person);
    const calls = createBearerClient({ baseUrl, credential: session });
    await session.logOut();
    await Promise.all([calls.profile.get(), calls.profile.get()]);
    await session.logOut();
    await session.logOut();
    await calls.profile.get();
    expect(received.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/auth/login', undefined],
      ['/v1/profile', 'Bearer st_1'],
      ['/v1/profile', 'Bearer st_1'],
      ['/auth/logout', 'Bearer st_1'],
      ['/auth/login', undefined],
      ['/v1/profile', 'Bearer st_2'],
    ]);
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(person);
  });

  it('is logged out when the session has ended already', async () => {
    const { baseUrl } = await service(refuseBearer('token_expired'));
    const session = logIn(person);
    const calls = createBearerClient({ baseUrl, credential: session });
    await calls.profile.get();
    await expect(session.logOut()).resolves.toBeUndefined();
  });
});

describe('a function that returns a token', () => {
  it('is called for each attempt, and after a refusal with the token that was refused', async () => {
    const { baseUrl, received } = await startService(forToken((token) => token === 'fresh'));
    const getToken = vi.fn<GetToken>((refused) => Promise.resolve(refused === 'old' ? 'fresh' : 'old'));
    const calls = createBearerClient({ baseUrl, credential: getToken });
    await calls.profile.get();
    expect(tokensOf(received)).toEqual(['old', 'fresh']);
    expect(getToken.mock.calls).toEqual([[undefined], ['old']]);
  });

  it('ends the call with its own error', async () => {
    const reason = new Error('not logged in');
    const calls = createBearerClient({
      baseUrl: 'http://localhost:1',
      credential: () => Promise.reject(reason),
    });
    await expect(calls.profile.get()).rejects.toBe(reason);
  });
});

it('the function of the README is asked once for all calls that wait, of all clients that share it', async () => {
  const readme = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');
  const [, snippet = ''] = /```ts\n(declare function issueToken[^`]*)const tenants/.exec(readme) ?? [];
  const { outputText } = ts.transpileModule(snippet, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  let count = 0;
  const issueToken = async () => `at_${(count += 1)}`;
  const getToken = (
    compileFunction(`${outputText}; return getToken;`, ['issueToken']) as (issue: object) => GetToken
  )(issueToken);
  let isRevoked = false;
  const { baseUrl, received } = await startService(
    forToken((token) => token === (isRevoked ? 'at_2' : 'at_1')),
  );
  const clients = [1, 2, 3].map(() => createBearerClient({ baseUrl, credential: getToken }));
  const callAll = () => Promise.all(clients.flatMap(({ profile }) => [profile.get(), profile.get()]));
  await callAll();
  expect([...new Set(tokensOf(received))]).toEqual(['at_1']);
  isRevoked = true;
  await callAll();
  await callAll();
  expect(tokensOf(received).slice(-6)).toEqual(Array.from({ length: 6 }, () => 'at_2'));
  expect(count).toBe(2);
});
