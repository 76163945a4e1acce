import type { Readable } from 'node:stream';
import { unquote } from '@procurement-intents/domain/signing-mistakes';
import { readAll } from './read-input.ts';
import {
  defaultSettingsFile,
  type Env,
  readSettingsFile,
  SETTING_NAMES,
  type SettingName,
} from './settings-file.ts';
import { UsageError } from './usage-error.ts';

/** The options of every command. */
export interface GlobalOptions {
  config?: string;
  baseUrl?: string;
  appId?: string;
  appSecretStdin?: boolean;
  apiKeyStdin?: boolean;
  json?: boolean;
}

/** The known settings and the source of each. */
export interface Settings {
  values: Partial<Record<SettingName, string>>;
  sources: Partial<Record<SettingName, string>>;
}

export type Complete<N extends SettingName = SettingName> = Record<N, string>;

const VARIABLES: Record<SettingName, string> = {
  baseUrl: 'PROCUREMENT_BASE_URL',
  appId: 'PROCUREMENT_APP_ID',
  appSecret: 'PROCUREMENT_APP_SECRET',
};

const HOW_TO_GIVE: Record<SettingName, string> = {
  baseUrl: 'the address of the service: --base-url, PROCUREMENT_BASE_URL, or "baseUrl" in the settings file',
  appId: 'the id of the App: --app-id, PROCUREMENT_APP_ID, or "appId" in the settings file',
  appSecret:
    'the secret of the App: PROCUREMENT_APP_SECRET, --app-secret-stdin, or "appSecret" in the settings file',
};

/**
 * Gathers the settings: options before variables before the file. There is no option for the secret, because every
 * user of a machine can read all command lines.
 *
 * @throws UsageError for a named settings file that is missing, or for one that is invalid or open to other users.
 */
export async function loadSettings(options: GlobalOptions, env: Env, stdin: Readable): Promise<Settings> {
  const file = options.config ?? defaultSettingsFile(env);
  const fromFile = await readSettingsFile(file);
  if (!fromFile && options.config !== undefined)
    throw new UsageError(
      `there is no file ${file}`,
      'Correct --config, or write it with `procurement-intents config set`.',
    );
  const settings: Settings = { values: {}, sources: {} };
  const given: [string, Partial<Record<SettingName, string | undefined>>][] = [
    [file, fromFile ?? {}],
    [
      '',
      { baseUrl: env[VARIABLES.baseUrl], appId: env[VARIABLES.appId], appSecret: env[VARIABLES.appSecret] },
    ],
    ['--base-url', { baseUrl: options.baseUrl }],
    ['--app-id', { appId: options.appId }],
    [
      '--app-secret-stdin',
      { appSecret: options.appSecretStdin ? await readSecret('--app-secret-stdin', stdin) : undefined },
    ],
  ];
  for (const [source, values] of given) {
    for (const name of SETTING_NAMES) {
      if (!values[name]) continue;
      settings.values[name] = values[name];
      settings.sources[name] = source || VARIABLES[name];
    }
  }
  return settings;
}

/** The settings that a command needs. @throws UsageError that explains how to set the missing ones. */
export function requireSettings<N extends SettingName>({ values }: Settings, ...names: N[]): Complete<N> {
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length === 0) return values as Complete<N>;
  throw new UsageError(
    `missing: ${missing.map((name) => HOW_TO_GIVE[name]).join('; ')}`,
    'Set them once with `procurement-intents config set`, or give them to each command.',
  );
}

/** What is unusual about the form of a secret, without revealing it; null when nothing is. */
export function describeUnusualSecret(secret: string): string | null {
  if (/[\r\n]$/.test(secret)) return 'ends with a newline';
  if (secret !== secret.trim()) return 'begins or ends with white space';
  if (unquote(secret) !== secret) return 'stands in quotes';
  return null;
}

/** A secret for `option`, without the newline at its end. @throws UsageError when there is none. */
export async function readSecret(option: string, stdin: Readable): Promise<string> {
  const text = (await readAll(stdin)).toString('utf8').replace(/\r?\n$/, '');
  if (text === '')
    throw new UsageError(`${option}: nothing came from stdin`, 'Pipe it in, or leave out the option.');
  return text;
}
