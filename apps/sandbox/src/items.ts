import type { RejectReason } from '@procurement-intents/contract/gateway/codes';
import type { Shop } from './shops.ts';

/** The behaviour of an item's product page. */
export type PageBehaviour =
  | 'product'
  | 'price-up'
  | 'price-down'
  | 'last-piece'
  | 'captcha-later'
  | 'gone-later'
  | 'missing'
  | 'not-a-product'
  | 'redirect-away'
  | 'redirect-inside'
  | 'hang'
  | 'drip'
  | 'huge'
  | 'bomb';

/** The behaviour of an order for an item. Delays count from the moment the order is made, at speed 1. */
export interface Ordering {
  answer: 'prompt' | 'unavailable-twice' | 'unavailable' | 'lost' | 'late' | 'half-made';
  /** From the post to the moment the order is made; until then a post answers 503. */
  makeAfterMs: number;
  /** Set when the shop records the order but refuses it. */
  refusal: RejectReason | null;
  confirmAfterMs: number;
  shipAfterMs: number;
  /** From the confirmation to the moment the shop cancels and refunds the order; null when it ships. */
  withdrawAfterMs: number | null;
  parcelCount: number;
  shippingFen: number;
  /** The charge, in percent of the agreed amount. */
  paidPercent: number;
  /** Fee for a cancellation before the order is confirmed; null when the parcel has already left. */
  cancelFeeFen: number | null;
}

export interface Item {
  page: PageBehaviour;
  /** Null when the shop does not know the product and accepts no order for it. */
  ordering: Ordering | null;
  /** Shown on the index page. */
  behaviour: string;
}

const PROMPT: Ordering = {
  answer: 'prompt',
  makeAfterMs: 0,
  refusal: null,
  confirmAfterMs: 0,
  shipAfterMs: 1_000,
  withdrawAfterMs: null,
  parcelCount: 1,
  shippingFen: 0,
  paidPercent: 100,
  cancelFeeFen: 0,
};
const SLOW: Ordering = { ...PROMPT, confirmAfterMs: 8_000, shipAfterMs: 9_000 };

/** Every item of every shop. No other place decides what a product URL does. */
export const ITEMS = {
  ordinary: {
    page: 'product',
    ordering: PROMPT,
    behaviour: 'The order is confirmed at once and ships after 1 s, with a tracking number.',
  },
  slow: {
    page: 'product',
    ordering: SLOW,
    behaviour: 'The order is confirmed after 8 s; until then it can be cancelled free of charge.',
  },
  'slow-fee': {
    page: 'product',
    ordering: { ...SLOW, cancelFeeFen: 500 },
    behaviour: 'Like slow, but a cancellation costs 5.00.',
  },
  shipped: {
    page: 'product',
    ordering: { ...SLOW, shipAfterMs: SLOW.confirmAfterMs, cancelFeeFen: null },
    behaviour:
      'The parcel leaves at once and the order is confirmed after 8 s; a cancellation is always refused.',
  },
  'out-of-stock': {
    page: 'product',
    ordering: { ...PROMPT, refusal: 'OUT_OF_STOCK' },
    behaviour: 'The page claims stock; the order is rejected because there is none.',
  },
  'price-up': {
    page: 'price-up',
    ordering: PROMPT,
    behaviour: 'From the second fetch of the same address on, the page shows a price 10 % higher.',
  },
  'price-down': {
    page: 'price-down',
    ordering: PROMPT,
    behaviour: 'From the second fetch of the same address on, the page shows a price 10 % lower.',
  },
  rejected: {
    page: 'product',
    ordering: { ...PROMPT, refusal: 'OTHER' },
    behaviour: 'The order is rejected for no stated reason.',
  },
  undeliverable: {
    page: 'product',
    ordering: { ...PROMPT, refusal: 'ADDRESS_UNDELIVERABLE' },
    behaviour: 'The order is rejected because the shop does not deliver to the address.',
  },
  'price-changed': {
    page: 'product',
    ordering: { ...PROMPT, refusal: 'PRICE_CHANGED' },
    behaviour: 'The page keeps its price; the order is rejected because the price has changed.',
  },
  'half-made': {
    page: 'product',
    ordering: { ...PROMPT, answer: 'half-made' },
    behaviour:
      'Ordering answers 503 to the first attempt of a merchant order number and there is no order; the next attempt continues it.',
  },
  shipping: {
    page: 'product',
    ordering: { ...PROMPT, shippingFen: 1_000 },
    behaviour: 'The order costs 10.00 of shipping more, and is rejected when that exceeds the agreed total.',
  },
  'two-parcels': {
    page: 'product',
    ordering: { ...PROMPT, parcelCount: 2 },
    behaviour: 'The order is confirmed at once and ships after 1 s in two parcels.',
  },
  flaky: {
    page: 'product',
    ordering: { ...PROMPT, answer: 'unavailable-twice' },
    behaviour: 'Ordering answers 503 to the first two attempts of a merchant order number, then works.',
  },
  'lost-answer': {
    page: 'product',
    ordering: { ...PROMPT, answer: 'lost' },
    behaviour: 'The order is made, but the connection breaks before the first attempt is answered.',
  },
  'late-answer': {
    page: 'product',
    ordering: { ...PROMPT, answer: 'late' },
    behaviour: 'The order is made at once, but the first attempt is answered only after 20 s.',
  },
  down: {
    page: 'product',
    ordering: { ...PROMPT, answer: 'unavailable' },
    behaviour: 'Ordering answers 503, always.',
  },
  missing: { page: 'missing', ordering: null, behaviour: 'The page answers 404 and nothing can be ordered.' },
  'not-a-product': {
    page: 'not-a-product',
    ordering: PROMPT,
    behaviour: 'The page answers 200 but shows no product.',
  },
  'redirect-away': {
    page: 'redirect-away',
    ordering: PROMPT,
    behaviour: "The page redirects to an address that is none of the shop's product pages.",
  },
  'captcha-later': {
    page: 'captcha-later',
    ordering: PROMPT,
    behaviour:
      'From the second fetch of the same address on, the page shows a captcha; 20 s later the product again.',
  },
  'gone-later': {
    page: 'gone-later',
    ordering: PROMPT,
    behaviour: 'From the second fetch of the same address on, the page answers 404.',
  },
  'last-piece': {
    page: 'last-piece',
    ordering: { ...PROMPT, makeAfterMs: 3_000 },
    behaviour:
      'Ordering answers 503 and reserves the piece: the page is sold out from then on, the order is made 3 s later.',
  },
  withdrawn: {
    page: 'product',
    ordering: { ...PROMPT, withdrawAfterMs: 3_000 },
    behaviour: 'The order is confirmed at once; 3 s later the shop cancels it and pays it back.',
  },
  overcharge: {
    page: 'product',
    ordering: { ...PROMPT, paidPercent: 110 },
    behaviour: 'The order is confirmed at once, but 10 % more is paid than was agreed.',
  },
  'redirect-inside': {
    page: 'redirect-inside',
    ordering: PROMPT,
    behaviour: 'The page redirects to ordinary in the same shop, query included.',
  },
  hang: { page: 'hang', ordering: PROMPT, behaviour: 'The page never answers.' },
  drip: { page: 'drip', ordering: PROMPT, behaviour: 'The page comes at one byte a second and never ends.' },
  huge: { page: 'huge', ordering: PROMPT, behaviour: 'The page comes at full speed and never ends.' },
  bomb: {
    page: 'bomb',
    ordering: PROMPT,
    behaviour: 'The page is small on the wire and unpacks (gzip) to more than 100 MB.',
  },
} as const satisfies Record<string, Item>;

export type ItemName = keyof typeof ITEMS;

export const ITEM_NAMES = Object.keys(ITEMS) as ItemName[];

/** Items that can be ordered: all with an `ordering`. */
export type OrderableItem = {
  [K in ItemName]: (typeof ITEMS)[K]['ordering'] extends null ? never : K;
}[ItemName];

export function isOrderable(item: ItemName): item is OrderableItem {
  return ITEMS[item].ordering !== null;
}

/** The item in a path of this shop's product pages, or null. */
export function findItem(shop: Shop, path: string): ItemName | null {
  const prefix = `/${shop}/items/`;
  if (!path.startsWith(prefix)) return null;
  const name = path.slice(prefix.length);
  return Object.hasOwn(ITEMS, name) ? (name as ItemName) : null;
}
