import type { PlatformId } from '@procurement-intents/contract';

export type { PlatformId };

/** How one platform is reached. */
export interface PlatformSettings {
  id: PlatformId;
  /** Base address of the ordering gateway; `/orders` is appended to its path. */
  gatewayUrl: string;
  /** Bearer token for the gateway. */
  token: string;
  /**
   * Addresses (origin and path) under which product pages lie. A prefix that spells out loopback
   * (`127.0.0.1`, `localhost`, `[::1]`) opens loopback to the page fetch, for exactly that origin.
   */
  productUrlPrefixes: readonly string[];
}

export type OrderStatus = 'ACCEPTED' | 'CONFIRMED' | 'SHIPPED' | 'DELIVERED' | 'REJECTED' | 'CANCELLED';

/** An order as the platform tells it. Amounts in fen; `reason` is safe to show (200 characters at most). */
export interface PlatformOrder {
  orderId: string;
  status: OrderStatus;
  amountPaidFen: number;
  trackingNumber?: string;
  trackingCompany?: string;
  reason?: string;
}

/** What to buy. The platform makes at most one order of a `merchantOrderNo`, however often it is sent. */
export interface OrderRequest {
  merchantOrderNo: string;
  productUrl: string;
  quantity: number;
  unitPriceFen: number;
  recipient: { name: string; address: string; phone: string };
}

/** A product page as recognised; `title` has at most 500 characters, `finalUrl` is where redirects ended. */
export interface ProductPage {
  title: string;
  priceFen: number;
  isAvailable: boolean;
  finalUrl: string;
}

/**
 * No definite answer: the call may or may not have had its effect. `reason` is a stable word such as
 * `TIMEOUT`, `CONNECTION`, `RATE_LIMITED`, `HTTP_503`, `BAD_ANSWER` or `ABORTED`, or `CIRCUIT_OPEN` or `TOO_LATE` when
 * nobody was asked; `retryAfterMs` is the pause that the platform, or the breaker in front of it, asked for.
 */
export interface UnclearAnswer {
  ok: false;
  kind: 'unclear';
  reason: string;
  retryAfterMs?: number;
}

/** A definite no. `reason` is safe to show: 200 characters at most, no control characters. */
export interface RefusedAnswer<Reason extends string = string> {
  ok: false;
  kind: 'refused';
  reason: Reason;
}

/** `ok` means that the order exists, even when its status is `REJECTED`. */
export type PlaceOrderResult = { ok: true; order: PlatformOrder } | RefusedAnswer | UnclearAnswer;
/** `order` is null when the platform says for certain that there is no such order. */
export type FindOrderResult = { ok: true; order: PlatformOrder | null } | UnclearAnswer;
export type CancelOrderResult = { ok: true; feeFen: number } | RefusedAnswer | UnclearAnswer;
export type ProductPageRefusal = 'NOT_FOUND' | 'NOT_A_PRODUCT' | 'OUTSIDE_PREFIXES';
export type ProductPageResult =
  { ok: true; page: ProductPage } | RefusedAnswer<ProductPageRefusal> | UnclearAnswer;

export interface CallOptions {
  /** Bounds the whole call: waiting for a slot, name look-up, connection, every redirect and the body. */
  timeoutMs: number;
  /** Ends the call early; the answer is then unclear, `ABORTED`. */
  signal?: AbortSignal;
  /** Made even while calls of its kind are stopped, because something final follows from its answer. */
  isLastTry?: boolean;
  /** Asked in the very turn in which the bytes leave; false: none leave, and the answer is unclear, `TOO_LATE`. */
  maySend?: () => boolean;
}

/** One shop. No method throws for trouble of the outside; every answer says whether it is definite. */
export interface Platform {
  readonly id: PlatformId;
  readonly productUrlPrefixes: readonly string[];
  /** Whether `url` is a product address of this platform, compared after parsing; asks nobody. */
  ownsProductUrl(url: string): boolean;
  /** Reads a product page and recognises title, price and availability. */
  fetchProductPage(url: string, options: CallOptions): Promise<ProductPageResult>;
  /** Places the order. After an unclear answer ask `findOrder` before any repeat. */
  placeOrder(request: OrderRequest, options: CallOptions): Promise<PlaceOrderResult>;
  findOrder(merchantOrderNo: string, options: CallOptions): Promise<FindOrderResult>;
  getOrder(orderId: string, options: CallOptions): Promise<FindOrderResult>;
  cancelOrder(orderId: string, options: CallOptions): Promise<CancelOrderResult>;
  /** Ends the connections: page fetches at once, gateway calls when they are answered. */
  close(): Promise<void>;
}
