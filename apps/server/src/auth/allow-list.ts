import { ApiError } from '@procurement-intents/domain';
import ipaddr from 'ipaddr.js';
import type { CallingApp } from '../client-apps/app-directory.ts';
import { isIpAddress, parseIpRange } from '../ip-range.ts';

// A trusted proxy may pass on any text that a caller sent.
const SHOWN_CHARS = 64;

/** Refuses a caller outside the App's allow list (40301), with its address. An empty list allows every address. */
export function checkAllowList({ ipAllowList }: Pick<CallingApp, 'ipAllowList'>, ip: string): void {
  if (ipAllowList.length === 0) return;
  if (!isIpAddress(ip)) throw new ApiError('IP_NOT_ALLOWED', { data: { address: ip.slice(0, SHOWN_CHARS) } });
  const address = ipaddr.process(ip);
  if (!ipAllowList.some((entry) => contains(entry, address)))
    throw new ApiError('IP_NOT_ALLOWED', { data: { address: address.toString() } });
}

function contains(entry: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const range = parseIpRange(entry);
  return range !== null && range[0].kind() === address.kind() && address.match(range);
}
