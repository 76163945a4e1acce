import {
  GatewayOrder,
  GatewayOrderPage,
  GatewayParcel,
  GatewayYuan,
  type GatewayOrderRequest,
} from '@procurement-intents/contract/gateway/messages';
import {
  NUMBER_REUSED,
  readCancelRefusal,
  readRejectReason,
  REFUND_STATES,
} from '@procurement-intents/contract/gateway/words';
import { z } from 'zod';
import { fenToYuan, yuanToFen } from '@procurement-intents/domain';
import { cleanReason, cleanText } from '../product-page/clean-text.ts';
import type {
  CancelRefusal,
  ListOrdersResult,
  OrderRequest,
  Parcel,
  PlatformOrder,
  RefundState,
  RejectReason,
} from '../platform.ts';

const MAX_TRACKING_LENGTH = 100;
// Far more than one order ships in, and few enough to keep beside it.
const MAX_PARCELS = 100;

const Fen = GatewayYuan.transform((yuan, context) => yuanToFen(yuan) ?? invalid(context));
const Tracking = z.string().transform((text) => cleanText(text, MAX_TRACKING_LENGTH));
const Message = z.string().transform(cleanReason);
const Instant = GatewayOrder.shape.updatedAt.transform((time) =>
  typeof time === 'string' ? new Date(time) : undefined,
);
const ParcelMessage = GatewayParcel.extend({
  trackingNumber: Tracking,
  trackingCompany: Tracking.nullish().catch(undefined),
});

const NO_PARCEL: z.infer<typeof ParcelMessage> = { trackingNumber: '' };

/** An order that exists has to be seen: what nothing depends on is left out when it has another shape. */
const OrderMessage = GatewayOrder.pick({ orderId: true, status: true }).extend({
  merchantOrderNo: z.string().nullish(),
  amountPaid: Fen,
  shipping: Fen.optional().catch(undefined),
  refunded: Fen.optional().catch(undefined),
  parcels: z.array(ParcelMessage.catch(NO_PARCEL)).catch([]),
  trackingNumber: Tracking.optional().catch(undefined),
  trackingCompany: Tracking.optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  message: Message.optional().catch(undefined),
  updatedAt: Instant.catch(undefined),
});
const CancelledMessage = z.object({
  fee: Fen,
  // A word that we do not know promises nothing.
  refund: z.enum(REFUND_STATES).catch('pending'),
});
const RefusalMessage = z.object({
  // Without a word of the protocol it is somebody else who speaks, such as a gateway for APIs in front.
  reason: z.string().trim().min(1),
  message: Message.optional().catch(undefined),
});
const PageMessage = GatewayOrderPage.extend({ orders: z.array(z.unknown()) });

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

/** The order in an answer; null when it has another shape or is not the order that was asked for. */
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
    ...(merchantOrderNo ? { merchantOrderNo } : {}),
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

/** A word that is none of the protocol's may be all that the platform says, so it is kept as its message. */
function messageOf(
  { reason: word, message }: { reason?: string | undefined; message?: string | undefined },
  readAs: string | undefined,
): { message?: string } {
  const text = message || (word !== undefined && word !== readAs ? cleanReason(word) : '');
  return text ? { message: text } : {};
}

/** One page of the list of changed orders; null when it, or any order in it, has another shape. */
export function readOrderPage(body: unknown): Omit<Extract<ListOrdersResult, { ok: true }>, 'ok'> | null {
  const page = PageMessage.safeParse(body);
  if (!page.success) return null;
  const orders: PlatformOrder[] = [];
  for (const one of page.data.orders) {
    const order = readOrder(one, {});
    // Left out, it would be one that nobody ever sees; half a million of other things would take half a second.
    if (!order) return null;
    orders.push(order);
  }
  return { orders, nextCursor: page.data.nextCursor };
}

/** The fee of a cancellation in fen and the state of the refund; null when the answer has another shape. */
export function readCancelled(body: unknown): { feeFen: number; refund: RefundState } | null {
  const message = CancelledMessage.safeParse(body);
  return message.success ? { feeFen: message.data.fee, refund: message.data.refund } : null;
}

/** Why an order was refused; `NUMBER_REUSED` is none of the reasons, and null is no refusal of a gateway. */
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

/** Why a cancellation was refused; null is no refusal of a gateway. */
export function readRefusedCancel(body: unknown): { reason: CancelRefusal; message?: string } | null {
  const refusal = RefusalMessage.safeParse(body);
  if (!refusal.success) return null;
  const reason = readCancelRefusal(refusal.data.reason);
  return { reason, ...messageOf(refusal.data, reason) };
}
