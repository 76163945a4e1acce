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

const HEX = /^[0-9A-Fa-f]{2}$/;

/**
 * Decodes until nothing changes, since a server may decode twice. From the end to the start: what a `%` has before it is
 * decoded by then, so one pass decodes every layer.
 */
function decodeUnreserved(path: string): string {
  if (!path.includes('%')) return removeDots(path);
  // The decoded text from the end on.
  const decoded: string[] = [];
  for (let index = path.length - 1; index >= 0; index -= 1) {
    decoded.push(path.charAt(index));
    decodeLast(decoded);
  }
  const text = decoded.reverse().join('');
  return removeDots(text.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase()));
}

/** Decodes an escape at the end of a text that is written backwards, and one that this has made. */
function decodeLast(decoded: string[]): void {
  while (decoded.at(-1) === '%') {
    const digits = (decoded.at(-2) ?? '') + (decoded.at(-3) ?? '');
    if (!HEX.test(digits)) return;
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    if (!UNRESERVED.test(character) && character !== '%') return;
    decoded.splice(-3, 3, character);
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

/** Shops that do not overlap, by their keys. */
export interface ShopIndex<Shop> {
  /** In the order of their characters. */
  keys: readonly string[];
  shops: ReadonlyMap<string, Shop>;
}

/** @param shops - by keys as {@link shopKeyOf}, none of which overlaps with another. */
export const indexShops = <Shop>(shops: Iterable<readonly [key: string, shop: Shop]>): ShopIndex<Shop> => {
  const byKey = new Map(shops);
  return { keys: [...byKey.keys()].sort(), shops: byKey };
};

/**
 * The shop of the product; null when it lies within none. Only the last key before the product's can be that of its shop:
 * a key between the two would overlap with it. So a long address costs no more than its own comparison.
 */
export function shopOf<Shop>(productUrl: string, { keys, shops }: ShopIndex<Shop>): Shop | null {
  if (keys.length === 0) return null;
  const product = shopKeyOf(productUrl);
  if (product === null) return null;
  const last = keys[countUpTo(keys, product) - 1];
  return last !== undefined && isWithinShop(product, last) ? (shops.get(last) ?? null) : null;
}

/** How many of the sorted texts are not after `text`. */
function countUpTo(sorted: readonly string[], text: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? '') <= text) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** What two product URLs of a contract are compared by: the parsed address without its fragment. */
export function productKeyOf(productUrl: string): string | null {
  if (!URL.canParse(productUrl)) return null;
  const url = new URL(productUrl);
  url.hash = '';
  return url.href;
}
