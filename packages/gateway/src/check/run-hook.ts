import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Incomplete } from './broken-promise.ts';

const LIMIT_MS = 60_000;

/** A command of the person who checks. Quoted values take the places of `{id}` and `{no}`. */
export interface Hook {
  command: string;
  values?: Readonly<Record<string, string>>;
  limitMs?: number;
}

/**
 * Runs a command in a shell. A command that starts a server has to let it go on by itself.
 *
 * @throws {@link Incomplete} when it fails, and when it does not end.
 */
export async function runHook(hook: Hook): Promise<void> {
  // `exit`, not `close`: a server that the command has started keeps the streams open.
  await watch(hook, 'exit', start(hook, 'ignore'));
}

/** Runs a command in a shell. @returns what it prints. @throws {@link Incomplete} as {@link runHook} does. */
export async function askHook(hook: Hook): Promise<string> {
  const child = start(hook, 'pipe');
  const [printed] = await Promise.all([child.stdout ? text(child.stdout) : '', watch(hook, 'close', child)]);
  return printed;
}

/** In a group of its own: Ctrl-C ends the run, and not a gateway that a command has started. */
function start({ command, values = {} }: Hook, stdout: 'ignore' | 'pipe') {
  const line = Object.entries(values).reduce(
    (filled, [name, value]) => filled.replaceAll(`{${name}}`, () => `'${value.replaceAll("'", `'\\''`)}'`),
    command,
  );
  return spawn(line, { shell: true, detached: true, stdio: ['ignore', stdout, 'inherit'] });
}

async function watch(
  { command, limitMs = LIMIT_MS }: Hook,
  event: 'exit' | 'close',
  child: ReturnType<typeof start>,
): Promise<void> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, limitMs);
  const ended = once(child, event).finally(() => clearTimeout(timer));
  const [code, signal] = (await ended) as [number | null, string | null];
  if (isLate)
    throw new Incomplete(
      `the command has not ended after ${limitMs / 1000} s, and a server belongs in the background: ${command}`,
    );
  if (code !== 0) throw new Incomplete(`the command failed (${code ?? signal}): ${command}`);
}
