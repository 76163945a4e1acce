import { CSRF_HEADER } from '@procurement-intents/contract/console';
import { checkConsoleCall, type FoundCredential, readCredential } from '@procurement-intents/domain/bearer';
import type { Credentials } from '../../auth/bearer/credentials.ts';
import { isCsrfToken, readConsoleCookie } from '../../auth/bearer/console-cookie.ts';
import type { RequestContext } from '../request-context.ts';

export interface HolderDeps {
  credentials: Credentials;
  /** The origins by which the console is opened. Default none. */
  consoleOrigins?: () => readonly string[];
}

/** The secret of the console's cookie that a request carries; null for a request with a credential in a header. */
export const consoleSecretOf = ({ req }: Pick<RequestContext, 'req'>): string | null =>
  req.headers.authorization === undefined ? readConsoleCookie(req.headers.cookie, req.secure) : null;

/**
 * Finds the holder of the credential in `Authorization` or, without the header, in the cookie of the console, which counts
 * for calls of its own page alone.
 *
 * @returns null when there is no credential.
 * @throws BearerError `forbidden` for a call with the cookie that its page does not make.
 */
export async function findHolder(
  request: Pick<RequestContext, 'req'>,
  { credentials, consoleOrigins = () => [] }: HolderDeps,
): Promise<FoundCredential | null> {
  const credential = readCredential(request.req.headers.authorization);
  if (credential !== null) return credentials.find(credential);
  const secret = credentials.findConsole && consoleSecretOf(request);
  if (!credentials.findConsole || secret === null) return null;
  const { headers, method } = request.req;
  checkConsoleCall(
    {
      method,
      fetchSite: request.req.get('sec-fetch-site'),
      origin: headers.origin,
      csrfToken: request.req.get(CSRF_HEADER),
    },
    { origins: consoleOrigins(), isCsrfToken: (given) => isCsrfToken(given, secret) },
  );
  return credentials.findConsole(secret);
}
