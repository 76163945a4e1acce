/** A way in which a purchase can fail. */
export interface FailureRow {
  /** May a new intent with the same content succeed? */
  retryable: boolean;
  /** Who has to act before a new intent can succeed. */
  actor: 'caller' | 'platform' | 'operator';
  zh: string;
  en: string;
}

/** Every `failureCode`, with what it means for the caller. */
export const FAILURES = {
  PRODUCT_NOT_FOUND: {
    retryable: false,
    actor: 'caller',
    zh: '商品页面不存在或不是商品页面',
    en: 'The product page is gone or shows no product',
  },
  OUT_OF_STOCK: { retryable: true, actor: 'platform', zh: '商品缺货', en: 'The product is out of stock' },
  PRICE_CHANGED: {
    retryable: false,
    actor: 'caller',
    zh: '页面价格高于意图价格',
    en: "The page's price is above the intent's price",
  },
  ADDRESS_UNDELIVERABLE: {
    retryable: false,
    actor: 'caller',
    zh: '平台无法送达该地址',
    en: 'The platform does not deliver to this address',
  },
  SUPPLIER_BLOCKED: {
    retryable: false,
    actor: 'operator',
    zh: '供应商已被停用',
    en: 'The company buys nothing from this supplier now',
  },
  PLATFORM_REJECTED: {
    retryable: false,
    actor: 'platform',
    zh: '平台拒绝了订单',
    en: 'The platform rejected the order',
  },
  PLATFORM_UNAVAILABLE: {
    retryable: true,
    actor: 'platform',
    zh: '多次重试后平台仍不可用',
    en: 'The platform stayed unavailable through all retries',
  },
  PROCESSING_TIMEOUT: {
    retryable: true,
    actor: 'operator',
    zh: '平台未在限期内确认订单',
    en: 'The platform did not confirm the order in time',
  },
} as const satisfies Record<string, FailureRow>;

export type FailureCode = keyof typeof FAILURES;
export const FAILURE_CODES = Object.keys(FAILURES) as FailureCode[];
