import { chmodSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  defaultDataDir,
  allowServerAccess,
  linkDataDir,
  lockDataDir,
  makeTraversableDir,
} from './data-dir.ts';

const isRoot = process.getuid?.() === 0;

function makePrivateDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'data-dir-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

test('data lives in the repository where the account of Postgres can enter it', () => {
  const root = makePrivateDir();
  chmodSync(root, 0o755);
  expect(defaultDataDir(root)).toBe(join(root, '.data'));
});

test.runIf(isRoot)('data of a private repository lives under /var/lib, apart for each repository', () => {
  const parent = makePrivateDir();
  const [one, two] = ['one', 'two'].map((name) => join(parent, name)) as [string, string];
  for (const root of [one, two]) mkdirSync(root);
  expect(defaultDataDir(one)).toMatch(/^\/var\/lib\/procurement-intents\/[0-9a-f]{12}$/);
  expect(defaultDataDir(one)).not.toBe(defaultDataDir(two));
});

test('a directory that is made can be entered by all, and one that exists keeps its mode', () => {
  const parent = makePrivateDir();
  makeTraversableDir(join(parent, 'a', 'b'));
  for (const made of ['a', 'a/b']) {
    expect(statSync(join(parent, made)).mode & 0o777).toBe(0o755);
  }
  makeTraversableDir(parent);
  expect(statSync(parent).mode & 0o777).toBe(0o700);
});

test.runIf(isRoot)('a directory that root made for itself can be passed through, but not listed', () => {
  const dir = makePrivateDir();
  allowServerAccess(dir);
  expect(statSync(dir).mode & 0o777).toBe(0o711);
});

test.runIf(isRoot)('data outside the repository is linked into it, unless something is there', () => {
  const root = makePrivateDir();
  const dataDir = defaultDataDir(root);
  linkDataDir(root, join(root, 'chosen'));
  expect(statSync(join(root, '.data'), { throwIfNoEntry: false })).toBeUndefined();
  linkDataDir(root, dataDir);
  linkDataDir(root, dataDir);
  expect(readlinkSync(join(root, '.data'))).toBe(dataDir);
});

test('a lock is exclusive until it is given back, which may be done twice', () => {
  const dir = makePrivateDir();
  const unlock = lockDataDir(dir);
  expect(() => lockDataDir(dir)).toThrow(
    `DATA_DIR ${dir} is in use by a running service (pid ${process.pid})`,
  );
  unlock();
  unlock();
  lockDataDir(dir)();
});

test('a directory that cannot be written says so', () => {
  expect(() => lockDataDir(join(makePrivateDir(), 'missing'))).toThrow('cannot be written by this user');
});
