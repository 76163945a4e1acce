import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { prepareWorkspace, withLock } from './prepare-workspace.mjs';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

function makeDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'prepare-workspace-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

function write(file: string, text: string, mode = 0o644): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text, { mode });
}

/** A checkout whose `npx` records its arguments and installs a lockfile and a Node. */
function makeCheckout() {
  const root = makeDir();
  write(join(root, 'package.json'), '{ "packageManager": "pnpm@1.2.3+sha512.abc" }');
  write(join(root, 'pnpm-lock.yaml'), 'lockfile: 1\n');
  const install =
    'mkdir -p node_modules/.pnpm node_modules/.bin; cp pnpm-lock.yaml node_modules/.pnpm/lock.yaml; : > node_modules/.bin/node';
  const setInstaller = (script: string) =>
    write(join(root, 'path', 'npx'), `#!/bin/sh\necho "$@" >> calls\n${script}\n`, 0o755);
  setInstaller(install);
  const env = { PATH: `${join(root, 'path')}:/usr/bin:/bin` };
  return {
    root,
    install,
    setInstaller,
    prepare: (overrides: NodeJS.ProcessEnv = {}) =>
      prepareWorkspace(root, { env: { ...env, ...overrides }, needsClient: false }),
    calls: () =>
      existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : [],
  };
}

test('installs once with the pinned pnpm, and again when the lockfile changed', async () => {
  const checkout = makeCheckout();
  await checkout.prepare();
  await checkout.prepare();
  expect(checkout.calls()).toEqual(['--yes pnpm@1.2.3 install --frozen-lockfile']);
  write(join(checkout.root, 'pnpm-lock.yaml'), 'lockfile: 2\n');
  await checkout.prepare();
  expect(checkout.calls()).toHaveLength(2);
});

test('two starts on a fresh checkout install once', async () => {
  const checkout = makeCheckout();
  checkout.setInstaller(`sleep 0.3; ${checkout.install}`);
  await Promise.all([checkout.prepare(), checkout.prepare()]);
  expect(checkout.calls()).toHaveLength(1);
});

test('an install that failed is reported in full and tried again, even when the lockfiles are equal', async () => {
  const checkout = makeCheckout();
  checkout.setInstaller(`${checkout.install}; echo "no such package" >&2; exit 3`);
  await expect(checkout.prepare()).rejects.toThrow(
    /no such package\nnpx --yes pnpm@1\.2\.3 install .* failed \(3\)/,
  );
  checkout.setInstaller(checkout.install);
  await checkout.prepare();
  expect(checkout.calls()).toHaveLength(2);
});

test('installs what development needs, whatever NODE_ENV says', async () => {
  const checkout = makeCheckout();
  checkout.setInstaller(`echo "$NODE_ENV" > node_env; ${checkout.install}`);
  await checkout.prepare({ NODE_ENV: 'production' });
  expect(readFileSync(join(checkout.root, 'node_env'), 'utf8')).toBe('development\n');
});

test('reports what is missing when there is no npx, or the dependencies include no Node', async () => {
  const checkout = makeCheckout();
  await expect(checkout.prepare({ PATH: checkout.root })).rejects.toThrow(/^npx was not found on PATH/);
  checkout.setInstaller('mkdir -p node_modules/.pnpm; cp pnpm-lock.yaml node_modules/.pnpm/lock.yaml');
  await expect(checkout.prepare()).rejects.toThrow(/^the pinned Node was not installed/);
});

test('a lock is held by one at a time', async () => {
  const lock = join(makeDir(), 'lock');
  let holders = 0;
  await Promise.all(
    [1, 2, 3].map(() =>
      withLock(lock, async () => {
        holders += 1;
        expect(holders).toBe(1);
        await delay(20);
        holders -= 1;
      }),
    ),
  );
  expect(existsSync(lock)).toBe(false);
});

test.each([
  ['of a process that died', () => String(spawnSync('true').pid), 0],
  ['that was never signed', () => undefined, 60_000],
  ['that is older than any install', () => String(process.pid), 60 * 60_000],
])('a lock %s is taken over', async (_name, pid, ageMs) => {
  const lock = join(makeDir(), 'lock');
  mkdirSync(lock);
  const text = pid();
  if (text !== undefined) write(join(lock, 'pid'), text);
  const madeAt = new Date(Date.now() - ageMs);
  utimesSync(lock, madeAt, madeAt);
  expect(await withLock(lock, async () => 'done')).toBe('done');
});

test('builds the console when a file that it is made of changes, and then alone', async () => {
  const { root, prepare } = makeCheckout();
  await prepare();
  rmSync(join(root, 'node_modules', '.bin', 'node'));
  write(
    join(root, 'node_modules', '.bin', 'node'),
    `#!/bin/sh\necho built >> '${join(root, 'builds')}'\n`,
    0o755,
  );
  const app = join(root, 'apps', 'console');
  for (const source of [app, join(root, 'packages', 'contract'), join(root, 'packages', 'domain')])
    write(join(source, 'src', 'part', 'one.ts'), '1');
  mkdirSync(join(app, 'dist'));
  const builds = async (): Promise<number> => {
    await prepareWorkspace(root, { env: process.env, needsClient: false, needsConsole: true });
    return readFileSync(join(root, 'builds'), 'utf8').trim().split('\n').length;
  };
  expect(await builds()).toBe(1);
  for (const path of ['dist/app.js', 'node_modules/react/index.js', 'src/part/one.test.ts'])
    write(join(app, path), 'other');
  expect(await builds()).toBe(1);
  write(join(root, 'packages', 'domain', 'src', 'part', 'one.ts'), 'other');
  expect(await builds()).toBe(2);
  write(join(app, 'src', 'two.ts'), '2');
  expect(await builds()).toBe(3);
});
