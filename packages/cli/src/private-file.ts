import { randomUUID } from 'node:crypto';
import { link, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { cannotWrite } from './read-input.ts';

const ONLY_OWNER = 0o600;
const ONLY_OWNER_FOLDER = 0o700;

/**
 * Writes or replaces a file. At any moment it is whole, and only its owner can read it.
 *
 * @throws UsageError when it cannot be written.
 */
export function writePrivately(file: string, text: string): Promise<void> {
  return writeWhole(file, text, rename);
}

/**
 * Creates a file as {@link writePrivately} does, and leaves one that exists as it is.
 *
 * @throws UsageError when it cannot be written.
 */
export function createPrivately(file: string, text: string): Promise<void> {
  return writeWhole(file, text, async (part, target) => {
    await link(part, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  });
}

/** Writes a file beside the target, and lets `place` give it the name. */
async function writeWhole(
  file: string,
  text: string,
  place: (part: string, target: string) => Promise<void>,
): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: ONLY_OWNER_FOLDER });
    // A rename would replace a link instead of the file behind it.
    const target = await realpath(file).catch(() => file);
    const part = `${target}.${randomUUID()}`;
    try {
      await writeNew(part, text);
      await place(part, target);
    } finally {
      // After a rename it is gone.
      await rm(part, { force: true });
    }
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

async function writeNew(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', ONLY_OWNER);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
