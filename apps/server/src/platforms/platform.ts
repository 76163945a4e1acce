import type { PlatformId } from '@procurement-intents/contract';
import type { FindAnswer, PlaceAnswer, RefusedAnswer, UnclearAnswer } from '@procurement-intents/domain';
import type { GatewayCapabilities } from '@procurement-intents/contract/gateway/messages';
import type {
  CancelRefusal,
  OrderStatus,
  RefundState,
  RejectReason,
} from '@procurement-intents/contract/gateway/codes';

export interface Parcel {
  trackingNumber: string;
  trackingCompany?: string;
}

/**
 * An order as the platform reports it. Amounts in fen. Texts are safe to show: no control characters, tracking with at
 * most 100 characters, `message` 200. Fields that the platform omits, or sends in another shape, are absent.
 */
export interface PlatformOrder {
  orderId: string;
  merchantOrderNo?: string;
  status: OrderStatus;
  /** The amount charged, shipping included. */
  amountPaidFen: number;
  /** The part of `amountPaidFen` that is shipping. */
  shippingFen?: number;
  /** The total amount paid back. */
  refundedFen?: number;
  parcels: Parcel[];
  /** Of the first parcel. */
  trackingNumber?: string;
  trackingCompany?: string;
  /** Why the order is REJECTED. */
  reason?: RejectReason;
  /** The platform's own text beside `reason`. */
  message?: string;
  /** The platform's time of the last change of status. */
  updatedAt?: Date;
}

/** An order to place. The platform places at most one order for a `merchantOrderNo`, however often it is sent. */
export interface OrderRequest {
  /** 1 to 64 characters of `[A-Za-z0-9_-]`. */
  merchantOrderNo: string;
  productUrl: string;
  quantity: number;
  unitPriceFen: number;
  /** The highest total, shipping included; the platform checks it before it pays. */
  maxTotalFen: number;
  /** Whole seconds after the platform's receipt, at least 1, after which it may neither pay nor accept this order. */
  placeBeforeSeconds: number;
  recipient: { name: string; address: string; phone: string };
  remarks?: string;
}

/** A product, from its page or by a quote. `title` has at most 500 characters; `finalUrl` is the address after redirects. */
export interface ProductPage {
  title: string;
  priceFen: number;
  isAvailable: boolean;
  finalUrl: string;
}

/** UTF-16 units of a title that are kept. */
export const MAX_TITLE_LENGTH = 500;

export type PlaceOrderResult = PlaceAnswer<PlatformOrder>;
export type FindOrderResult = FindAnswer<PlatformOrder>;
export type CancelOrderResult =
  { ok: true; feeFen: number; refund: RefundState } | RefusedAnswer<CancelRefusal> | UnclearAnswer;
/** What a gateway says that it can do; it may not know the pace of its shop. */
export type PlatformCapabilities = Omit<GatewayCapabilities, 'ordersPerSecond' | 'maxQuantity'> & {
  [Bound in 'ordersPerSecond' | 'maxQuantity']?: number | undefined;
};
/** `capabilities` is null when the gateway does not say. */
export type DescribeResult = { ok: true; capabilities: PlatformCapabilities | null } | UnclearAnswer;
/** One page of orders, the oldest change first; `nextCursor` is null on the last. */
export type ListOrdersResult =
  { ok: true; orders: PlatformOrder[]; nextCursor: string | null } | UnclearAnswer;
/** `NOT_FOUND` is 404 or 410; `CLIENT_ERROR` is any other 4xx about the address. */
export type ProductPageRefusal = 'NOT_FOUND' | 'CLIENT_ERROR' | 'NOT_A_PRODUCT' | 'OUTSIDE_PREFIXES';
export type ProductPageResult =
  { ok: true; page: ProductPage } | RefusedAnswer<ProductPageRefusal> | UnclearAnswer;

export interface CallOptions {
  /** Bounds the whole call: waiting for a slot, name look-up, connection, every redirect and the body. */
  timeoutMs: number;
  /** Ends the call early; the answer is then unclear, `ABORTED`. */
  signal?: AbortSignal;
  /** Whether a circuit breaker applies to this page fetch, as it does to calls of the gateway. Default false. */
  isGuarded?: boolean;
  /** The App of the purchase. Failures and load of one App do not stop the calls of another. */
  appId?: string;
  /** Makes the call even while its breaker is open, because its answer decides the purchase. */
  isLastTry?: boolean;
  /** Called right before the request is written. When it returns false, nothing is sent: unclear, `TOO_LATE`. */
  maySend?: () => boolean;
  /** Pieces to quote a price for, where a gateway is asked and not a page. Default 1. */
  quantity?: number;
  /** Passed on to the gateway as `X-Request-Id`: 1 to 128 characters of `[A-Za-z0-9._:-]`. */
  requestId?: string;
}

/** Orders whose status changed at `changedSince` or later; `cursor` is the `nextCursor` of the previous page. */
export interface ChangedOrdersQuery {
  changedSince: Date;
  cursor?: string;
}

/** One platform. Methods do not throw for external failures; every answer says whether it is definite. */
export interface Platform {
  readonly id: PlatformId;
  /** Whether `url` is a product address of this platform, compared after parsing, without a request. */
  ownsProductUrl(url: string): boolean;
  /** Reads title, price and availability of a product, from its page or by a quote of the gateway. */
  fetchProductPage(url: string, options: CallOptions): Promise<ProductPageResult>;
  /** Places the order. After an unclear answer, call `findOrder` before a retry. */
  placeOrder(request: OrderRequest, options: CallOptions): Promise<PlaceOrderResult>;
  findOrder(merchantOrderNo: string, options: CallOptions): Promise<FindOrderResult>;
  getOrder(orderId: string, options: CallOptions): Promise<FindOrderResult>;
  cancelOrder(orderId: string, options: CallOptions): Promise<CancelOrderResult>;
  /** An order that changes again is listed again, on a later page or by a later call. */
  listChangedOrders(query: ChangedOrdersQuery, options: CallOptions): Promise<ListOrdersResult>;
  /**
   * Asks the gateway what it can do. From then on no more calls are under way at once than it takes orders within
   * `timeoutMs`.
   */
  describe(options: CallOptions): Promise<DescribeResult>;
  /** Closes the connections: of page fetches at once, of gateway calls after their answers. */
  close(): Promise<void>;
}
