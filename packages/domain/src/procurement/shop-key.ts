// Characters that mean the same with and without percent-encoding (RFC 3986, section 2.3).
const UNRESERVED = /^[A-Za-z0-9._~-]$/;

/**
 * What a shop's address and a product's address are compared by: host, port and path, with a slash at the end. Two
 * spellings of one address have one key: the scheme does not count, nor do encoded letters, repeated slashes, query and
 * fragment, so that a blocked shop cannot be reached by another spelling. Null for a text that is no http(s) address.
 */
export function shopKeyOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.host === '') return null;
  const path = decodeUnreserved(url.pathname).replaceAll(/\/{2,}/g, '/');
  return url.host + (path.endsWith('/') ? path : `${path}/`);
}

/** Decodes until nothing changes: a server may decode twice. */
function decodeUnreserved(path: string): string {
  let text = path;
  for (;;) {
    const decoded = text.replaceAll(/%([0-9A-Fa-f]{2})/g, (whole, digits: string) => {
      const character = String.fromCharCode(Number.parseInt(digits, 16));
      return UNRESERVED.test(character) || character === '%' ? character : whole.toUpperCase();
    });
    if (decoded === text) return removeDots(text);
    text = decoded;
  }
}

/** Removes the segments `.` and `..` that decoding has made. */
function removeDots(path: string): string {
  if (!path.includes('/.')) return path;
  return new URL(path.replaceAll(/[?#\\]/g, ''), 'http://host/').pathname;
}

/** Whether one of two shops lies within the other, or they are the same. */
export const doShopsOverlap = (one: string, other: string): boolean =>
  one.startsWith(other) || other.startsWith(one);

/** Whether a product, or a shop, lies within a shop. Both as {@link shopKeyOf}. */
export const isWithinShop = (key: string, shopKey: string): boolean => key.startsWith(shopKey);

/** The keys of all shops that a product can lie within, the widest first. */
export function shopKeysAbove(key: string): string[] {
  const keys: string[] = [];
  for (let end = key.indexOf('/'); end !== -1; end = key.indexOf('/', end + 1)) {
    keys.push(key.slice(0, end + 1));
  }
  return keys;
}

/** The shop of the product, from the keys of shops that do not overlap; null when it lies within none. */
export function shopOf<Shop>(productUrl: string, shops: ReadonlyMap<string, Shop>): Shop | null {
  if (shops.size === 0) return null;
  const key = shopKeyOf(productUrl);
  if (key === null) return null;
  for (const above of shopKeysAbove(key)) {
    const shop = shops.get(above);
    if (shop !== undefined) return shop;
  }
  return null;
}

/** What two product URLs of a contract are compared by: the parsed address without its fragment. */
export function productKeyOf(productUrl: string): string | null {
  if (!URL.canParse(productUrl)) return null;
  const url = new URL(productUrl);
  url.hash = '';
  return url.href;
}
