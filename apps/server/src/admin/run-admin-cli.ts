import type { Command } from 'commander';
import { type Config, ConfigError } from '../config/config.ts';
import { isDatabaseOutage } from '../postgres/database-errors.ts';
import { findRunningDatabase } from '../open-database.ts';

/** What the person at the command line has to change, in words for that person. */
export class UsageError extends Error {}

/** The option of commands that programs call. */
export const JSON_OPTION = ['--json', 'print JSON for programs'] as const;

/** The database that a command works on. @throws UsageError when there is none. */
export function requireDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  const url = findRunningDatabase(config);
  if (url === null)
    throw new UsageError('no database: start the service first (npm start) or set DATABASE_URL');
  return url;
}

/** Prints what came of a command: `data` for programs, `text` for people. */
export function printResult(isJson: boolean, data: unknown, text: string): void {
  process.stdout.write(`${isJson ? JSON.stringify(data) : text}\n`);
}

/**
 * Carries out the command line of this process. What goes wrong becomes a line on stderr and the exit code 1.
 *
 * @param errors - further errors whose message is meant for the person at the command line.
 */
export async function runAdminCli(
  program: Command,
  ...errors: (new (message: string) => Error)[]
): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    process.stderr.write(`${describe(error as Error, [UsageError, ConfigError, ...errors])}\n`);
    process.exitCode = 1;
  }
}

function describe(error: Error, ours: readonly (abstract new (...args: never[]) => Error)[]): string {
  if (ours.some((kind) => error instanceof kind)) return error.message;
  return isDatabaseOutage(error)
    ? 'the database does not answer: start the service (npm start), or check DATABASE_URL'
    : `failed: ${error.message}`;
}
