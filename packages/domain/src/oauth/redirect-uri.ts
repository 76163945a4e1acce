import { OAUTH_LIMITS } from '@procurement-intents/contract/oauth';

// Compared as text, never after parsing: two parsers differ in what they take for the same (RFC 9700, 2.1).
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::([1-9][0-9]{0,4}))?((?:[/?].*)?)$/;
const LOCALHOST = /^http:\/\/localhost(?::[1-9][0-9]{0,4})?(?:[/?].*)?$/;
const HTTPS = /^https:\/\/[^/?@]+(?:[/?].*)?$/;
// A private scheme is a domain name in reverse order, so that `javascript:` and `data:` are none (RFC 8252, 7.1).
const PRIVATE_SCHEME = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:\/.*$/;
// What RFC 3986 allows in a URI, without `#`.
const URI_TEXT = /^[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/;
const MAX_PORT = 65_535;

/** What kind of address a redirect URI is; null when no client may register it. RFC 6749, 3.1.2; RFC 8252, 7. */
export function kindOfRedirectUri(uri: string): 'https' | 'loopback' | 'private' | null {
  if (uri.length > OAUTH_LIMITS.redirectUriChars || !URI_TEXT.test(uri) || !URL.canParse(uri)) return null;
  if (HTTPS.test(uri)) return 'https';
  if (LOOPBACK.test(uri) || LOCALHOST.test(uri)) return 'loopback';
  return PRIVATE_SCHEME.test(uri) ? 'private' : null;
}

/** Whether a redirect URI is one of the client's: the same text, but for the port of a loopback address (RFC 8252, 7.3). */
export const isRedirectUriOf = (registered: readonly string[], given: string): boolean =>
  registered.some((uri) => uri === given || isSameLoopback(uri, given));

function isSameLoopback(registered: string, given: string): boolean {
  const [own, other] = [LOOPBACK.exec(registered), LOOPBACK.exec(given)];
  if (!own || !other || Number(other[2] ?? 0) > MAX_PORT || !URI_TEXT.test(given)) return false;
  return own[1] === other[1] && own[3] === other[3];
}

/** The URI with parameters added to its own query, which stays. RFC 6749, 3.1.2. */
export function addToRedirectUri(uri: string, parameters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null);
  const separator = uri.endsWith('?') ? '' : uri.includes('?') ? '&' : '?';
  return `${uri}${separator}${new URLSearchParams(given).toString()}`;
}
