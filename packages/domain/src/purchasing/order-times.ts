import type { PurchaseBounds } from './purchase-rules.ts';

/** The settings that bound how long an order is in flight. */
export interface OrderTimes {
  /** Timeout of the ordering call. */
  orderTimeoutMs: number;
  /** How long after the gateway's time limit an order may still appear at the platform. */
  lateMarginMs: number;
}

/** The gateway's time limit for an order: whole seconds, as the protocol has it. */
export function placeBeforeSecondsOf({ orderTimeoutMs }: Pick<OrderTimes, 'orderTimeoutMs'>): number {
  return Math.max(1, Math.ceil(orderTimeoutMs / 1000));
}

/** How long an order may still appear after the commit that announces it. */
export function inFlightMsOf(times: OrderTimes): PurchaseBounds['inFlightMs'] {
  return placeBeforeSecondsOf(times) * 1000 + times.lateMarginMs;
}

/**
 * Whether an announced order may still be sent. Its time limit counts from the sending, so half of the margin remains
 * after the limit of an order that is sent at the last moment.
 *
 * @param elapsedMs - the time since just before the commit that announces it.
 */
export function mayStillSend(elapsedMs: number, { lateMarginMs }: Pick<OrderTimes, 'lateMarginMs'>): boolean {
  return elapsedMs <= lateMarginMs / 2;
}
