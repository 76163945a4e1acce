import { z } from 'zod';
import { fenToYuan, yuanToFen } from '../infra/money.ts';
import { cleanReason, cleanText } from './clean-text.ts';
import type { OrderRequest, PlatformOrder } from './platform.ts';

const MAX_TRACKING_LENGTH = 100;

const Fen = z.number().transform((yuan, context) => {
  const fen = yuanToFen(yuan);
  if (fen !== null && fen >= 0) return fen;
  context.addIssue('not an amount of money');
  return z.NEVER;
});
const Tracking = z
  .string()
  .transform((text) => cleanText(text, MAX_TRACKING_LENGTH))
  .nullish();
// Becomes part of a path, so no separators and no dots alone.
const OrderId = z.string().regex(/^(?!\.{1,2}$)[\w.:~@=+-]{1,128}$/);

const OrderMessage = z.object({
  orderId: OrderId,
  merchantOrderNo: z.string().nullish(),
  status: z.enum(['ACCEPTED', 'CONFIRMED', 'SHIPPED', 'DELIVERED', 'REJECTED', 'CANCELLED']),
  amountPaid: Fen,
  trackingNumber: Tracking,
  trackingCompany: Tracking,
  reason: z.string().transform(cleanReason).nullish(),
});
const FeeMessage = z.object({ fee: Fen });
const RefusalMessage = z.object({ reason: z.string().transform(cleanReason) });

/** The body of `POST /orders`; amounts in yuan. */
export function writeOrder({ unitPriceFen, ...request }: OrderRequest): object {
  return { ...request, unitPrice: fenToYuan(unitPriceFen) };
}

/** The order in an answer; null when it has another shape or is not the order that was asked for. */
export function readOrder(
  body: unknown,
  asked: { orderId?: string; merchantOrderNo?: string },
): PlatformOrder | null {
  const message = OrderMessage.safeParse(body);
  if (!message.success) return null;
  const { orderId, merchantOrderNo, status, amountPaid, trackingNumber, trackingCompany, reason } =
    message.data;
  if (asked.orderId !== undefined && asked.orderId !== orderId) return null;
  if (asked.merchantOrderNo !== undefined && merchantOrderNo && merchantOrderNo !== asked.merchantOrderNo)
    return null;
  return {
    orderId,
    status,
    amountPaidFen: amountPaid,
    ...(trackingNumber ? { trackingNumber } : {}),
    ...(trackingCompany ? { trackingCompany } : {}),
    ...(reason ? { reason } : {}),
  };
}

/** The fee of a cancellation in fen; null when the answer has another shape. */
export function readFee(body: unknown): number | null {
  const message = FeeMessage.safeParse(body);
  return message.success ? message.data.fee : null;
}

/** The gateway's own reason, made safe to show; `HTTP_409` and the like when it gives none. */
export function readRefusal(body: unknown, status: number): string {
  const message = RefusalMessage.safeParse(body);
  return (message.success && message.data.reason) || `HTTP_${status}`;
}
