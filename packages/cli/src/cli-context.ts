import type { Command } from 'commander';
import { loadSettings, requireSettings, describeUnusualSecret, type GlobalOptions } from './settings.ts';
import { type Env, SETTING_NAMES } from './settings-file.ts';
import { openService, type Service } from './service.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

/** What a command receives in addition to its own arguments. */
export interface CliContext {
  terminal: Terminal;
  env: Env;
  /** Sets the exit code of a command that ran to its end. */
  setExitCode: (code: ExitCode) => void;
}

/** The options of a command, with the options that every command takes. */
export function optionsOf<T>(command: Command): T & GlobalOptions {
  return command.optsWithGlobals<T & GlobalOptions>();
}

/** The service of the settings. @throws UsageError for missing settings. */
export async function connect(
  { terminal, env }: CliContext,
  options: GlobalOptions,
  timeoutMs?: number,
): Promise<Service> {
  const settings = await loadSettings(options, env, terminal.input);
  const complete = requireSettings(settings, ...SETTING_NAMES);
  const oddity = describeUnusualSecret(complete.appSecret);
  if (oddity) terminal.note(`warning: the secret (${settings.sources.appSecret}) ${oddity}`);
  return openService(complete, { env, timeoutMs });
}

/** Prints a result as JSON: indented for people, on one line for programs. */
export function printJson({ print, isForPeople }: Terminal, value: unknown): Promise<void> {
  return print(`${JSON.stringify(value, null, isForPeople ? 2 : undefined)}\n`);
}
