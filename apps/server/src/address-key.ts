import ipaddr from 'ipaddr.js';

// Networks assign a whole /64 to one customer, so its addresses count as one caller.
const IPV6_CALLER_BITS = 64;
// Many customers get a /56 or a /48, with 256 or 65,536 of them.
const IPV6_WIDER_BITS = [56, 48] as const;

/**
 * The key under which limits count an address: an IPv4 address itself, also when mapped into IPv6, or the /64 of an
 * IPv6 address. Returns text that is not an address unchanged.
 */
export function addressKey(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return networkOf(parsed.toString(), IPV6_CALLER_BITS);
}

function networkOf(address: string, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`;
}

/** The key of an address, and behind it those of the /56 and the /48 of an IPv6 address. */
export function networkKeys(address: string): string[] {
  const key = addressKey(address);
  const [network = '', bits] = key.split('/');
  if (bits !== String(IPV6_CALLER_BITS)) return [key];
  return [key, ...IPV6_WIDER_BITS.map((wider) => networkOf(network, wider))];
}
