import { digestProduct } from '@procurement-intents/contract/gateway/order-content';
import { ITEMS } from '../items.ts';
import type { ItemName } from '../items.ts';
import type { LruMap } from '../lru-map.ts';
import { parsePrice, scaleFen } from '../money.ts';
import { hashText } from '../hash-text.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { Shop } from '../shops.ts';

const DEFAULT_PRICE_FEN = 19_900;

/** What a page or a quote says of a product. */
export interface Offer {
  title: string;
  priceFen: number;
  isAvailable: boolean;
}

export interface OfferContext {
  /** How often each address with a changing offer was asked for. */
  fetches: LruMap;
  store: OrderStore;
}

/** A product of a shop, under the path and query that it was asked for. */
export interface Asked {
  shop: Shop;
  item: ItemName;
  url: URL;
}

/** Whether the address was asked for before; counts this time. */
export function isSeen({ url }: Pick<Asked, 'url'>, { fetches }: Pick<OfferContext, 'fetches'>): boolean {
  return fetches.count(url.pathname + url.search) > 1;
}

/** The offer at an address; null when the price that the address names is none. */
export function readOffer(asked: Asked, context: OfferContext): Offer | null {
  const { shop, item, url } = asked;
  const prices = url.searchParams.getAll('price');
  const priceFen = prices.length === 0 ? DEFAULT_PRICE_FEN : parsePrice(prices.join());
  if (priceFen === null) return null;
  const isLastPiece = ITEMS[item].page === 'last-piece';
  return {
    title: url.searchParams.get('title') || `示例商品（${item}）`,
    priceFen: scaleFen(priceFen, percentOf(asked, context)),
    isAvailable: !isLastPiece || context.store.findSale(shop, digestProduct(url.href, hashText)) === null,
  };
}

function percentOf(asked: Asked, context: OfferContext): number {
  const behaviour = ITEMS[asked.item].page;
  if (behaviour === 'price-up') return isSeen(asked, context) ? 110 : 100;
  if (behaviour === 'price-down') return isSeen(asked, context) ? 90 : 100;
  return 100;
}
