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
    throw new UsageError(`cannot read ${file}: ${reasonOf(error)}`, 'Check the name of the file.');
  }
}

export async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Buffer | string));
  return Buffer.concat(chunks);
}

/** Why a file operation failed, in a few words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const words: Record<string, string> = {
    ENOENT: 'there is no such file',
    EACCES: 'permission denied',
    EISDIR: 'it is a directory',
  };
  return words[code ?? ''] ?? code ?? message;
}
