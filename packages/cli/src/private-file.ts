import { randomUUID } from 'node:crypto';
import { mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { reasonOf } from './read-input.ts';
import { UsageError } from './usage-error.ts';

const ONLY_OWNER = 0o600;
const ONLY_OWNER_FOLDER = 0o700;

/**
 * Writes or replaces a file. At any moment it is whole, and only its owner can read it.
 *
 * @throws UsageError when it cannot be written.
 */
export async function writePrivately(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: ONLY_OWNER_FOLDER });
    // A rename would replace a link instead of the file behind it.
    const target = await realpath(file).catch(() => file);
    await replaceFile(target, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${reasonOf(error)}`);
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const part = `${file}.${randomUUID()}`;
  const handle = await open(part, 'wx', ONLY_OWNER);
  try {
    await handle.writeFile(text);
    await handle.sync();
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}
