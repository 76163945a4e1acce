import { faultOf } from '#runtime';
import type { OptionName } from './http/option-faults.ts';

/** @throws TypeError with `message` unless `isFine`. */
export function check(isFine: unknown, message: string): asserts isFine {
  if (!isFine) throw new TypeError(message);
}

/** @throws TypeError about the option unless `isFine`. */
export function checkOption(isFine: unknown, name: OptionName): asserts isFine {
  check(isFine, faultOf(name));
}

/** Whether `text` is a valid header value: visible ASCII, 1 to 255 characters. */
export const isVisible = (text: unknown): text is string =>
  typeof text === 'string' && /^[\x21-\x7e]{1,255}$/.test(text);

export function checkTimeout(timeoutMs: number): void {
  checkOption(timeoutMs > 0, 'a time limit');
}

/** @returns the address without a trailing slash. */
export function checkBaseUrl(baseUrl: string): string {
  const { protocol, origin, pathname, hostname, username, password, search, hash } = URL.canParse(baseUrl)
    ? new URL(baseUrl)
    : ({} as URL);
  const prefix = pathname?.replace(/\/+$/, '');
  // A parsed URL has every form of an IPv4 address as four decimals.
  const isLoopback = /^(.+\.)?localhost$|^\[::1\]$|^127\.[\d.]+$/.test(hostname);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback);
  checkOption(isSafe && !(username || password || search || hash || prefix.endsWith('/api/v1')), 'baseUrl');
  return origin + prefix;
}
