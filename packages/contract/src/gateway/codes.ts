import type { FailureCode } from '../intents/failures.ts';

/** Header that both sides of the ordering protocol send, with its version. */
export const GATEWAY_PROTOCOL_HEADER = 'Gateway-Protocol';
/** Version of the ordering protocol that these codes and messages describe. */
export const GATEWAY_PROTOCOL_VERSION = '1';

/**
 * Every status of an order. An order moves from ACCEPTED through CONFIRMED (paid) and SHIPPED to DELIVERED, never
 * back; REJECTED and CANCELLED are final.
 */
export const ORDER_STATUSES = [
  'ACCEPTED',
  'CONFIRMED',
  'SHIPPED',
  'DELIVERED',
  'REJECTED',
  'CANCELLED',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Why a shop refuses an order: the reason of a REJECTED order and of a response 400 or 422. */
export const REJECT_REASONS = [
  'OUT_OF_STOCK',
  'PRICE_CHANGED',
  'ADDRESS_UNDELIVERABLE',
  'UNKNOWN_PRODUCT',
  'LIMIT_EXCEEDED',
  'PAYMENT_FAILED',
  'OTHER',
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

/** The `failureCode` of an intent whose order was refused for this reason. */
export const FAILURE_BY_REJECT_REASON: Readonly<Record<RejectReason, FailureCode>> = {
  OUT_OF_STOCK: 'OUT_OF_STOCK',
  PRICE_CHANGED: 'PRICE_CHANGED',
  ADDRESS_UNDELIVERABLE: 'ADDRESS_UNDELIVERABLE',
  UNKNOWN_PRODUCT: 'PRODUCT_NOT_FOUND',
  LIMIT_EXCEEDED: 'PLATFORM_REJECTED',
  PAYMENT_FAILED: 'PLATFORM_REJECTED',
  OTHER: 'PLATFORM_REJECTED',
};

/**
 * Reason of a 422 that refuses no purchase: the number was used before with another product, quantity or recipient.
 * The call made no order, and the order with this number is unchanged.
 */
export const NUMBER_REUSED = 'NUMBER_REUSED';

/** What the body of a 404 names as its reason, for people: by the status alone the caller decides. */
export const NOT_FOUND_REASONS = { order: 'ORDER_NOT_FOUND', product: 'PRODUCT_NOT_FOUND' } as const;

/** Why a shop does not cancel an order: the reason of the 409. */
export const CANCEL_REFUSALS = ['SHIPPED', 'CONFIRMED', 'OTHER'] as const;
export type CancelRefusal = (typeof CANCEL_REFUSALS)[number];

/** Text of a refused cancellation for callers, used when the shop sends no message. */
export const CANCEL_REFUSAL_TEXTS: Readonly<Record<CancelRefusal, string>> = {
  SHIPPED: 'already shipped',
  CONFIRMED: 'already confirmed',
  OTHER: 'refused by the platform',
};

/** Whether a cancelled order has been refunded (`done`) or will be (`pending`). */
export const REFUND_STATES = ['done', 'pending'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Reads a reason from the wire; a value outside {@link REJECT_REASONS} counts as OTHER. */
export function readRejectReason(word: string): RejectReason {
  return REJECT_REASONS.find((reason) => reason === word) ?? 'OTHER';
}

/** Reads a reason from the wire; a value outside {@link CANCEL_REFUSALS} counts as OTHER. */
export function readCancelRefusal(word: string): CancelRefusal {
  return CANCEL_REFUSALS.find((reason) => reason === word) ?? 'OTHER';
}
