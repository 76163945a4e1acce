import { DEVICE_GRANT } from '@procurement-intents/contract/oauth';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SERVICE } from '../../src/audit/record-change.ts';
import { rotateClientSecret } from '../../src/oauth/manage-clients.ts';
import { addPerson, callBearer, PASSWORD } from '../support/bearer.ts';
import { dumpDatabase, findSecrets } from '../support/find-secrets.ts';
import {
  addClient,
  authorizePath,
  formTokenIn,
  getCode,
  getTokens,
  newVerifier,
  openConsent,
  PageVisitor,
  postForm,
  postToken,
  type TestClient,
} from '../support/oauth.ts';
import { clock, service, useService } from '../support/use-service.ts';

/** All that the process writes: its log, and what passes by it. */
const written: string[] = [];
const keep = (chunk: unknown): void => void written.push(String(chunk));
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      keep(chunk);
      done();
    },
  }),
);
useService({ log });
beforeAll(() => {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    vi.spyOn(stream, 'write').mockImplementation((...args: unknown[]) => {
      keep(args[0]);
      return write(...args);
    });
  }
});
afterAll(() => void vi.restoreAllMocks());

const CHANGED = 'a second password of this run';

/** Makes people, sessions and keys, and says what must never be seen of them. */
async function usePeople() {
  const admin = await addPerson(service, ['admin']);
  const call = (method: string, path: string, body?: object, credential = admin.token) =>
    callBearer(service, method, path, { credential, body });
  const { key } = (await call('POST', '/v1/api-keys', { name: 'x', scopes: ['admin'] })).body;
  const user = { username: 'somebody', password: 'the first password', displayName: 'x', scopes: [] };
  const { id } = (await call('POST', '/v1/users', user)).body;
  await call('POST', `/v1/users/${id}/reset-password`, { password: 'a password that was reset' });
  await call('PATCH', '/v1/profile', { password: CHANGED, oldPassword: PASSWORD });
  const login = (password: string) => call('POST', '/auth/login', { username: admin.username, password });
  const session = (await login(CHANGED)).body.token;
  await login('a wrong password of this run');
  await call('GET', `/v1/profile?api_key=${key}`, undefined, key);
  await call('GET', '/v1/users', undefined, `${key.slice(0, -1)}!`);
  return {
    firstSession: admin.token,
    session,
    key,
    password: PASSWORD,
    firstPassword: user.password,
    resetPassword: 'a password that was reset',
    changedPassword: CHANGED,
    wrongPassword: 'a wrong password of this run',
  };
}

/** Runs every grant. */
async function useGrants(client: TestClient, username: string) {
  const { verifier, asked } = newVerifier();
  const code = await getCode(service, client, username, asked);
  await postToken(service, client, { grant_type: 'authorization_code', code, code_verifier: verifier });
  const tokens = await getTokens(service, client, username);
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  const refreshed = (await postToken(service, client, refresh)).body;
  const own = (await postToken(service, client, { grant_type: 'client_credentials' })).body;
  for (const token of [tokens.access_token, refreshed.refresh_token])
    await postForm(service, '/oauth/introspect', { token }, { client });
  await callBearer(service, 'GET', '/v1/profile', { credential: refreshed.access_token });
  await callBearer(service, 'GET', `/v1/profile?access_token=${refreshed.access_token}`);
  await postForm(service, '/oauth/revoke', { token: own.access_token }, { client });
  await postForm(service, `/oauth/token?client_secret=${client.secret}&code=${code}`, refresh);
  await postToken(service, { ...client, secret: 'cs_wrong_secret_of_a_test' }, refresh);
  return {
    code,
    verifier,
    firstAccess: tokens.access_token,
    firstRefresh: tokens.refresh_token,
    access: refreshed.access_token,
    refresh: refreshed.refresh_token,
    ownAccess: own.access_token,
    clientSecret: client.secret ?? '',
    wrongSecret: 'cs_wrong_secret_of_a_test',
  };
}

/** Logs in on pages, by a code and by a device. */
async function usePages(client: TestClient, username: string) {
  const begun = (await postForm(service, '/oauth/device_authorization', {}, { client })).body;
  const poll = { grant_type: DEVICE_GRANT, device_code: begun.device_code };
  await postToken(service, client, poll);
  const visitor = new PageVisitor(service);
  const { pathname, search } = new URL(begun.verification_uri_complete);
  await visitor.get(pathname + search);
  const login = { user_code: begun.user_code, username, password: PASSWORD };
  const consent = await visitor.follow(await visitor.post('/oauth/device', login));
  const deviceCookie = visitor.cookie?.split('=')[1] ?? '';
  const deviceForm = formTokenIn(consent.html);
  await visitor.post('/oauth/interaction/consent', { form_token: deviceForm, decision: 'allow' });
  const given = (await postToken(service, client, poll)).body;
  const other = new PageVisitor(service);
  const page = await openConsent(other, authorizePath(client), username);
  return {
    device: begun.device_code,
    userCode: begun.user_code,
    plainUserCode: begun.user_code.replace('-', ''),
    deviceCookie,
    deviceForm,
    cookie: other.cookie?.split('=')[1] ?? '',
    form: formTokenIn(page.html),
    deviceAccess: given.access_token,
    deviceRefresh: given.refresh_token,
  };
}

describe('a whole run', () => {
  it('leaves no code, token, key, secret, cookie, user code or password in the database or in what it prints (RFC 9700, 4.5) [63]', async () => {
    const client = await addClient(service);
    const { username } = await addPerson(service, ['read:orders']);
    const target = { id: client.id, ifMatch: undefined, actor: SERVICE };
    const rotated = await rotateClientSecret(service.bearer.clients, { ...target, overlapSeconds: 60 });
    const secrets: Record<string, string> = {
      ...(await usePeople()),
      ...(await useGrants(client, username)),
      ...(await usePages({ ...client, secret: rotated.secret }, username)),
      rotatedSecret: rotated.secret ?? '',
    };
    for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(7);
    const first = await dumpDatabase(service);
    // A day later all have ended, and what tries them is refused and logged.
    clock.advance(86_400_000);
    for (const credential of [secrets['session'], secrets['access'], secrets['refresh'], secrets['code']])
      await callBearer(service, 'GET', '/v1/profile', { credential });
    const texts = { first, later: await dumpDatabase(service), printed: written.join('') };
    expect(texts.first).toContain(client.id);
    for (const operation of ['exchangeToken', 'createApiKey', 'confirmDevice'])
      expect(texts.printed).toContain(operation);
    for (const [place, text] of Object.entries(texts)) expect(findSecrets(text, secrets), place).toEqual([]);
  });

  it('would be found with one in it, in any form', () => {
    const secret = `at_${'0aZ9'.repeat(11).slice(1)}`;
    for (const text of [
      secret,
      secret.slice(3),
      Buffer.from(`cli_1:${secret}`).toString('base64'),
      Buffer.from(`x${secret}x`).toString('base64url'),
      Buffer.from(`xy${secret}`).toString('base64'),
      `\\x${Buffer.from(secret).toString('hex')}`,
      Buffer.from(secret.slice(3)).toString('hex').toUpperCase(),
    ])
      expect(findSecrets(`before ${text} after`, { secret })).toEqual(['secret']);
    expect(findSecrets('nothing', { secret })).toEqual([]);
  });
});
