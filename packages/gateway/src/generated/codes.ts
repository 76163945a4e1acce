// Generated from packages/contract by `npm run generate`. Change the contract there, not this file.

/**
 * Status of an order. It moves from ACCEPTED through CONFIRMED (paid) and SHIPPED to DELIVERED, never back;
 * REJECTED and CANCELLED are final.
 */
export type OrderStatus = 'ACCEPTED' | 'CONFIRMED' | 'SHIPPED' | 'DELIVERED' | 'REJECTED' | 'CANCELLED';
/** Every {@link OrderStatus}. */
export const ORDER_STATUSES: readonly OrderStatus[] = [
  'ACCEPTED',
  'CONFIRMED',
  'SHIPPED',
  'DELIVERED',
  'REJECTED',
  'CANCELLED',
];

/** Why a shop refuses an order. */
export type RejectReason =
  | 'OUT_OF_STOCK'
  | 'PRICE_CHANGED'
  | 'ADDRESS_UNDELIVERABLE'
  | 'UNKNOWN_PRODUCT'
  | 'LIMIT_EXCEEDED'
  | 'PAYMENT_FAILED'
  | 'OTHER';
/** Every {@link RejectReason}. */
export const REJECT_REASONS: readonly RejectReason[] = [
  'OUT_OF_STOCK',
  'PRICE_CHANGED',
  'ADDRESS_UNDELIVERABLE',
  'UNKNOWN_PRODUCT',
  'LIMIT_EXCEEDED',
  'PAYMENT_FAILED',
  'OTHER',
];

/** Why a shop does not cancel an order. */
export type CancelRefusal = 'SHIPPED' | 'CONFIRMED' | 'OTHER';
/** Every {@link CancelRefusal}. */
export const CANCEL_REFUSALS: readonly CancelRefusal[] = ['SHIPPED', 'CONFIRMED', 'OTHER'];

/** Whether a cancelled order has been refunded, or will be. */
export type RefundState = 'done' | 'pending';
/** Every {@link RefundState}. */
export const REFUND_STATES: readonly RefundState[] = ['done', 'pending'];
