import ipaddr from 'ipaddr.js';

/** Whether the address is reachable on the public internet: no private, loopback, link-local, mapped or reserved one. */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed?.range() !== 'unicast') return false;
  // Of IPv6 only 2000::/3 is handed out; anything else without a name of its own is not public either.
  return !(parsed instanceof ipaddr.IPv6) || ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000;
}

/** Whether the address is this machine itself: `127.0.0.0/8` or `::1`, also when mapped into IPv6. */
export function isLoopbackAddress(address: string): boolean {
  return parseAddress(address)?.range() === 'loopback';
}

function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return ipaddr.isValid(address) ? ipaddr.process(address) : null;
}
