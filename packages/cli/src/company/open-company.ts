import { createBearerClient, type BearerResources, type Credential } from '@procurement-intents/sdk/bearer';
import { openClientFor, type CliContext } from '../cli-context.ts';
import { languageOf } from '../service.ts';
import { type GlobalOptions, loadSettings, readSecret, requireSettings } from '../settings.ts';
import type { Env } from '../settings-file.ts';
import { UsageError } from '../usage-error.ts';
import { readLogin, writeLogin, type StoredLogin } from './credential-file.ts';
import { LoginError, refreshLogin } from './oauth.ts';

const HOW_TO_LOG_IN = 'Run `procurement-intents login`, or set PROCUREMENT_API_KEY.';
// A token that ends while the request travels is refused.
const RENEW_BEFORE_MS = 60_000;

/** The address in the settings; undefined when they have none. @throws UsageError for one that no client accepts. */
export async function findBaseUrl(
  { terminal, env }: CliContext,
  options: GlobalOptions,
): Promise<string | undefined> {
  const settings = await loadSettings(options, env, terminal.input);
  const { baseUrl } = settings.values;
  if (baseUrl !== undefined) openClientFor({ baseUrl }, env);
  return baseUrl?.replace(/\/+$/, '');
}

/**
 * The company's side of the service, as whoever the API key is of or has logged in.
 *
 * @throws UsageError without an API key and without a login for this address.
 */
export async function openCompany(context: CliContext, options: GlobalOptions): Promise<BearerResources> {
  const { terminal, env } = context;
  const apiKey = options.apiKeyStdin
    ? await readSecret('--api-key-stdin', terminal.input)
    : env['PROCUREMENT_API_KEY'];
  const given = await findBaseUrl(context, options);
  if (apiKey) {
    const { baseUrl } = requireSettings(
      { values: given === undefined ? {} : { baseUrl: given }, sources: {} },
      'baseUrl',
    );
    return open(baseUrl, apiKey, env);
  }
  const login = await readLogin(env);
  if (!login) throw new UsageError('nobody has logged in here, and there is no API key', HOW_TO_LOG_IN);
  if (given !== undefined && given !== login.baseUrl)
    throw new UsageError(`the login is one at ${login.baseUrl}, not at ${given}`, HOW_TO_LOG_IN);
  return open(login.baseUrl, createTokens(login, env), env);
}

const open = (baseUrl: string, credential: Credential, env: Env): BearerResources =>
  createBearerClient({ baseUrl, credential, language: languageOf(env) });

/** The access token, renewed shortly before its end and when the service refuses it. */
function createTokens(login: StoredLogin, env: Env): Credential {
  let current = login;
  return async (refused) => {
    const isCurrent = Date.parse(current.expiresAt) - Date.now() > RENEW_BEFORE_MS;
    if (isCurrent && current.accessToken !== refused) return current.accessToken;
    current = await refreshLogin(current).catch((error: unknown) => {
      if (!(error instanceof LoginError) || error.isTemporary) throw error;
      throw new UsageError('the login has ended', HOW_TO_LOG_IN);
    });
    // Before it is used: the old refresh token is used up.
    await writeLogin(env, current);
    return current.accessToken;
  };
}
