import type { OrderStatus, PlatformOrder } from '../platforms/platform.ts';
import type { IntentPatch } from '../intents/store/intent-row.ts';

/** What callers are told of an order; one that the shop has refused has no such status. */
const SHOWN_STATUS: Record<OrderStatus, 'PLACED' | 'SHIPPED' | 'DELIVERED' | 'CANCELLED' | null> = {
  ACCEPTED: 'PLACED',
  CONFIRMED: 'PLACED',
  SHIPPED: 'SHIPPED',
  DELIVERED: 'DELIVERED',
  CANCELLED: 'CANCELLED',
  REJECTED: null,
};

export const orderStatusOf = ({ status }: Pick<PlatformOrder, 'status'>) => SHOWN_STATUS[status];

/** What the platform told of an order, as the intent keeps it. */
export function orderPatch(order: PlatformOrder) {
  return {
    orderId: order.orderId,
    orderStatus: orderStatusOf(order),
    ...(order.trackingNumber !== undefined && { trackingNumber: order.trackingNumber }),
    ...(order.trackingCompany !== undefined && { trackingCompany: order.trackingCompany }),
    ...(order.parcels.length > 0 && { parcels: order.parcels.map((parcel) => ({ ...parcel })) }),
    ...(order.refundedFen !== undefined && { refundedFen: BigInt(order.refundedFen) }),
  } satisfies IntentPatch;
}
