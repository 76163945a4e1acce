import { CommanderError } from 'commander';
import { EXIT } from './exit-codes.ts';
import { explainError, formatError } from './explain-error.ts';
import { createProgram } from './program.ts';
import type { Env } from './settings-file.ts';
import type { Terminal } from './terminal.ts';

/** Runs one command line and returns the exit code. Errors are printed to stderr. */
export async function runCli(args: readonly string[], terminal: Terminal, env: Env): Promise<number> {
  let exitCode: number = EXIT.ok;
  const isJson = args.includes('--json');
  const program = createProgram({ terminal, env, isJson, setExitCode: (code) => (exitCode = code) });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Help and version also end here, with exit code 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const explained = explainError(error);
    terminal.note(formatError(explained, isJson));
    return explained.exitCode;
  }
}
