import ipaddr from 'ipaddr.js';

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A network: its address and the length of its prefix in bits. */
export type IpRange = [IpAddress, number];

// The prefix of IPv4 addresses mapped into IPv6, `::ffff:0:0/96`.
const MAPPED_BITS = 96;

/**
 * Whether the text is an address. Shortened and octal forms of IPv4 are refused, because the library reads them as
 * another address than a person does.
 */
export const isIpAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/** Reads an address or CIDR range, or null when it is neither. IPv4 mapped into IPv6 is read as IPv4. */
export function parseIpRange(entry: string): IpRange | null {
  try {
    if (!isIpAddress(entry.replace(/\/[0-9]+$/, ''))) return null;
    if (entry.includes('/')) return asIpv4(ipaddr.parseCIDR(entry));
    const address = ipaddr.process(entry);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    return null;
  }
}

function asIpv4([address, bits]: IpRange): IpRange {
  const isMapped = address instanceof ipaddr.IPv6 && bits >= MAPPED_BITS && address.isIPv4MappedAddress();
  return isMapped ? [address.toIPv4Address(), bits - MAPPED_BITS] : [address, bits];
}

/** Reads an address, or null when it is none. IPv4 mapped into IPv6 is read as IPv4. */
export const parseIpAddress = (text: string): IpAddress | null =>
  isIpAddress(text) ? ipaddr.process(text) : null;

/** Whether an address or CIDR range contains the address; false when it is neither. */
export function isInIpRange(entry: string, address: IpAddress): boolean {
  const range = parseIpRange(entry);
  return range !== null && range[0].kind() === address.kind() && address.match(range);
}
