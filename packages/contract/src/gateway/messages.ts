import { z } from 'zod';
import { isWholeFen } from '../money.ts';
import { CANCEL_REFUSALS, NUMBER_REUSED, ORDER_STATUSES, REFUND_STATES, REJECT_REASONS } from './codes.ts';

/** From this amount on, adjacent doubles are more than one fen apart. */
const MAX_EXACT_YUAN = 2 ** 46;

/** An amount of money: yuan, 0 or more, with at most two decimals. */
export const GatewayYuan = z
  .number()
  .min(0)
  .lt(MAX_EXACT_YUAN)
  .refine(isWholeFen, 'has more than two decimals');

/**
 * The merchant order number, 1 to 64 characters. A gateway makes at most one order for it, however often it is sent.
 */
export const MerchantOrderNo = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** The order id of the shop. It becomes part of a path, so it has no separators and is neither `.` nor `..`. */
export const GatewayOrderId = z.string().regex(/^(?!\.{1,2}$)[\w.:~@=+-]{1,128}$/);

const Instant = z.iso.datetime();
const RecipientText = z.string().trim().min(1).max(500);

/** `POST /orders`. Unknown fields are ignored. */
export const GatewayOrderRequest = z.object({
  merchantOrderNo: MerchantOrderNo,
  productUrl: z.url({ protocol: /^https?$/ }).max(8192),
  quantity: z.int().min(1).max(999_999),
  /** Price of one piece as the product page shows it. */
  unitPrice: GatewayYuan.min(0.01).max(99_999_999.99),
  /** The most that the order may cost, shipping included; checked before payment. Absent: no limit. */
  maxTotal: GatewayYuan.optional(),
  /** Whole seconds from receipt; after them this call may neither pay nor respond with ACCEPTED. */
  placeBefore: z.int().min(1).optional(),
  recipient: z.object({ name: RecipientText, address: RecipientText, phone: RecipientText }),
  /** Remarks of the buyer for the shop. */
  remarks: z.string().max(500).optional(),
});
export type GatewayOrderRequest = z.infer<typeof GatewayOrderRequest>;

/** One parcel of an order. */
export const GatewayParcel = z.object({
  trackingNumber: z.string().min(1),
  trackingCompany: z.string().nullish(),
});

/** An order, as every call that returns one shows it. */
export const GatewayOrder = z.object({
  orderId: GatewayOrderId,
  merchantOrderNo: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** What the buyer is charged, shipping included. */
  amountPaid: GatewayYuan,
  /** The part of `amountPaid` that is shipping. */
  shipping: GatewayYuan.nullish(),
  /** Total amount refunded. */
  refunded: GatewayYuan.nullish(),
  parcels: z.array(GatewayParcel).nullish(),
  /** Tracking number of the first parcel. */
  trackingNumber: z.string().nullish(),
  trackingCompany: z.string().nullish(),
  /** Why the order is REJECTED. */
  reason: z.enum(REJECT_REASONS).nullish(),
  /** Free text of the shop in addition to `reason`. */
  message: z.string().nullish(),
  /** Time of the last change of status. */
  updatedAt: Instant.nullish(),
});
export type GatewayOrder = z.infer<typeof GatewayOrder>;

/** Response 400 or 422 to an order: this call made no order. */
export const GatewayRefusal = z.object({
  reason: z.enum([...REJECT_REASONS, NUMBER_REUSED]),
  message: z.string().optional(),
});
export type GatewayRefusal = z.infer<typeof GatewayRefusal>;

/** Response 200 to `POST /orders/{orderId}/cancel`; a repeated call gets the same. */
export const GatewayCancelled = z.object({
  /** What the cancellation costs; 0 when the shop cancelled the order first. */
  fee: GatewayYuan,
  /** Absent: `pending`. */
  refund: z.enum(REFUND_STATES).optional(),
});
export type GatewayCancelled = z.infer<typeof GatewayCancelled>;

/** Response 409 to `POST /orders/{orderId}/cancel`: the order is not cancelled. */
export const GatewayCancelRefusal = z.object({
  reason: z.enum(CANCEL_REFUSALS),
  message: z.string().optional(),
});
export type GatewayCancelRefusal = z.infer<typeof GatewayCancelRefusal>;

/** `GET /orders?changedSince=&cursor=`. An order whose status changes later is listed again. */
export const GatewayListQuery = z.object({
  /** Changes at this time or later. */
  changedSince: Instant,
  /** `nextCursor` of the previous page. */
  cursor: z.string().min(1).max(500).optional(),
});

/** One page of changed orders, the oldest change first. */
export const GatewayOrderPage = z.object({
  orders: z.array(GatewayOrder),
  /** Null on the last page. */
  nextCursor: z.string().min(1).max(500).nullable(),
});
export type GatewayOrderPage = z.infer<typeof GatewayOrderPage>;

/** `GET /quote?url=&quantity=`: asks for a product without a public page. */
export const GatewayQuoteQuery = z.object({
  url: GatewayOrderRequest.shape.productUrl,
  /** In a query, so it may be text. */
  quantity: z.coerce.number().pipe(GatewayOrderRequest.shape.quantity).default(1),
});
export type GatewayQuoteQuery = z.infer<typeof GatewayQuoteQuery>;

/** What a product costs now. An unknown product is 404. */
export const GatewayQuote = z.object({
  title: z.string().min(1).max(500),
  /** Price of one piece in an order of the quantity asked for. */
  unitPrice: GatewayOrderRequest.shape.unitPrice,
  /** Whether the quantity can be ordered. */
  available: z.boolean(),
});
export type GatewayQuote = z.infer<typeof GatewayQuote>;

/** `GET /capabilities`: what a gateway offers. The service asks at its start and reports what is missing. */
export const GatewayCapabilities = z.object({
  /** Version of the protocol. */
  protocol: z.string(),
  /** Whether `GET /quote` works. */
  quote: z.boolean(),
  /** Whether `GET /orders` lists changed orders. */
  list: z.boolean(),
  /** Whether `placeBefore` is kept. */
  placeBefore: z.boolean(),
  /** Whether orders can be cancelled. */
  cancel: z.boolean(),
  /** Orders that the shop takes in a second; more get 503. */
  ordersPerSecond: z.number().positive(),
  /** The most pieces in one order. */
  maxQuantity: GatewayOrderRequest.shape.quantity,
});
export type GatewayCapabilities = z.infer<typeof GatewayCapabilities>;
