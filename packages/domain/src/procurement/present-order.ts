import type { IntentStatus, PlatformId } from '@procurement-intents/contract';
import type { OrderView } from '@procurement-intents/contract/procurement';
import { fenToYuan } from '../money.ts';

/** An order on a platform, as its intent knows it. Amounts in fen. */
export interface StoredOrder {
  id: string;
  orderId: string;
  intentId: string;
  appId: string;
  platform: PlatformId;
  title: string;
  quantity: number;
  amountPaidFen: bigint | null;
  status: OrderView['status'];
  /** The status of its intent. */
  intentStatus: IntentStatus;
  trackingNumber: string | null;
  trackingCompany: string | null;
  placedAt: Date;
  updatedAt: Date;
}

/** Whether a platform is asked to cancel the order of an intent: a bought one stays. */
export const isOrderCancellable = (intentStatus: IntentStatus): boolean => intentStatus === 'PROCESSING';

export const presentOrder = (order: StoredOrder): OrderView => ({
  id: order.id,
  orderId: order.orderId,
  intentId: order.intentId,
  appId: order.appId,
  platform: order.platform,
  title: order.title,
  quantity: order.quantity,
  ...(order.amountPaidFen !== null && { amountPaid: fenToYuan(order.amountPaidFen) }),
  status: order.status,
  isCancellable: isOrderCancellable(order.intentStatus),
  ...(order.trackingNumber !== null && { trackingNumber: order.trackingNumber }),
  ...(order.trackingCompany !== null && { trackingCompany: order.trackingCompany }),
  placedAt: order.placedAt.toISOString(),
  updatedAt: order.updatedAt.toISOString(),
});
