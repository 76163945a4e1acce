import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadOrCreateKey, readFileIfExists, writePrivateFile } from './private-files.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'private-files-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('a key file', () => {
  it('is created once, in a new folder, and readable by its owner alone', () => {
    const path = join(dir, 'deep', 'er', 'secrets.key');
    const key = loadOrCreateKey(path);
    expect(key).toHaveLength(32);
    expect(loadOrCreateKey(path)).toEqual(key);
    expect(modeOf(path)).toBe('600');
    expect(readdirSync(join(dir, 'deep', 'er'))).toEqual(['secrets.key']);
  });

  it('has a different key at each path', () => {
    expect(loadOrCreateKey(join(dir, 'a'))).not.toEqual(loadOrCreateKey(join(dir, 'b')));
  });

  it('has one key for concurrent first starts', async () => {
    const path = join(dir, 'secrets.key');
    const url = pathToFileURL(join(import.meta.dirname, 'private-files.ts')).href;
    // All processes wait for the same moment, so that they create the file concurrently.
    const program = `const { loadOrCreateKey } = await import(${JSON.stringify(url)});
      while (Date.now() < Number(process.argv[1]));
      process.stdout.write(loadOrCreateKey(${JSON.stringify(path)}).toString('hex'));`;
    const at = String(Date.now() + 500);
    const run = promisify(execFile);
    const keys = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program, at]);
        return stdout;
      }),
    );
    expect(new Set(keys)).toEqual(new Set([loadOrCreateKey(path).toString('hex')]));
  });

  it.each(['', 'no key', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')])(
    'is never replaced: a file with "%s" is refused by its name and stays unchanged',
    (text) => {
      const path = join(dir, 'secrets.key');
      writeFileSync(path, text);
      expect(() => loadOrCreateKey(path)).toThrow(`${path} does not hold a 32-byte key`);
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );
});

describe('a private file', () => {
  it('replaces the previous text and is never readable by others', () => {
    const path = join(dir, 'deep', 'demo.json');
    for (const text of ['a longer first text', 'second']) {
      writePrivateFile(path, text);
      expect(readFileIfExists(path)).toBe(text);
      expect(modeOf(path)).toBe('600');
    }
    expect(readdirSync(join(dir, 'deep'))).toEqual(['demo.json']);
  });

  it('replaces a file that others could read', () => {
    const path = join(dir, 'demo.json');
    writeFileSync(path, 'old', { mode: 0o644 });
    writePrivateFile(path, 'new');
    expect(modeOf(path)).toBe('600');
  });
});

it('distinguishes a missing file from an unreadable one', () => {
  expect(readFileIfExists(join(dir, 'nothing'))).toBeNull();
  mkdirSync(join(dir, 'folder'));
  expect(() => readFileIfExists(join(dir, 'folder'))).toThrow('EISDIR');
});
