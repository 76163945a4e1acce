import type { StoredRecipient } from '@procurement-intents/domain';

/** The columns of text of a row. */
type TextKey<Row> = {
  [Key in keyof Row]: string extends NonNullable<Row[Key]> ? Key : never;
}[keyof Row];

/** What becomes of each text of a row. A text that is in no table does not compile. */
type TextKinds<Row extends StoredRecipient> = Record<keyof StoredRecipient, 'sealed'> &
  Record<Exclude<TextKey<Row>, keyof StoredRecipient>, 'overwritten' | 'kept'>;

/*
 * Every column of text, and what becomes of it: `sealed` at rest and overwritten by a redaction, `overwritten` by a
 * redaction because it may name a person, or `kept`: keys of ours and of the platform, and what is needed to find the
 * purchase again in the books of those who asked for it. The contract says of the details of events which are personal
 * (`PERSONAL_DETAILS`).
 */

/** The texts of an intent. */
export const INTENT_TEXTS = {
  id: 'kept',
  appId: 'kept',
  userId: 'kept',
  productUrl: 'kept',
  title: 'kept',
  recipientName: 'sealed',
  address: 'sealed',
  phone: 'sealed',
  remarks: 'overwritten',
  // Callers are told that labels are not for personal data.
  labels: 'kept',
  idempotencyKey: 'kept',
  // All 11-digit numbers are soon tried.
  requestHash: 'overwritten',
  failureCode: 'kept',
  orderId: 'kept',
  cancelSentOrderId: 'kept',
  foundOrderId: 'kept',
  trackingNumber: 'kept',
  trackingCompany: 'kept',
  merchantOrderNo: 'kept',
  // What a platform says of a refusal may name the recipient.
  cancelRefusal: 'overwritten',
  orderStatus: 'kept',
  parcels: 'kept',
} as const;

/** The texts of a purchase request. */
export const REQUEST_TEXTS = {
  id: 'kept',
  requestedBy: 'kept',
  productUrl: 'kept',
  title: 'kept',
  recipientName: 'sealed',
  address: 'sealed',
  phone: 'sealed',
  remarks: 'overwritten',
  justification: 'overwritten',
  supplierId: 'kept',
  contractId: 'kept',
  contractLine: 'kept',
  decidedBy: 'kept',
  decisionNote: 'overwritten',
  intentId: 'kept',
  orderId: 'kept',
} as const;

/** The columns of a row that a redaction overwrites. */
export function overwrittenKeys<Row extends StoredRecipient>(kinds: TextKinds<Row>): TextKey<Row>[] {
  const texts = Object.entries(kinds) as [TextKey<Row>, string][];
  return texts.filter(([, kind]) => kind !== 'kept').map(([key]) => key);
}
