import { readFileSync, statSync, writeFileSync, chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DEVICE_CODE, hostCompany, oauthError, PROFILE, type Reply, tokens } from './company-service.ts';
import { run, temporaryFolder } from './run.ts';

const PAGE: Reply = [200, { items: [], total: 0, page: 1, pageSize: 20, totalPages: 0, nextCursor: null }];

async function start(replies: Record<string, Reply[]> = {}) {
  const { baseUrl, received } = await hostCompany({
    '/oauth/device_authorization': [DEVICE_CODE],
    '/oauth/token': [tokens(1)],
    '/oauth/revoke': [[200, {}]],
    '/v1/profile': [PROFILE],
    '/v1/purchase-requests': [PAGE],
    ...replies,
  });
  const folder = temporaryFolder();
  const env = { PROCUREMENT_BASE_URL: baseUrl, XDG_CONFIG_HOME: folder };
  const file = join(folder, 'procurement-intents', 'login.json');
  const logIn = () => run(['login', '--client-id', 'cli_1'], env);
  const stored = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return { env, received, file, logIn, stored };
}

const formOf = ({ body }: { body: string }) => Object.fromEntries(new URLSearchParams(body));

it('shows where to confirm which code, waits for it, and keeps the login for its owner alone', async () => {
  const { env, received, file, logIn, stored } = await start({
    '/oauth/token': [oauthError('authorization_pending'), oauthError('server_error', 500), tokens(1)],
  });
  const { exitCode, stdout, stderr } = await logIn();
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  expect(stderr).toContain(
    'Open https://buy.example/oauth/device?user_code=BCDF-GHJK and confirm the code BCDF-GHJK.',
  );
  expect(stderr).toContain(`Logged in as zhang.san; kept in ${file}.`);
  expect(stderr).not.toMatch(/[ar]t_1/);
  expect(formOf(received[0] as never)).toEqual({ client_id: 'cli_1' });
  expect(formOf(received[3] as never)).toEqual({
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: 'dc_1',
    client_id: 'cli_1',
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(stored()).toMatchObject({
    baseUrl: env.PROCUREMENT_BASE_URL,
    accessToken: 'at_1',
    refreshToken: 'rt_1',
  });
});

it.each([
  ['access_denied', 1, 'access_denied'],
  ['expired_token', 1, 'expired_token'],
])('ends after %s with %i, and keeps nothing', async (code, exitCode, text) => {
  const { file, logIn } = await start({ '/oauth/token': [oauthError(code)] });
  expect(await logIn()).toMatchObject({ exitCode, stderr: expect.stringContaining(text) as string });
  expect(existsSync(file)).toBe(false);
});

it('needs the id of an OAuth client that may refresh its tokens', async () => {
  const { env, logIn } = await start({ '/oauth/token': [[200, { access_token: 'at_1', expires_in: 60 }]] });
  expect(await run(['login'], env)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('PROCUREMENT_CLIENT_ID') as string,
  });
  expect(await logIn()).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('may not refresh') as string,
  });
});

it('sends the token of the login, and keeps the one that replaces it when it is refused', async () => {
  const expired: Reply = [401, { error: { code: 'token_expired', message: 'no' } }];
  const { env, received, logIn, stored } = await start({
    '/oauth/token': [tokens(1), tokens(2)],
    '/v1/purchase-requests': [expired, PAGE],
  });
  await logIn();
  expect((await run(['requests', 'list'], env)).exitCode).toBe(0);
  const calls = received.slice(3);
  expect(calls.map(({ path, token }) => [path.split('?', 1)[0], token])).toEqual([
    ['/v1/purchase-requests', 'at_1'],
    ['/oauth/token', undefined],
    ['/v1/purchase-requests', 'at_2'],
  ]);
  expect(formOf(calls[1] as never)).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'rt_1',
    client_id: 'cli_1',
  });
  expect(stored()).toMatchObject({ accessToken: 'at_2', refreshToken: 'rt_2' });
});

it('renews a token that is about to end before it is sent', async () => {
  const { env, received, logIn } = await start({ '/oauth/token': [tokens(1, 30), tokens(2)] });
  await logIn();
  await run(['requests', 'list'], env);
  expect(received.at(-1)?.token).toBe('at_2');
});

it('says that the login has ended when it cannot be renewed', async () => {
  const { env, logIn } = await start({ '/oauth/token': [tokens(1, 1), oauthError('invalid_grant')] });
  await logIn();
  const { exitCode, stderr } = await run(['requests', 'list'], env);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('the login has ended');
  expect(stderr).toContain('what to do: Run `procurement-intents login`');
});

it('sends the tokens to no other address than that of the login', async () => {
  const { env, logIn } = await start();
  const other = await hostCompany({});
  await logIn();
  const { exitCode, stderr } = await run(['requests', 'list', '--base-url', other.baseUrl], env);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`the login is one at ${env.PROCUREMENT_BASE_URL}`);
  expect(other.received).toEqual([]);
});

it('refuses a login that other users can read, and what is no login, without showing it', async () => {
  const { env, file, logIn } = await start();
  await logIn();
  chmodSync(file, 0o644);
  expect((await run(['requests', 'list'], env)).stderr).toContain('chmod 600');
  chmodSync(file, 0o600);
  writeFileSync(file, '{"refreshToken": "rt_secret"');
  const { exitCode, stderr } = await run(['requests', 'list'], env);
  expect(exitCode).toBe(2);
  expect(stderr).not.toContain('rt_secret');
});

it('ends the login at the service and here, here also when the service cannot be reached', async () => {
  const { env, received, file, logIn } = await start({
    '/oauth/revoke': [
      [200, {}],
      [503, ''],
    ],
  });
  await logIn();
  expect(await run(['logout'], env)).toMatchObject({ exitCode: 0, stderr: 'Logged out.\n' });
  expect(formOf(received.at(-1) as never)).toEqual({ token: 'rt_1', client_id: 'cli_1' });
  expect(existsSync(file)).toBe(false);
  await logIn();
  expect((await run(['logout'], env)).stderr).toContain('warning: the service has not ended it');
  expect(existsSync(file)).toBe(false);
  expect((await run(['logout'], env)).stderr).toBe('Nobody has logged in here.\n');
});
