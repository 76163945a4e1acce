import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { REPOSITORY } from '../../src/config/config.ts';
import type { TestService } from '../support/test-service.ts';

/** The built command line. */
export const CLI_BINARY = join(REPOSITORY, 'packages', 'cli', 'dist', 'main.js');

export interface Run {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: Record<string, string>;
  input?: string | Buffer;
  cwd?: string;
}

/** Runs the command line as its user would: the built binary as a process, in an environment of its own. */
export async function runBinary(
  args: readonly string[],
  { env = {}, input = '', cwd }: RunOptions = {},
): Promise<Run> {
  const child = spawn(process.execPath, [CLI_BINARY, ...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...env },
    ...(cwd !== undefined && { cwd }),
  });
  // A command that reads no input may be over before it is written.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [stdout, stderr, exitCode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject)),
  ]);
  return { exitCode, stdout, stderr };
}

/** The variables that lead the command line to `service`. */
export function environmentOf(service: TestService, signer = service.signer): Record<string, string> {
  return {
    PROCUREMENT_BASE_URL: service.baseUrl,
    PROCUREMENT_APP_ID: signer.appId,
    PROCUREMENT_APP_SECRET: signer.appSecret,
  };
}
