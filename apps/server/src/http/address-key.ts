import ipaddr from 'ipaddr.js';

// What one customer of a network gets: whoever has one of these addresses has all of them.
const IPV6_CALLER_BITS = 64;

/**
 * What limits count a caller's address by: an IPv4 address by itself, also in its IPv6 form, and an IPv6 address by its
 * /64. Text that is no address counts as it is.
 */
export function addressKey(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_CALLER_BITS}`);
  return `${network.toString()}/${IPV6_CALLER_BITS}`;
}
