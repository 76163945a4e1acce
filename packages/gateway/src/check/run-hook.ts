import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Incomplete } from './broken-promise.ts';

/**
 * Runs a command of the person who checks, in a shell. A quoted id takes the place of `{id}`.
 * A command that starts a server has to let it go on by itself.
 *
 * @throws {@link Incomplete} when it fails.
 */
export async function runHook(command: string, id?: string): Promise<void> {
  const line = id === undefined ? command : command.replaceAll('{id}', `'${id.replaceAll("'", `'\\''`)}'`);
  const child = spawn(line, { shell: true, stdio: ['ignore', 'ignore', 'inherit'] });
  // `exit`, not `close`: a server that the command has started keeps the streams open.
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code !== 0) throw new Incomplete(`the command failed (${code ?? signal}): ${command}`);
}
