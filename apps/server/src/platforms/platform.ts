import type { PlatformId } from '@procurement-intents/contract';
import type { FindAnswer, PlaceAnswer, RefusedAnswer, UnclearAnswer } from '@procurement-intents/domain';
import type {
  CancelRefusal,
  OrderStatus,
  RefundState,
  RejectReason,
} from '@procurement-intents/contract/gateway/words';

export type {
  CancelRefusal,
  OrderStatus,
  PlatformId,
  RefundState,
  RefusedAnswer,
  RejectReason,
  UnclearAnswer,
};

export interface Parcel {
  trackingNumber: string;
  trackingCompany?: string;
}

/**
 * An order as the platform shows it. Amounts in fen. Texts are safe to show: no control characters, tracking 100
 * characters at most, `message` 200. What the platform does not give, or gives in another shape, is absent.
 */
export interface PlatformOrder {
  orderId: string;
  merchantOrderNo?: string;
  status: OrderStatus;
  /** What is charged, shipping included. */
  amountPaidFen: number;
  /** The part of `amountPaidFen` that is shipping. */
  shippingFen?: number;
  /** What was paid back, in all. */
  refundedFen?: number;
  parcels: Parcel[];
  /** Of the first parcel. */
  trackingNumber?: string;
  trackingCompany?: string;
  /** Why the order is REJECTED. */
  reason?: RejectReason;
  /** The platform's own words beside `reason`. */
  message?: string;
  /** The platform's time of the last change of status. */
  updatedAt?: Date;
}

/** What to buy. The platform makes at most one order of a `merchantOrderNo`, however often it is sent. */
export interface OrderRequest {
  /** 1 to 64 characters of `[A-Za-z0-9_-]`. */
  merchantOrderNo: string;
  productUrl: string;
  quantity: number;
  unitPriceFen: number;
  /** The most that the order may cost, shipping included; the platform compares before it pays. */
  maxTotalFen: number;
  /** Whole seconds from the platform's receipt, 1 or more, after which this call may neither pay nor be accepted. */
  placeBeforeSeconds: number;
  recipient: { name: string; address: string; phone: string };
  remarks?: string;
}

/** A product page as recognised; `title` has at most 500 characters, `finalUrl` is where redirects ended. */
export interface ProductPage {
  title: string;
  priceFen: number;
  isAvailable: boolean;
  finalUrl: string;
}

export type PlaceOrderResult = PlaceAnswer<PlatformOrder>;
export type FindOrderResult = FindAnswer<PlatformOrder>;
export type CancelOrderResult =
  { ok: true; feeFen: number; refund: RefundState } | RefusedAnswer<CancelRefusal> | UnclearAnswer;
/** One page of orders, the oldest change first; `nextCursor` is null on the last. */
export type ListOrdersResult =
  { ok: true; orders: PlatformOrder[]; nextCursor: string | null } | UnclearAnswer;
/** `NOT_FOUND` is 404 or 410 alone, `CLIENT_ERROR` any other 4xx that speaks of the address. */
export type ProductPageRefusal = 'NOT_FOUND' | 'CLIENT_ERROR' | 'NOT_A_PRODUCT' | 'OUTSIDE_PREFIXES';
export type ProductPageResult =
  { ok: true; page: ProductPage } | RefusedAnswer<ProductPageRefusal> | UnclearAnswer;

export interface CallOptions {
  /** Bounds the whole call: waiting for a slot, name look-up, connection, every redirect and the body. */
  timeoutMs: number;
  /** Ends the call early; the answer is then unclear, `ABORTED`. */
  signal?: AbortSignal;
  /** A page fetch that is stopped while the shop's pages fail, as calls to its gateway are. Default false. */
  isGuarded?: boolean;
  /** Whose purchase it is: neither failures of one App's calls nor their number stop another's. */
  appId?: string;
  /** Made even while calls of its kind are stopped, because something final follows from its answer. */
  isLastTry?: boolean;
  /** Asked in the very turn in which the bytes leave; false: none leave, and the answer is unclear, `TOO_LATE`. */
  maySend?: () => boolean;
  /** Passed on to the gateway as `X-Request-Id`: 1 to 128 characters of `[A-Za-z0-9._:-]`. */
  requestId?: string;
}

/** Orders whose status changed at `changedSince` or later; `cursor` is the `nextCursor` of the page before. */
export interface ChangedOrdersQuery {
  changedSince: Date;
  cursor?: string;
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
  /** An order that changes again is listed again, on a later page or by a later call. */
  listChangedOrders(query: ChangedOrdersQuery, options: CallOptions): Promise<ListOrdersResult>;
  /** Ends the connections: page fetches at once, gateway calls when they are answered. */
  close(): Promise<void>;
}
