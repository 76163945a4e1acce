import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';

const SECRETS_KEY = randomBytes(32).toString('base64');
let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'apps-cli-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Run {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs the command as a person would, in an environment of its own. */
function apps(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const settings = {
    DATABASE_URL: database.url,
    SECRETS_KEY,
    DATA_DIR: dataDir,
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    ...env,
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'cli.ts'), ...args],
      { env: { PATH: process.env['PATH'] ?? '', ...settings } },
      (error, stdout, stderr) => resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

async function appsJson(...args: string[]): Promise<any> {
  const { exitCode, stdout, stderr } = await apps([...args, '--json']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

it('takes an App through its whole life', async () => {
  const created = await appsJson('create', '--name', 'shop', '--ip', '198.51.100.1', '2001:db8::/32');
  expect(created).toEqual({
    appId: expect.stringMatching(/^app_[0-9a-f]{32}$/),
    appSecret: expect.stringMatching(/^[\w-]{43}$/),
    name: 'shop',
    permissions: ['intents:read', 'intents:write'],
    ipAllowList: ['198.51.100.1', '2001:db8::/32'],
  });
  const { appId } = created;

  const rotated = await appsJson('rotate-secret', appId, '--grace-seconds', '60');
  expect(rotated.appId).toBe(appId);
  expect(rotated.appSecret).not.toBe(created.appSecret);

  expect(await appsJson('update', appId, '--any-ip', '--read-only')).toEqual({
    appId,
    ipAllowList: [],
    permissions: ['intents:read'],
  });
  expect(await appsJson('disable', appId)).toEqual({ appId, isDisabled: true });

  const listed = await apps(['list', '--json']);
  expect(JSON.parse(listed.stdout)).toEqual([
    {
      appId,
      name: 'shop',
      permissions: ['intents:read'],
      ipAllowList: [],
      webhookUrl: null,
      isDisabled: true,
      createdAt: expect.stringMatching(/Z$/),
    },
  ]);
  for (const { appSecret } of [created, rotated]) expect(listed.stdout).not.toContain(appSecret);
});

it.concurrent.each<[why: string, args: string[], env: Record<string, string>, message: string]>([
  ['a bad allow-list entry', ['create', '--name', 'b', '--ip', '10.1/16'], {}, '10.1/16 is neither'],
  ['a change of nothing', ['update', 'app_none'], {}, 'nothing to change'],
  ['a grace that is no number', ['rotate-secret', 'a', '--grace-seconds', '-1'], {}, 'whole seconds'],
  ['no database', ['list'], { DATABASE_URL: '' }, 'no database: start the service first'],
  ['a setting that is wrong', ['list'], { SECRETS_KEY: 'canary-key' }, 'SECRETS_KEY must be 32 bytes'],
])('refuses %s in one sentence on stderr', async (_why, args, env, message) => {
  const { exitCode, stdout, stderr } = await apps(args, env);
  expect(stdout).toBe('');
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/ {4}at |canary-key/);
  expect(exitCode).toBe(1);
});
