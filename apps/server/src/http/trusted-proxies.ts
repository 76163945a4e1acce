import type { Express } from 'express';
import { parseIpRange } from '../auth/ip-range.ts';

type Trust = (address: string, hop: number) => boolean;

// A handful of proxies call all the time; the bound is for whoever calls past them.
const MAX_KNOWN = 1000;

/**
 * Makes `app` believe `X-Forwarded-*` of these addresses and ranges, and tells of an address whether it is one of them.
 * Each address is compared with them once.
 */
export function trustProxies(app: Express, proxies: readonly string[]): (address: string) => boolean {
  app.set('trust proxy', proxies.map(asCompared));
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

/** IPv4 in its IPv6 form as plain IPv4, which is the one form that Express reads as a range; names stay as they are. */
function asCompared(proxy: string): string {
  const range = parseIpRange(proxy);
  return range ? `${range[0].toString()}/${range[1]}` : proxy;
}
