import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

export interface CommandResult {
  /** The exit code, or 128 + the number of the signal that ended it. */
  code: number;
  /** Its output; empty when it writes to our output. */
  output: string;
}

export interface CommandOptions {
  cwd?: string;
  /** Whether it writes to our output instead of the result. */
  isShown?: boolean;
  /** Time after which it gets a signal to end. Default: none. */
  timeoutMs?: number;
  /** Ends it, too. */
  signal?: AbortSignal;
}

const running = new Set<ChildProcess>();

/** Runs a program from PATH to its end. A program that cannot be started fails with code 127. */
export function runCommand(
  file: string,
  args: string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const { cwd, isShown = false, timeoutMs, signal } = options;
  const child = spawn(file, args, {
    ...(cwd === undefined ? {} : { cwd }),
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    ...(signal === undefined ? {} : { signal }),
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
  });
  running.add(child);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    const finish = (code: number, note = '') => {
      running.delete(child);
      resolve({ code, output: Buffer.concat(chunks).toString() + note });
    };
    child.once('error', (error) => finish(127, `${file}: ${error.message}\n`));
    child.once('close', (code, ended) => finish(code ?? 128 + constants.signals[ended ?? 'SIGTERM']));
  });
}

/**
 * Ends the programs of `runCommand` with this process, when it gets a signal or the process that started it was
 * killed.
 */
export function endCommandsOnExit(): void {
  const end = (signal: NodeJS.Signals) => {
    for (const child of running) child.kill('SIGTERM');
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  process.once('disconnect', () => end('SIGTERM'));
  process.channel?.unref(); // listening to it must not keep us alive
}
