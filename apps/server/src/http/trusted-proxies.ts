import type { Express } from 'express';
import { parseIpRange } from '@procurement-intents/domain/ip-range';

type Trust = (address: string, hop: number) => boolean;

// A few proxies make nearly all calls; the bound is for callers that bypass them.
const MAX_KNOWN = 1000;

/**
 * Makes `app` trust `X-Forwarded-*` from these addresses and ranges. Returns a function that checks whether an address
 * is one of them; results are cached.
 */
export function trustProxies(app: Express, proxies: readonly string[]): (address: string) => boolean {
  app.set('trust proxy', proxies.map(toExpressRange));
  const compare = app.get('trust proxy fn') as Trust;
  const known = new Map<string, boolean>();
  const trust: Trust = (address, hop) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    if (known.size >= MAX_KNOWN) known.clear();
    const isTrusted = compare(address, hop);
    known.set(address, isTrusted);
    return isTrusted;
  };
  app.set('trust proxy', trust);
  return (address) => trust(address, 0);
}

/** IPv4 mapped into IPv6 as plain IPv4, the only form of it that Express accepts as a range; names stay unchanged. */
function toExpressRange(proxy: string): string {
  const range = parseIpRange(proxy);
  return range ? `${range[0].toString()}/${range[1]}` : proxy;
}
