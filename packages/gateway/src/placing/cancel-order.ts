import type { CancelRefusal, OrderStatus, RefundState } from '../generated/codes.ts';
import { Refused } from '../adapter.ts';
import type { ShopAdapter } from '../adapter.ts';
import type { ShopCalls } from '../call-shop.ts';
import type { SingleFlight } from './single-flight.ts';
import { underLock } from './under-lock.ts';
import type { LockedWork } from './under-lock.ts';

export type Cancelled =
  | { kind: 'cancelled'; feeFen: number; refund: RefundState }
  | { kind: 'refused'; reason: CancelRefusal; message: string | undefined }
  | { kind: 'missing' };

export interface Cancelling extends LockedWork {
  adapter: Pick<ShopAdapter<unknown>, 'get' | 'cancel'>;
  cancelFlights: SingleFlight<Cancelled>;
  /** Orders whose cancellation broke off: the refund may be owed. */
  openCancels: Set<string>;
}

/** Shops cancel parcels that have left, when they are asked to; so they are not asked. */
const REFUSAL_BY_STATUS: Partial<Record<OrderStatus, CancelRefusal>> = {
  SHIPPED: 'SHIPPED',
  DELIVERED: 'SHIPPED',
  REJECTED: 'OTHER',
};

/**
 * Cancels an order, once for everyone who asks at the same time. An order that is cancelled already goes to the shop again,
 * which finishes what an earlier call left.
 */
export async function cancelOrder(ctx: Cancelling, orderId: string, calls: ShopCalls): Promise<Cancelled> {
  const { result } = await ctx.cancelFlights.run(orderId, '', async () => {
    const order = await calls.read('get', (call) => ctx.adapter.get(orderId, call));
    if (!order) return { kind: 'missing' };
    return underLock(ctx, order.merchantOrderNo, calls, () => cancelLocked(ctx, orderId, calls));
  });
  return result;
}

async function cancelLocked(ctx: Cancelling, orderId: string, calls: ShopCalls): Promise<Cancelled> {
  const order = await calls.read('get', (call) => ctx.adapter.get(orderId, call));
  if (!order) return { kind: 'missing' };
  const refusal = REFUSAL_BY_STATUS[order.status];
  if (refusal) return { kind: 'refused', reason: refusal, message: undefined };
  ctx.openCancels.add(orderId);
  const cancelled = await calls
    .write('cancel', (call) => ctx.adapter.cancel(orderId, call))
    .catch((error: unknown) => {
      if (error instanceof Refused) return { refused: 'OTHER', message: error.message } as const;
      throw error;
    });
  ctx.openCancels.delete(orderId);
  if ('refused' in cancelled)
    return { kind: 'refused', reason: cancelled.refused, message: cancelled.message };
  return { kind: 'cancelled', ...cancelled };
}
