import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { COMPILE_CACHE } from './compile-cache.ts';

/** How an operators' command ended. */
export interface CommandRun {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  /** The whole environment but `PATH`. */
  env: Record<string, string>;
  nodeArgs?: readonly string[];
  /** Default: none. */
  input?: string;
}

/** Runs `npm run <command>` in a process of its own. */
export function runCommand(
  command: 'apps' | 'clients' | 'keys' | 'users',
  args: readonly string[],
  { env, nodeArgs = [], input = '' }: CommandOptions,
): Promise<CommandRun> {
  const file = join(import.meta.dirname, `../../src/admin/${command}-cli.ts`);
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...nodeArgs, file, ...args],
      { env: { PATH: process.env['PATH'] ?? '', ...COMPILE_CACHE, ...env } },
      (error, stdout, stderr) => resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}

/** What a command printed under `--json`, once it has ended without a word of complaint. */
export async function printedJson(run: Promise<CommandRun>): Promise<any> {
  const { exitCode, stdout, stderr } = await run;
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}
