import { GatewayOrder } from '@procurement-intents/contract/gateway/messages';
import type { ShopOrder } from '../adapter.ts';

/** The order as the protocol shows it: in yuan, and with the first parcel beside all of them. */
export function presentOrder(order: ShopOrder): GatewayOrder {
  const { amountPaidFen, shippingFen, refundedFen, updatedAtMs, parcels, reason, message } = order;
  const [parcel] = parcels ?? [];
  return GatewayOrder.parse({
    orderId: order.orderId,
    merchantOrderNo: order.merchantOrderNo,
    status: order.status,
    amountPaid: amountPaidFen / 100,
    ...(shippingFen !== undefined && { shipping: shippingFen / 100 }),
    ...(refundedFen !== undefined && { refunded: refundedFen / 100 }),
    ...(parcels && parcels.length > 0 && { parcels, ...parcel }),
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
    updatedAt: new Date(updatedAtMs).toISOString(),
  });
}
