import { segmentsOf } from '../url-path.ts';

/**
 * What a shop's address and a product's address are compared by: host, port and path, with a slash at the end. Two
 * spellings of one address have one key: the scheme does not count, nor do encoded letters, repeated slashes, `.` and `..`,
 * query and fragment, so that a blocked shop cannot be reached by another spelling. Null for a text that is no http(s)
 * address, and for a path that hides a separator. Never throws.
 */
export function shopKeyOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.host === '') return null;
  const segments = segmentsOf(url.pathname);
  return segments && [url.host, ...segments, ''].join('/');
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
