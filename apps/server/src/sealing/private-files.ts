import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file that only its owner can read. */
export function writePrivateFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  renameSync(writeDraft(path, text), path);
}

/** Writes the text to a file beside `path`, so that a crash never leaves an incomplete file at `path`. */
function writeDraft(path: string, text: string): string {
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  return draft;
}

/** The text of a file, or null when it does not exist. */
export function readFileIfExists(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The 32-byte key in `path`, created by the first call. Concurrent first calls agree on one key. */
export function loadOrCreateKey(path: string): Buffer {
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) {
    const draft = writeDraft(path, `${randomBytes(32).toString('base64')}\n`);
    try {
      // Only one process can create the link, and the complete key appears with it.
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length !== 32) throw new Error(`${path} does not hold a 32-byte key in base64`);
  return key;
}
