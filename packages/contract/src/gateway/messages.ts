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
export const MerchantOrderNo = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .meta({ description: 'Number of the purchase: at most one order, however often it is sent.' });

/** The order id of the shop. It becomes part of a path, so it has no separators and is neither `.` nor `..`. */
export const GatewayOrderId = z.string().regex(/^(?!\.{1,2}$)[\w.:~@=+-]{1,128}$/);

const Instant = z.iso.datetime();
const RecipientText = z.string().trim().min(1).max(500);

/** `POST /orders`. Unknown fields are ignored. */
export const GatewayOrderRequest = z.object({
  merchantOrderNo: MerchantOrderNo,
  productUrl: z
    .url({ protocol: /^https?$/ })
    .max(8192)
    .meta({ description: 'Address of the product page.' }),
  quantity: z.int().min(1).max(999_999).meta({ description: 'Pieces.' }),
  unitPrice: GatewayYuan.min(0.01)
    .max(99_999_999.99)
    .meta({ description: 'Price of one piece as the product page shows it.' }),
  maxTotal: GatewayYuan.optional().meta({
    description:
      'The most that the order may cost, shipping included; checked before payment. Absent: no limit.',
  }),
  placeBefore: z.int().min(1).optional().meta({
    description:
      'Whole seconds from receipt; after them this call may neither pay nor respond with ACCEPTED.',
  }),
  recipient: z
    .object({ name: RecipientText, address: RecipientText, phone: RecipientText })
    .meta({ description: 'Who gets the parcel. Keep it out of logs.' }),
  remarks: z.string().max(500).optional().meta({ description: 'Remarks of the buyer for the shop.' }),
});
export type GatewayOrderRequest = z.infer<typeof GatewayOrderRequest>;

/** One parcel of an order. */
export const GatewayParcel = z.object({
  trackingNumber: z.string().min(1).meta({ description: 'Number of the parcel.' }),
  trackingCompany: z.string().nullish().meta({ description: 'Name of the carrier.' }),
});

/** An order, as every call that returns one shows it. */
export const GatewayOrder = z.object({
  orderId: GatewayOrderId.meta({ description: 'Id of the shop.' }),
  merchantOrderNo: z.string().meta({ description: 'The number of the POST.' }),
  status: z.enum(ORDER_STATUSES).meta({ description: 'Where the order stands.' }),
  amountPaid: GatewayYuan.meta({ description: 'What the buyer is charged, shipping included.' }),
  shipping: GatewayYuan.nullish().meta({ description: 'The part of `amountPaid` that is shipping.' }),
  refunded: GatewayYuan.nullish().meta({ description: 'Total amount refunded.' }),
  parcels: z.array(GatewayParcel).nullish().meta({ description: 'Every parcel that has left.' }),
  trackingNumber: z.string().nullish().meta({ description: 'Tracking number of the first parcel.' }),
  trackingCompany: z.string().nullish().meta({ description: 'Carrier of the first parcel.' }),
  reason: z.enum(REJECT_REASONS).nullish().meta({ description: 'Why the order is REJECTED.' }),
  message: z.string().nullish().meta({ description: 'Free text of the shop in addition to `reason`.' }),
  updatedAt: Instant.nullish().meta({ description: 'Time of the last change of status.' }),
});
export type GatewayOrder = z.infer<typeof GatewayOrder>;

/** Response 400 or 422 to an order: this call made no order. */
export const GatewayRefusal = z.object({
  reason: z.enum([...REJECT_REASONS, NUMBER_REUSED]).meta({ description: 'Why this call made no order.' }),
  message: z.string().optional().meta({ description: 'Free text beside `reason`.' }),
});
export type GatewayRefusal = z.infer<typeof GatewayRefusal>;

/** Response 200 to `POST /orders/{orderId}/cancel`; a repeated call gets the same. */
export const GatewayCancelled = z.object({
  fee: GatewayYuan.meta({
    description: 'What the cancellation costs; 0 when the shop cancelled the order first.',
  }),
  refund: z.enum(REFUND_STATES).optional().meta({ description: 'Absent: `pending`.' }),
});
export type GatewayCancelled = z.infer<typeof GatewayCancelled>;

/** Response 409 to `POST /orders/{orderId}/cancel`: the order is not cancelled. */
export const GatewayCancelRefusal = z.object({
  reason: z.enum(CANCEL_REFUSALS).meta({ description: 'Why the order is not cancelled.' }),
  message: z.string().optional().meta({ description: 'Free text beside `reason`.' }),
});
export type GatewayCancelRefusal = z.infer<typeof GatewayCancelRefusal>;

/** `GET /orders?changedSince=&cursor=`. An order whose status changes later is listed again. */
export const GatewayListQuery = z.object({
  changedSince: Instant.meta({ description: 'Changes at this time or later.' }),
  cursor: z.string().min(1).max(500).optional().meta({ description: '`nextCursor` of the previous page.' }),
});

/** One page of changed orders, the oldest change first. */
export const GatewayOrderPage = z.object({
  orders: z.array(GatewayOrder).meta({ description: 'The oldest change first.' }),
  nextCursor: z.string().min(1).max(500).nullable().meta({ description: 'Null on the last page.' }),
});
export type GatewayOrderPage = z.infer<typeof GatewayOrderPage>;

/** `GET /quote?url=&quantity=`: asks for a product without a public page. */
export const GatewayQuoteQuery = z.object({
  url: GatewayOrderRequest.shape.productUrl,
  quantity: z.coerce
    .number()
    .pipe(GatewayOrderRequest.shape.quantity)
    .default(1)
    .meta({ description: 'In a query, so it may be text.' }),
});
export type GatewayQuoteQuery = z.infer<typeof GatewayQuoteQuery>;

/** What a product costs now. An unknown product is 404. */
export const GatewayQuote = z.object({
  title: z.string().min(1).max(500).meta({ description: 'Name of the product.' }),
  unitPrice: GatewayOrderRequest.shape.unitPrice.meta({
    description: 'Price of one piece in an order of the quantity asked for.',
  }),
  available: z.boolean().meta({ description: 'Whether the quantity can be ordered.' }),
});
export type GatewayQuote = z.infer<typeof GatewayQuote>;

/** `GET /capabilities`: what a gateway offers. The service asks at its start and reports what is missing. */
export const GatewayCapabilities = z.object({
  protocol: z.string().meta({ description: 'Version of the protocol.' }),
  quote: z.boolean().meta({ description: 'Whether `GET /quote` works.' }),
  list: z.boolean().meta({ description: 'Whether `GET /orders` lists changed orders.' }),
  placeBefore: z.boolean().meta({ description: 'Whether `placeBefore` is kept.' }),
  cancel: z.boolean().meta({ description: 'Whether orders can be cancelled.' }),
  ordersPerSecond: z
    .number()
    .positive()
    .meta({ description: 'Orders that the shop takes in a second; more get 503.' }),
  maxQuantity: GatewayOrderRequest.shape.quantity.meta({ description: 'The most pieces in one order.' }),
});
export type GatewayCapabilities = z.infer<typeof GatewayCapabilities>;
