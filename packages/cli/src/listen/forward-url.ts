import { InvalidArgumentError } from 'commander';
import { UsageError } from '../usage-error.ts';

// A parsed address has every form of an IPv4 address as four decimals. Names below localhost may lead elsewhere.
const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/** Parses the address that events are forwarded to. */
export function parseForwardUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash) {
    throw new InvalidArgumentError(
      'It must be a whole address without user and fragment, such as http://localhost:4000/hooks.',
    );
  }
  return url.href;
}

/** @throws UsageError for an address that may lead to another machine. */
export function requireLoopback(url: string): void {
  const { hostname } = new URL(url);
  if (LOOPBACK.test(hostname)) return;
  throw new UsageError(
    `${hostname} may be another machine, which would get the events of the App`,
    'Forward to localhost, or add --allow-remote.',
  );
}
