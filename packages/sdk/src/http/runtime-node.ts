import { FIXES } from '../generated/fixes.ts';

export { checkCallNames, checkClientNames } from './option-names.ts';
export { faultOf } from './option-faults.ts';

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
type Variable = keyof typeof VARIABLES;
type Given = Partial<Record<Variable | 'signer', unknown>>;

/** The value of an option in the environment. @throws TypeError that names everything that is missing in both. */
export function readVariable(option: Variable, options: Given): string {
  const value = process.env[VARIABLES[option]];
  if (value) return value;
  const missing = (Object.keys(VARIABLES) as Variable[]).filter(
    (each) => !(options[each] ?? process.env[VARIABLES[each]]) && !(each === 'appSecret' && options.signer),
  );
  const variables = missing.map((each) => VARIABLES[each]);
  const verb = missing.length > 1 ? 'are' : 'is';
  throw new TypeError(
    `${missing.join(', ')} ${verb} missing, and so ${verb} ${variables.join(', ')} in the environment`,
  );
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
