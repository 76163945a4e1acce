import ipaddr from 'ipaddr.js';

// Networks assign a whole /64 to one customer, so its addresses count as one caller.
const IPV6_CALLER_BITS = 64;

/**
 * The key under which limits count an address: an IPv4 address itself, also when mapped into IPv6, or the /64 of an
 * IPv6 address. Returns text that is not an address unchanged.
 */
export function addressKey(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_CALLER_BITS}`);
  return `${network.toString()}/${IPV6_CALLER_BITS}`;
}
