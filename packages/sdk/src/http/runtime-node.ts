import { check } from '../check-options.ts';
import { FIXES } from '../generated/fixes.ts';

/** What to do about an error. */
export function fixOf(name: string, _docUrl: string): string {
  const fixes: Partial<Record<string, string>> = FIXES;
  return fixes[name] ?? 'Check baseUrl and what stands between here and the service.';
}

const VARIABLES = {
  baseUrl: 'PROCUREMENT_BASE_URL',
  appId: 'PROCUREMENT_APP_ID',
  appSecret: 'PROCUREMENT_APP_SECRET',
} as const;

/** The value of an option in the environment. @throws TypeError when it is missing there as well. */
export function readVariable(option: keyof typeof VARIABLES): string {
  const variable = VARIABLES[option];
  const value = process.env[variable];
  check(value, `${option} is missing, and so is ${variable} in the environment`);
  return value;
}

/** Headers that name the client to the service. */
export const CLIENT_HEADERS: Record<string, string> = { 'user-agent': `${packageLine()} ${runtimeLine()}` };

declare const SDK_VERSION: string | undefined;

/** The build sets the version. */
function packageLine(): string {
  return `procurement-intents-sdk/${typeof SDK_VERSION === 'undefined' ? 'source' : SDK_VERSION}`;
}

function runtimeLine(): string {
  const { versions } = process;
  const name = ['bun', 'deno'].find((each) => each in versions) ?? 'node';
  return `${name}/${versions[name]}`;
}
