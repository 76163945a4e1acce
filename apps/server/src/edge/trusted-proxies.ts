import type { Express } from 'express';

type Trust = (address: string, hop: number) => boolean;

// A handful of proxies call all the time; the bound is for whoever calls past them.
const MAX_KNOWN = 1000;

/** Makes `app` believe `X-Forwarded-*` of these addresses and ranges. Each address is compared with them once. */
export function trustProxies(app: Express, proxies: readonly string[]): void {
  app.set('trust proxy', [...proxies]);
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
}
