import type { Command } from 'commander';
import {
  loadSettings,
  requireSettings,
  describeUnusualSecret,
  type Complete,
  type GlobalOptions,
  type Settings,
} from './settings.ts';
import { type Env, SETTING_NAMES } from './settings-file.ts';
import { openService, type Service } from './service.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** What a command receives in addition to its own arguments. */
export interface CliContext {
  terminal: Terminal;
  env: Env;
  /** Whether errors are printed as JSON. */
  isJson: boolean;
  /** Sets the exit code of a command that ran to its end. */
  setExitCode: (code: ExitCode) => void;
}

/** The options of a command, with the options that every command takes. */
export function optionsOf<T>(command: Command): T & GlobalOptions {
  return command.optsWithGlobals<T & GlobalOptions>();
}

/** The service of the settings. @throws UsageError for missing or unusable settings. */
export async function connect(context: CliContext, options: GlobalOptions): Promise<Service> {
  return (await connectAs(context, options)).service;
}

/** The service of the settings, with the App and the address that it is for. @throws as {@link connect}. */
export async function connectAs(
  { terminal, env }: CliContext,
  options: GlobalOptions,
): Promise<{ service: Service; baseUrl: string; appId: string }> {
  const settings = await loadSettings(options, env, terminal.input);
  const complete = requireSettings(settings, ...SETTING_NAMES);
  const oddity = describeUnusualSecret(complete.appSecret);
  if (oddity) terminal.note(`warning: the secret (${settings.sources.appSecret}) ${oddity}`);
  const service = open(settings, () => openService(complete, { env }));
  return { service, baseUrl: complete.baseUrl.replace(/\/+$/, ''), appId: complete.appId };
}

/** The service for calls that need no signature, and so no App. @throws UsageError for its address. */
export async function connectUnsigned(
  { terminal, env }: CliContext,
  options: GlobalOptions,
): Promise<Pick<Service, 'health'>> {
  const settings = await loadSettings(options, env, terminal.input);
  const { baseUrl } = requireSettings(settings, 'baseUrl');
  return open(settings, () => openClientFor({ baseUrl }, env));
}

/**
 * A client that can make no signed call: these settings, and valid ones for the rest.
 *
 * @throws TypeError for a setting that no client accepts.
 */
export function openClientFor(settings: Partial<Complete>, env: Env): Service {
  return openService(
    { baseUrl: 'https://localhost', appId: 'none', appSecret: 'none', ...settings },
    { env },
  );
}

/** Names where an unusable setting came from, in place of the client's own name for it. */
function open({ sources }: Settings, work: () => Service): Service {
  try {
    return work();
  } catch (error) {
    const { message } = error as Error;
    const name = SETTING_NAMES.find((each) => message.startsWith(`${each} `));
    if (!(error instanceof TypeError) || name === undefined) throw error;
    throw new UsageError(`${sources[name]}: ${message}`, 'Correct the value there.');
  }
}

/** Prints a result as JSON: indented for people, on one line for programs. */
export function printJson({ print, isForPeople }: Terminal, value: unknown): Promise<void> {
  return print(`${JSON.stringify(value, null, isForPeople ? 2 : undefined)}\n`);
}
