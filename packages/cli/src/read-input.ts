import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { UsageError } from './usage-error.ts';

/** Means stdin instead of a file name. */
export const STDIN = '-';

/** The bytes of a file, or of stdin for `-`. @throws UsageError when the file cannot be read. */
export async function readInput(file: string, stdin: Readable): Promise<Buffer> {
  if (file === STDIN) return readAll(stdin);
  try {
    return await readFile(file);
  } catch (error) {
    throw cannotRead(file, error);
  }
}

export async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Buffer | string));
  return Buffer.concat(chunks);
}

/** What to do when two inputs are to come from stdin. */
export const SECRET_ELSEWHERE = 'Give the secret as PROCUREMENT_APP_SECRET, or store it with `config set`.';

export function cannotRead(file: string, error: unknown): UsageError {
  return new UsageError(`cannot read ${file}: ${reasonOf(error)}`, 'Check the name of the file.');
}

/** @param what - a file, or words with its name. */
export function cannotWrite(what: string, error: unknown): UsageError {
  return new UsageError(
    `cannot write ${what}: ${reasonOf(error)}`,
    'Check the folder, or name another file.',
  );
}

/** Why a file operation failed, in a few words. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const words: Record<string, string> = {
    ENOENT: 'there is no such file',
    EACCES: 'permission denied',
    EISDIR: 'it is a directory',
  };
  return words[code ?? ''] ?? code ?? message;
}
