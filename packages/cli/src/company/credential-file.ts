import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writePrivately } from '../private-file.ts';
import { defaultSettingsFile, readPrivately, type Env } from '../settings-file.ts';
import { UsageError } from '../usage-error.ts';

/** What `login` keeps: tokens, and the service and client that they are of. */
export interface StoredLogin {
  /** The tokens are sent to no other address. */
  baseUrl: string;
  clientId: string;
  accessToken: string;
  /** ISO 8601; the end of the access token. */
  expiresAt: string;
  refreshToken: string;
}

const NAMES = ['baseUrl', 'clientId', 'accessToken', 'expiresAt', 'refreshToken'] as const;

/** Beside the default settings file, whichever file `--config` names. */
export const loginFile = (env: Env): string => join(dirname(defaultSettingsFile(env)), 'login.json');

/** The stored login; null when there is none. @throws UsageError when it is open to other users, or no login. */
export async function readLogin(env: Env): Promise<StoredLogin | null> {
  const file = loginFile(env);
  const text = await readPrivately(file);
  if (text === null) return null;
  try {
    const login = JSON.parse(text) as StoredLogin;
    if (NAMES.every((name) => typeof login[name] === 'string')) return login;
  } catch {
    // The message of the parser would quote the tokens.
  }
  throw new UsageError(`${file} is not what \`login\` writes`, 'Run `procurement-intents login` again.');
}

/** @throws UsageError when it cannot be written. */
export const writeLogin = (env: Env, login: StoredLogin): Promise<void> =>
  writePrivately(loginFile(env), `${JSON.stringify(login, null, 2)}\n`);

export const deleteLogin = (env: Env): Promise<void> => rm(loginFile(env), { force: true });
