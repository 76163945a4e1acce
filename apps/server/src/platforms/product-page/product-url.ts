import { isIP } from 'node:net';
import { LIMITS } from '@procurement-intents/contract';
import { parsePlainUrl, segmentsOf } from '@procurement-intents/domain';

// Fewer than all loopback hosts: each one that is allowed opens a port of this machine to callers' addresses.
const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** A configured prefix of product pages. */
export interface ProductPrefix {
  origin: string;
  path: string;
  /** Whether the prefix names a loopback host literally, as those of the sandbox do. */
  isLoopback: boolean;
}

/**
 * Reads a configured prefix.
 *
 * @throws Error when it is not a plain http(s) address, has a query or fragment, or has a numeric host other than
 *   loopback.
 */
export function parseProductPrefix(text: string): ProductPrefix {
  const url = parsePlainUrl(text, LIMITS.productUrlChars);
  if (!url || url.search !== '' || url.hash !== '') throw new Error(`not a product URL prefix: ${text}`);
  const isLoopback = LOOPBACK_HOSTS.has(url.hostname);
  if (!isLoopback && isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) {
    throw new Error(`a product URL prefix needs a host name: ${text}`);
  }
  return { origin: url.origin, path: url.pathname, isLoopback };
}

/** The parsed address when it is under one of the prefixes; null otherwise. */
export function matchProductUrl(text: string, prefixes: readonly ProductPrefix[]): URL | null {
  const url = parsePlainUrl(text, LIMITS.productUrlChars);
  // Servers that decode a path before routing could leave the prefix by a separator that it hides.
  if (!url || segmentsOf(url.pathname) === null) return null;
  const owns = prefixes.some(({ origin, path }) => url.origin === origin && isUnderPath(url.pathname, path));
  return owns ? url : null;
}

function isUnderPath(pathname: string, prefix: string): boolean {
  const folder = prefix.endsWith('/') ? prefix : `${prefix}/`;
  return pathname === prefix || pathname.startsWith(folder);
}
