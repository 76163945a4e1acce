import type { Command } from 'commander';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { createLogger } from '../observability/logger.ts';
import { redactError } from '../observability/redact-error.ts';
import { findRunningDatabase } from '../open-database.ts';
import { openOperator, type Operator } from '../operator.ts';
import { isDatabaseOutage } from '../postgres/database-errors.ts';
import { Shutdown } from '../shutdown.ts';
import { translateRefusal, UsageError } from './translate-refusal.ts';

// A script repeats what has the last one, and nothing else.
const EXIT = { refused: 1, unavailable: 3 } as const;

const EXIT_CODES_HELP = `
Exit codes: 0 done, ${EXIT.refused} refused, incomplete or wrong usage, ${EXIT.unavailable} the database does not answer; the reason is one line on stderr`;

/** The option for JSON output. */
export const JSON_OPTION = ['--json', 'print JSON for programs'] as const;

/** The database for a command. @throws UsageError when there is none. */
export function requireDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  const url = findRunningDatabase(config);
  if (url === null)
    throw new UsageError(
      'no database: start the service first (npm start), or set its DATA_DIR or DATABASE_URL',
    );
  return url;
}

/**
 * Opens the tools for one command, and closes them afterwards.
 *
 * @param subject - what the command is about, for the person who learns that there is none: `App app_1`.
 * @throws UsageError with the reason of a refusal.
 */
export async function withOperator<T>(
  work: (operator: Operator) => Promise<T>,
  { subject, logLevel = 'silent' }: { subject?: string; logLevel?: 'silent' | 'warn' } = {},
): Promise<T> {
  const config = readConfig(process.env);
  const url = requireDatabase(config);
  const shutdown = new Shutdown();
  const log = createLogger(logLevel);
  const operator = openOperator({ config, url, log, shutdown });
  try {
    return await work(operator);
  } catch (error) {
    throw translateRefusal(error, subject);
  } finally {
    // An error here says nothing of the command, and must not hide the command's own.
    await shutdown.run((error) => log.warn({ err: redactError(error) }, 'closing failed'));
  }
}

/** Prints the result of a command: `data` for programs, `text` for people. */
export function printResult(isJson: boolean, data: unknown, text: string): void {
  process.stdout.write(`${isJson ? JSON.stringify(data) : text}\n`);
}

/** Runs the command line of this process. An error becomes a line on stderr and an exit code, which each help explains. */
export async function runAdminCli(program: Command): Promise<void> {
  program.addHelpText('afterAll', EXIT_CODES_HELP);
  try {
    await program.parseAsync();
  } catch (error) {
    process.stderr.write(`${describe(error as Error)}\n`);
    process.exitCode = isDatabaseOutage(error) ? EXIT.unavailable : EXIT.refused;
  }
}

function describe(error: Error): string {
  if (error instanceof UsageError || error instanceof ConfigError) return error.message;
  return isDatabaseOutage(error)
    ? 'the database does not answer: start the service (npm start), or check DATABASE_URL'
    : `failed: ${error.message}`;
}
