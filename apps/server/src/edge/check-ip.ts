import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import { ApiError } from './api-error.ts';
import type { CallingApp } from '../apps-registry/app-directory.ts';

/** The caller's address; Express has followed `X-Forwarded-For` through trusted proxies only. */
export function callerIp(req: Request): string {
  return req.ip ?? '';
}

/** Refuses a caller outside the App's allow list (40301). An empty list allows every address. */
export function checkIp(app: CallingApp, ip: string): void {
  if (app.ipAllowList.length === 0) return;
  if (!isAddress(ip)) throw new ApiError('IP_NOT_ALLOWED');
  const address = ipaddr.process(ip);
  if (!app.ipAllowList.some((entry) => contains(entry, address))) throw new ApiError('IP_NOT_ALLOWED');
}

function contains(entry: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const range = parseIpRange(entry);
  return range !== null && range[0].kind() === address.kind() && address.match(range);
}

// Shortened and octal forms of IPv4 mean another address to the library than to the person who writes them.
const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/** Reads an address or CIDR range, or null when it is neither. */
export function parseIpRange(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  try {
    if (!isAddress(entry.replace(/\/[0-9]+$/, ''))) return null;
    if (entry.includes('/')) return ipaddr.parseCIDR(entry);
    const address = ipaddr.process(entry);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    return null;
  }
}
