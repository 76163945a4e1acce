import type { Route } from '../http/scheme.ts';
import { request, type Transport } from '../http/request.ts';
import type { CallOptions } from '../http/call-options.ts';
import { isBearerError } from './bearer-error.ts';

/**
 * Returns the token for an attempt, from wherever your program has it. After a 401 it is called once more, with the token
 * that was refused, for a fresh one.
 */
export type GetToken = (refused?: string) => string | Promise<string>;

/** Gets tokens from the service and keeps them: {@link clientCredentials} or {@link logIn}. */
export interface IssuedCredential {
  /**
   * Of the operations that get a token, which are sent without one.
   *
   * @internal
   */
  routes: Readonly<Record<string, Route>>;
  /** @internal */
  connect(transport: Transport): GetToken;
}

/**
 * With what a client of the bearer scheme authenticates: an API key, a function that returns a token, or a credential that
 * gets tokens from the service.
 */
export type Credential = string | GetToken | IssuedCredential;

/** An OAuth client that acts for itself. */
export interface ClientCredentials {
  clientId: string;
  /** Allows all that the OAuth client may do: never let it reach a browser or a phone. */
  clientSecret: string;
  /** Scopes to ask for, separated by spaces. Default: all of the OAuth client's but `admin`. */
  scope?: string | undefined;
}

/**
 * The credential of an OAuth client: the grant `client_credentials`. Its token is renewed a minute before it ends, once
 * for all calls that wait.
 *
 * @example createBearerClient({ baseUrl, credential: clientCredentials({ clientId: 'cli_…', clientSecret: 'cs_…' }) });
 */
export function clientCredentials({ clientId, clientSecret, scope }: ClientCredentials): IssuedCredential {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    ...(scope && { scope }),
  }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return {
    routes: { 'oauth.token': ['POST', '/oauth/token', null] },
    connect: (transport) =>
      keepToken(async () => {
        const answer = await request<{ access_token: string; expires_in: number }>(transport, {
          operation: 'oauth.token',
          form,
          headers,
        });
        return { token: answer.access_token, livesMs: answer.expires_in * 1_000 };
      }).find,
  };
}

/** The session of a person: see {@link logIn}. */
export interface LogInSession extends IssuedCredential {
  /**
   * Ends the session at the service. The next call of the client logs in again.
   *
   * @example await session.logOut();
   */
  logOut(options?: CallOptions): Promise<void>;
}

/**
 * The credential of a person, for one client: logs in with the first call, and again before the session ends.
 *
 * @example
 * const session = logIn({ username: 'zhang.san', password });
 * const client = createBearerClient({ baseUrl, credential: session });
 */
export function logIn({ username, password }: { username: string; password: string }): LogInSession {
  let logOut: LogInSession['logOut'] = async () => {};
  return {
    routes: { 'auth.login': ['POST', '/auth/login', null], 'auth.logout': ['POST', '/auth/logout', null] },
    connect(transport) {
      const kept = keepToken(async () => {
        const call = { operation: 'auth.login', body: { username, password } } as const;
        const { token, expiresAt } = await request<{ token: string; expiresAt: string }>(transport, call);
        return { token, livesMs: Date.parse(expiresAt) - transport.shared.clock.nowMs() };
      });
      logOut = async (options) => {
        const token = await kept.forget();
        if (!token) return;
        const headers = { authorization: `Bearer ${token}` };
        try {
          await request(transport, { operation: 'auth.logout', headers }, options);
        } catch (error) {
          // The session had ended already.
          if (!isBearerError(error, 'unauthorized', 'token_expired')) throw error;
        }
      };
      return kept.find;
    },
    logOut: (options) => logOut(options),
  };
}

interface IssuedToken {
  token: string;
  livesMs: number;
}

// Longer than a request travels; of a token that lives for less than two minutes, half its life.
const RENEW_BEFORE_MS = 60_000;

/** Keeps a token until shortly before its end. All calls that wait for one share one renewal. */
function keepToken(issue: () => Promise<IssuedToken>) {
  let current: string | undefined;
  let renewAt = 0;
  let renewal: Promise<string> | undefined;
  const renew = async () => {
    try {
      const { token, livesMs } = await issue();
      renewAt = performance.now() + livesMs - Math.min(RENEW_BEFORE_MS, livesMs / 2);
      return (current = token);
    } finally {
      renewal = undefined;
    }
  };
  return {
    find: (refused?: string) => {
      // Another call may have renewed it already.
      if (refused === current) current = undefined;
      return current && performance.now() < renewAt ? current : (renewal ??= renew());
    },
    /** Takes the token out; one that is on its way, too. */
    forget: async () => {
      await renewal?.catch(() => {});
      const token = current;
      current = undefined;
      return token;
    },
  };
}
