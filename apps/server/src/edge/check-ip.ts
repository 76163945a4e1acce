import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import { ApiError } from '../errors.ts';
import type { CallingApp } from '../client-apps/app-directory.ts';

// A proxy that is trusted may still pass on what a caller made up.
const SHOWN_CHARS = 64;
// The first bits of an IPv4 address in its IPv6 form (`::ffff:0:0/96`).
const MAPPED_BITS = 96;

/** The caller's address; Express has followed `X-Forwarded-For` through trusted proxies only. */
export function callerIp(req: Request): string {
  return req.ip ?? '';
}

/** Refuses a caller outside the App's allow list (40301), and tells the address. An empty list allows every address. */
export function checkIp(app: CallingApp, ip: string): void {
  if (app.ipAllowList.length === 0) return;
  if (!isAddress(ip)) throw new ApiError('IP_NOT_ALLOWED', { data: { address: ip.slice(0, SHOWN_CHARS) } });
  const address = ipaddr.process(ip);
  if (!app.ipAllowList.some((entry) => contains(entry, address)))
    throw new ApiError('IP_NOT_ALLOWED', { data: { address: address.toString() } });
}

function contains(entry: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const range = parseIpRange(entry);
  return range !== null && range[0].kind() === address.kind() && address.match(range);
}

// Shortened and octal forms of IPv4 mean another address to the library than to the person who writes them.
const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/** Reads an address or CIDR range, or null when it is neither. IPv4 in its IPv6 form is read as IPv4. */
export function parseIpRange(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  try {
    if (!isAddress(entry.replace(/\/[0-9]+$/, ''))) return null;
    if (entry.includes('/')) return asIpv4(ipaddr.parseCIDR(entry));
    const address = ipaddr.process(entry);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    return null;
  }
}

function asIpv4([address, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const isMapped = address instanceof ipaddr.IPv6 && bits >= MAPPED_BITS && address.isIPv4MappedAddress();
  return isMapped ? [address.toIPv4Address(), bits - MAPPED_BITS] : [address, bits];
}
