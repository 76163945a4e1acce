import {
  GatewayCapabilities,
  GatewayOrder,
  GatewayOrderPage,
  GatewayParcel,
  GatewayQuote,
  GatewayYuan,
  type GatewayOrderRequest,
} from '@procurement-intents/contract/gateway/messages';
import {
  type CancelRefusal,
  NUMBER_REUSED,
  readCancelRefusal,
  readRejectReason,
  REFUND_STATES,
  type RefundState,
  type RejectReason,
} from '@procurement-intents/contract/gateway/codes';
import { z } from 'zod';
import { fenToYuan, yuanToFen } from '@procurement-intents/domain';
import { cleanReason, cleanText } from '../clean-text.ts';
import {
  type ListOrdersResult,
  MAX_TITLE_LENGTH,
  type OrderRequest,
  type Parcel,
  type PlatformCapabilities,
  type PlatformOrder,
  type ProductPage,
} from '../platform.ts';

const MAX_TRACKING_LENGTH = 100;
// Far more parcels than one order has, and few enough to store with it.
const MAX_PARCELS = 100;
const FIRST_YEAR = 1970;
/** Work on a list that holds up other requests of the process at a time. */
const SLICE_MS = 2;

const Fen = GatewayYuan.transform((yuan, context) => yuanToFen(yuan) ?? invalid(context));
const Tracking = z.string().transform((text) => cleanText(text, MAX_TRACKING_LENGTH));
const Message = z.string().transform(cleanReason);
const Instant = GatewayOrder.shape.updatedAt.transform((time) => {
  const at = typeof time === 'string' ? new Date(time) : undefined;
  // Outside of it the database reads no year of four digits.
  return at && at.getUTCFullYear() >= FIRST_YEAR && at.getUTCFullYear() <= 9999 ? at : undefined;
});
/** A text that the database can store as it is. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
const ParcelMessage = GatewayParcel.extend({
  trackingNumber: Tracking,
  trackingCompany: Tracking.nullish().catch(undefined),
});

// Parsing 300,000 of them would hold up the process for a quarter of a second.
const FirstParcels = z
  .unknown()
  .transform((list): unknown[] => (Array.isArray(list) ? list.slice(0, MAX_PARCELS) : []));

const NO_PARCEL: z.infer<typeof ParcelMessage> = { trackingNumber: '' };

/** An existing order must always be readable, so optional fields of another shape are omitted. */
const OrderMessage = GatewayOrder.pick({ status: true }).extend({
  orderId: GatewayOrder.shape.orderId.refine(isStorable),
  merchantOrderNo: z.string().nullish(),
  amountPaid: Fen,
  shipping: Fen.optional().catch(undefined),
  refunded: Fen.optional().catch(undefined),
  parcels: FirstParcels.pipe(z.array(ParcelMessage.catch(NO_PARCEL))).catch([]),
  trackingNumber: Tracking.optional().catch(undefined),
  trackingCompany: Tracking.optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  message: Message.optional().catch(undefined),
  updatedAt: Instant.catch(undefined),
});
const CancelledMessage = z.object({
  fee: Fen,
  // An unknown state is not treated as paid back.
  refund: z.enum(REFUND_STATES).catch('pending'),
});
const RefusalMessage = z.object({
  // Without a reason, the answer comes from something else, such as an API gateway in front of the ordering gateway.
  reason: z.string().trim().min(1),
  message: Message.optional().catch(undefined),
});
const PageMessage = GatewayOrderPage.extend({
  orders: z.array(z.unknown()),
  nextCursor: GatewayOrderPage.shape.nextCursor.refine((cursor) => cursor === null || isStorable(cursor)),
});

// A gateway may not know the pace of its shop.
const CapabilitiesMessage = GatewayCapabilities.partial({ ordersPerSecond: true, maxQuantity: true });
const QuoteMessage = GatewayQuote.extend({
  title: z
    .string()
    .transform((text) => cleanText(text, MAX_TITLE_LENGTH))
    .pipe(z.string().min(1)),
  unitPrice: GatewayQuote.shape.unitPrice.pipe(Fen),
});

function invalid(context: z.RefinementCtx): never {
  context.addIssue('not an amount of money');
  return z.NEVER;
}

/** The body of `POST /orders`; amounts in yuan. */
export function writeOrder(request: OrderRequest): GatewayOrderRequest {
  const { unitPriceFen, maxTotalFen, placeBeforeSeconds, ...rest } = request;
  return {
    ...rest,
    unitPrice: fenToYuan(unitPriceFen),
    maxTotal: fenToYuan(maxTotalFen),
    placeBefore: placeBeforeSeconds,
  };
}

/** The order in an answer; null when it has another shape or is not the requested order. */
export function readOrder(
  body: unknown,
  asked: { orderId?: string; merchantOrderNo?: string },
): PlatformOrder | null {
  const parsed = OrderMessage.safeParse(body);
  if (!parsed.success) return null;
  const { orderId, merchantOrderNo, status, amountPaid, shipping, refunded, reason, updatedAt } = parsed.data;
  if (asked.orderId !== undefined && asked.orderId !== orderId) return null;
  if (asked.merchantOrderNo !== undefined && merchantOrderNo && merchantOrderNo !== asked.merchantOrderNo)
    return null;
  const rejection = reason ? readRejectReason(reason) : undefined;
  const parcels = readParcels(parsed.data);
  return {
    orderId,
    ...(merchantOrderNo && isStorable(merchantOrderNo) ? { merchantOrderNo } : {}),
    status,
    amountPaidFen: amountPaid,
    ...(shipping === undefined ? {} : { shippingFen: shipping }),
    ...(refunded === undefined ? {} : { refundedFen: refunded }),
    parcels,
    ...parcels[0],
    ...(rejection ? { reason: rejection } : {}),
    ...messageOf(parsed.data, rejection),
    ...(updatedAt ? { updatedAt } : {}),
  };
}

function readParcels(order: z.infer<typeof OrderMessage>): Parcel[] {
  const { trackingNumber, trackingCompany } = order;
  const listed = order.parcels.filter((parcel) => parcel.trackingNumber !== '');
  const parcels = listed.length > 0 || !trackingNumber ? listed : [{ trackingNumber, trackingCompany }];
  return parcels.slice(0, MAX_PARCELS).map((parcel) => ({
    trackingNumber: parcel.trackingNumber,
    ...(parcel.trackingCompany ? { trackingCompany: parcel.trackingCompany } : {}),
  }));
}

/** An unknown reason may be the platform's only explanation, so it becomes the message. */
function messageOf(
  { reason: word, message }: { reason?: string | undefined; message?: string | undefined },
  readAs: string | undefined,
): { message?: string } {
  const text = message || (word !== undefined && word !== readAs ? cleanReason(word) : '');
  return text ? { message: text } : {};
}

/**
 * One page of the list of changed orders; null when it, or any order in it, has another shape.
 *
 * @param pause - awaited between slices of work with the milliseconds that the last one took: 1 MB can hold orders that
 *   take a second to read.
 */
export async function readOrderPage(
  body: unknown,
  pause: (spentMs: number) => Promise<void>,
): Promise<Omit<Extract<ListOrdersResult, { ok: true }>, 'ok'> | null> {
  const page = PageMessage.safeParse(body);
  if (!page.success) return null;
  const orders: PlatformOrder[] = [];
  let sliceBegan = performance.now();
  for (const one of page.data.orders) {
    const order = readOrder(one, {});
    // A skipped order would never be seen again. Reading on past half a million other values would take half a second.
    if (!order) return null;
    orders.push(order);
    const spentMs = performance.now() - sliceBegan;
    if (spentMs < SLICE_MS) continue;
    await pause(spentMs);
    sliceBegan = performance.now();
  }
  return { orders, nextCursor: page.data.nextCursor };
}

/** A quote of the gateway; null when it has another shape. */
export function readQuote(body: unknown): Omit<ProductPage, 'finalUrl'> | null {
  const quote = QuoteMessage.safeParse(body);
  if (!quote.success) return null;
  const { title, unitPrice: priceFen, available: isAvailable } = quote.data;
  return { title, priceFen, isAvailable };
}

/** What the gateway says that it can do; null when the answer has another shape. */
export function readCapabilities(body: unknown): PlatformCapabilities | null {
  return CapabilitiesMessage.safeParse(body).data ?? null;
}

/** The fee of a cancellation in fen and the state of the refund; null when the answer has another shape. */
export function readCancelled(body: unknown): { feeFen: number; refund: RefundState } | null {
  const message = CancelledMessage.safeParse(body);
  return message.success ? { feeFen: message.data.fee, refund: message.data.refund } : null;
}

/** Why an order was refused, or `NUMBER_REUSED`; null when the body is not a refusal of a gateway. */
export function readRefusal(
  body: unknown,
): { reason: RejectReason | typeof NUMBER_REUSED; message?: string } | null {
  const refusal = RefusalMessage.safeParse(body);
  if (!refusal.success) return null;
  const { reason: word } = refusal.data;
  if (word === NUMBER_REUSED) return { reason: word };
  const reason = readRejectReason(word);
  return { reason, ...messageOf(refusal.data, reason) };
}

/** Why a cancellation was refused; null when the body is not a refusal of a gateway. */
export function readRefusedCancel(body: unknown): { reason: CancelRefusal; message?: string } | null {
  const refusal = RefusalMessage.safeParse(body);
  if (!refusal.success) return null;
  const reason = readCancelRefusal(refusal.data.reason);
  return { reason, ...messageOf(refusal.data, reason) };
}
