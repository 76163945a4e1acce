import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

const BINARY = join(import.meta.dirname, '..', 'dist', 'main.js');
export const SECRET = 'secret-of-the-app-0123456789';

/** Starts the built program with an App and without a settings file. It ends with the test. */
export function start(
  args: readonly string[],
  env: Record<string, string> = {},
  input: string | null = null,
): ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } {
  const settings = { PROCUREMENT_APP_ID: 'app_test', PROCUREMENT_APP_SECRET: SECRET, HOME: '/nonexistent' };
  const child = spawn(process.execPath, [BINARY, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...settings, ...env },
    stdio: [input === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  // A command that reads no input may be over before it is written.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return child as ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream };
}

/** Runs the built program to its end. */
export async function run(
  args: readonly string[],
  env: Record<string, string> = {},
  input: string | null = null,
) {
  const child = start(args, env, input);
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = (await closed) as [number | null];
  return { exitCode, stdout, stderr };
}

/** A new folder that disappears with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
