import type { EVENTS, EventType } from '@procurement-intents/contract';
import type { StoredRecipient } from '@procurement-intents/domain';
import type { IntentRow } from './intent-columns.ts';

type TextKey = {
  [Key in keyof IntentRow]: string extends NonNullable<IntentRow[Key]> ? Key : never;
}[keyof IntentRow];

type TextKinds = Record<keyof StoredRecipient, 'sealed'> &
  Record<Exclude<TextKey, keyof StoredRecipient>, 'overwritten' | 'kept'>;

/**
 * Every column of text, and what becomes of it: `sealed` at rest and overwritten by a redaction, `overwritten` by a
 * redaction because it may name the recipient, or `kept`: keys of ours and of the platform, and what the caller needs to
 * find the purchase again in its own books (user, product, idempotency key).
 */
export const TEXT_KINDS = {
  id: 'kept',
  appId: 'kept',
  userId: 'kept',
  productUrl: 'kept',
  title: 'kept',
  recipientName: 'sealed',
  address: 'sealed',
  phone: 'sealed',
  remarks: 'overwritten',
  idempotencyKey: 'kept',
  // All 11-digit numbers are soon tried.
  requestHash: 'overwritten',
  failureCode: 'kept',
  orderId: 'kept',
  trackingNumber: 'kept',
  trackingCompany: 'kept',
  merchantOrderNo: 'kept',
  // What a platform says of a refusal may name the recipient.
  cancelRefusal: 'overwritten',
  orderStatus: 'kept',
  parcels: 'kept',
} as const satisfies TextKinds;

/** The columns that a redaction overwrites. */
export const PERSONAL_KEYS = personalOf(TEXT_KINDS);

type DetailedType = {
  [Type in EventType]: (typeof EVENTS)[Type]['detail'] extends null ? never : Type;
}[EventType];

/** Every type of event that has a detail, and what a redaction does with it. */
export const DETAIL_KINDS = {
  'intent.updated': 'kept',
  'intent.attempt_failed': 'kept',
  'intent.completed': 'kept',
  'intent.failed': 'kept',
  'intent.cancel_refused': 'overwritten',
  'intent.recovered': 'kept',
  'order.accepted': 'kept',
  'order.overcharged': 'kept',
  'order.amount_changed': 'kept',
  'order.shipped': 'kept',
  'order.cancelled_by_shop': 'kept',
  'order.late_cancelled': 'kept',
  'order.late_stands': 'kept',
  'order.found_without_effect': 'kept',
} as const satisfies Record<DetailedType, 'overwritten' | 'kept'>;

/** The types of the events whose detail a redaction overwrites. */
export const PERSONAL_DETAILS = personalOf(DETAIL_KINDS);

function personalOf<Key extends string>(kinds: Record<Key, string>): Key[] {
  return (Object.keys(kinds) as Key[]).filter((key) => kinds[key] !== 'kept');
}
