/** @throws TypeError with `message` unless `isFine`. */
export function check(isFine: unknown, message: string): asserts isFine {
  if (!isFine) throw new TypeError(message);
}

/** Whether `text` is a valid header value: visible ASCII, at least one character. */
export const isVisible = (text: unknown): text is string =>
  typeof text === 'string' && /^[\x21-\x7e]+$/.test(text);

export function checkTimeout(timeoutMs: number): void {
  check(timeoutMs > 0, 'a time limit must be a number above 0');
}

/** @returns the address without a trailing slash. */
export function checkBaseUrl(baseUrl: string): string {
  const { protocol, origin, pathname, hostname, username, password, search, hash } = URL.canParse(baseUrl)
    ? new URL(baseUrl)
    : ({} as URL);
  const prefix = pathname?.replace(/\/+$/, '');
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  check(
    isSafe && !(username || password) && !search && !hash && !prefix.endsWith('/api/v1'),
    'baseUrl must be https (http on loopback), without credentials, query, fragment or /api/v1',
  );
  return origin + prefix;
}

/** `hostname` as a parsed URL has it, where every form of an IPv4 address is already normalised to four decimals. */
function isLoopback(hostname: string): boolean {
  return /^(.+\.)?localhost$|^\[::1\]$|^127\.\d+\.\d+\.\d+$/.test(hostname);
}
