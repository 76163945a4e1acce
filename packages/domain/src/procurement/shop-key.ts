import { segmentsOf } from '../url-path.ts';

/**
 * What a shop's address and a product's address are compared by: host, port and path, with a slash at the end. Two
 * spellings of one address have one key: the scheme does not count, nor do encoded letters, repeated slashes, `.` and `..`,
 * query and fragment, so that a blocked shop cannot be reached by another spelling. Null for a text that is no http(s)
 * address, and for a path that hides a separator. Never throws.
 */
export const shopKeyOf = (address: string): string | null => keyOf(address, false);

function keyOf(address: string, hasParameters: boolean): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.host === '') return null;
  const segments = segmentsOf(url.pathname, hasParameters);
  return segments && [url.host, ...segments, ''].join('/');
}

/**
 * Whether one of two shops lies within the other, or they are the same. In the database, the constraint
 * `suppliers_shops_apart` (`functions.sql`) refuses such a pair: `shops-in-sql.test.ts` holds both to one answer.
 */
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
 * `request-references.ts` of the server finds it in SQL: `request-references.test.ts` holds both to one answer.
 */
export function shopOf<Shop>(productUrl: string, index: ShopIndex<Shop>): Shop | null {
  if (index.keys.length === 0) return null;
  const product = shopKeyOf(productUrl);
  return product === null ? null : shopOfKey(product, index);
}

function shopOfKey<Shop>(product: string, { keys, shops }: ShopIndex<Shop>): Shop | null {
  const last = keys[countUpTo(keys, product) - 1];
  return last !== undefined && isWithinShop(product, last) ? (shops.get(last) ?? null) : null;
}

/**
 * The blocked shops, by keys as {@link shopKeyOf}. Some servers tell no `/Store` from `/store`, or route `/store;a=1` as
 * `/store`: a block holds for those spellings, too. So it may hold for another shop whose path differs in nothing else.
 */
export function indexBlocked(shopKeys: Iterable<string>): ShopIndex<true> {
  const folded = Array.from(shopKeys, (key) => foldedKeyOf(`http://${key}`)).filter((key) => key !== null);
  // Folded keys may overlap. The shorter ones hold for all within them.
  const kept: string[] = [];
  for (const key of folded.sort()) {
    const last = kept.at(-1);
    if (last === undefined || !isWithinShop(key, last)) kept.push(key);
  }
  return indexShops(kept.map((key) => [key, true]));
}

/** Whether an address leads to a blocked shop, for a server that knows parameters of segments or for one that does not. */
export const isBlockedBy = (address: string, blocked: ShopIndex<true>): boolean =>
  blocked.keys.length > 0 &&
  [foldedKeyOf(address), shopKeyOf(address)?.toLowerCase() ?? null].some(
    (key) => key !== null && shopOfKey(key, blocked) !== null,
  );

const foldedKeyOf = (address: string): string | null => keyOf(address, true)?.toLowerCase() ?? null;

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
