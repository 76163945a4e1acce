import { expect, it, onTestFinished } from 'vitest';
import { callBearer } from '../support/bearer.ts';
import { type CommandRun, printedJson, runCommand } from '../support/run-command.ts';
import { startTestService } from '../support/test-service.ts';

async function start() {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const env = { DATABASE_URL: service.databaseUrl };
  const run = (command: 'users' | 'keys', args: readonly string[], input = ''): Promise<CommandRun> =>
    runCommand(command, args, { env, input });
  const json = (command: 'users' | 'keys', ...args: string[]): Promise<any> =>
    printedJson(run(command, [...args, '--json']));
  const logIn = (username: string, password: string) =>
    callBearer(service, 'POST', '/auth/login', { body: { username, password } });
  const profile = (credential: string) => callBearer(service, 'GET', '/v1/profile', { credential });
  return { service, run, json, logIn, profile };
}

it('adds a user who can log in, and changes the user', async () => {
  const { service, run, json, logIn } = await start();
  const added = await json('users', 'create', '--username', 'Wang', '--scopes', 'buyer,admin');
  expect(added).toMatchObject({ username: 'wang', displayName: 'Wang' });
  expect(added.scopes).toEqual(expect.arrayContaining(['admin', 'write:suppliers']));
  expect((await logIn('wang', added.password)).status).toBe(200);
  expect(await json('users', 'list')).toMatchObject([{ id: added.id, version: 1 }]);

  const args = ['create', '--username', 'lisi', '--scopes', 'requester', '--password-stdin', '--json'];
  const second = await run('users', args, 'a password from a pipe\n');
  expect(JSON.parse(second.stdout)).not.toHaveProperty('password');
  expect((await logIn('lisi', 'a password from a pipe')).status).toBe(200);
  const disabled = await json('users', 'disable', 'lisi');
  expect(disabled.disabledAt).toBeDefined();
  expect(await json('users', 'disable', 'lisi')).toEqual(disabled);
  expect((await logIn('lisi', 'a password from a pipe')).status).toBe(401);
  expect(await json('users', 'enable', 'lisi')).not.toHaveProperty('disabledAt');
  const { password } = await json('users', 'reset-password', 'lisi');
  expect((await logIn('lisi', password)).status).toBe(200);
  expect((await json('users', 'set-scopes', 'lisi', '--scopes', 'read:orders')).scopes).toEqual([
    'read:orders',
  ]);

  const events = await service.database.auditEvent.findMany({
    where: { actorKind: 'operator', action: { startsWith: 'user.' } },
  });
  expect(events.map(({ action }) => action).sort()).toEqual([
    'user.created',
    'user.created',
    'user.disabled',
    'user.enabled',
    'user.password_reset',
    'user.updated',
  ]);
});

it('makes a key that calls, and revokes it', async () => {
  const { json, profile } = await start();
  await json('users', 'create', '--username', 'wang', '--scopes', 'buyer');
  const made = await json('keys', 'create', '--user', 'wang', '--name', 'ERP', '--scopes', 'read:orders');
  expect((await profile(made.key)).body).toMatchObject({ id: made.id, scopes: ['read:orders'] });
  expect(await json('keys', 'list')).toMatchObject([{ id: made.id, hint: made.key.slice(0, 12) }]);
  await json('keys', 'revoke', made.id);
  expect((await profile(made.key)).status).toBe(401);
});

it('says in one line what is wrong', async () => {
  const { run, json } = await start();
  await json('users', 'create', '--username', 'wang', '--scopes', 'admin');
  const name = ['--username', 'wang'];
  for (const [command, args, text] of [
    ['users', ['create', ...name, '--scopes', ''], 'taken'],
    ['users', ['create', ...name, '--scopes', 'everything'], 'everything'],
    ['users', ['create', '--username', 'a b', '--scopes', ''], 'username'],
    ['users', ['disable', 'wang'], 'nobody else'],
    ['users', ['disable', 'nobody'], 'there is no user nobody'],
    ['users', ['create', '--username', 'lisi', '--scopes', '', '--password-stdin'], '12 to 128'],
    ['keys', ['create', '--user', 'nobody', '--name', 'x', '--scopes', ''], 'there is no user nobody'],
    ['keys', ['create', '--user', 'wang', '--name', 'x', '--scopes', '', '--ip', 'host'], '--ip'],
    ['keys', ['revoke', 'key_1'], 'there is no valid key key_1'],
  ] as const) {
    const { exitCode, stdout, stderr } = await run(command, args, 'short');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(text);
    expect(stderr).not.toMatch(/\bat \w+ \(|prisma/i);
  }
});

it.each([
  ['users', 'list'],
  ['keys', 'list'],
  ['clients', 'list'],
  ['apps', 'list'],
] as const)('%s explains its exit codes, and those of %s, which prints JSON', async (command, name) => {
  const [whole, one] = await Promise.all([
    runCommand(command, ['--help'], { env: {} }),
    runCommand(command, [name, '--help'], { env: {} }),
  ]);
  for (const { exitCode, stdout } of [whole, one]) {
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      'Exit codes: 0 done, 1 refused, incomplete or wrong usage, 3 the database does not answer',
    );
  }
  expect(one.stdout).toContain('--json');
});

it('exits with 3 when the database does not answer, and with 1 after a mistake', async () => {
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' };
  const gone = await runCommand('users', ['list'], { env });
  expect(gone).toMatchObject({ exitCode: 3, stdout: '' });
  expect(gone.stderr).toContain('the database does not answer');
  expect(await runCommand('users', ['list', '--no-such-option'], { env })).toMatchObject({ exitCode: 1 });
});
