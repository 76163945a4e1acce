import ipaddr from 'ipaddr.js';

/** Whether the address is public: not private, loopback, link-local, mapped or reserved. */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed?.range() !== 'unicast') return false;
  // Only 2000::/3 of IPv6 is assigned for public use; the library also reports unassigned ranges as unicast.
  return !(parsed instanceof ipaddr.IPv6) || ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000;
}

/** Whether the address is loopback: `127.0.0.0/8` or `::1`, also when mapped into IPv6. */
export function isLoopbackAddress(address: string): boolean {
  return parseAddress(address)?.range() === 'loopback';
}

/** Whether a host of a URL names this machine: `localhost` or a literal loopback address. No name is resolved. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host.replace(/^\[|\]$/g, ''));
}

function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return ipaddr.isValid(address) ? ipaddr.process(address) : null;
}
