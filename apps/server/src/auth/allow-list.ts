import { ApiError } from '@procurement-intents/domain';
import { isInIpRange, parseIpAddress } from '@procurement-intents/domain/ip-range';
import type { CallingApp } from '../client-apps/app-directory.ts';

// A trusted proxy may pass on any text that a caller sent.
const SHOWN_CHARS = 64;

/** Refuses a caller outside the App's allow list (40301), with its address. An empty list allows every address. */
export function checkAllowList({ ipAllowList }: Pick<CallingApp, 'ipAllowList'>, ip: string): void {
  if (ipAllowList.length === 0) return;
  const address = parseIpAddress(ip);
  if (!address) throw new ApiError('IP_NOT_ALLOWED', { data: { address: ip.slice(0, SHOWN_CHARS) } });
  if (!ipAllowList.some((entry) => isInIpRange(entry, address)))
    throw new ApiError('IP_NOT_ALLOWED', { data: { address: address.toString() } });
}
