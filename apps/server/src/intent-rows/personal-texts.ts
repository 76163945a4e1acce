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
  cancelSentOrderId: 'kept',
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

function personalOf<Key extends string>(kinds: Record<Key, string>): Key[] {
  return (Object.keys(kinds) as Key[]).filter((key) => kinds[key] !== 'kept');
}
