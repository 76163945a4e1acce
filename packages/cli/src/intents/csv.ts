import type { IntentListItem, ListItemField } from '@procurement-intents/sdk';

export type Field = keyof IntentListItem;

// Records, so that a field added by the service does not compile until it is listed.
const IS_DEFAULT: Record<ListItemField, true> = {
  id: true,
  userId: true,
  platform: true,
  title: true,
  price: true,
  quantity: true,
  totalAmount: true,
  status: true,
  createdAt: true,
  updatedAt: true,
};
const IS_FIELD: Record<Field, true> = {
  ...IS_DEFAULT,
  statusMessage: true,
  submittedAt: true,
  completedAt: true,
  cancelledAt: true,
  failureCode: true,
  failureReason: true,
  orderId: true,
  orderStatus: true,
  amountPaid: true,
  refunded: true,
  cancellationFee: true,
  trackingNumber: true,
  trackingCompany: true,
  parcels: true,
  productUrl: true,
  recipientName: true,
  address: true,
  phone: true,
  remarks: true,
  version: true,
  idempotencyKey: true,
};
/** The fields that an export can have. */
export const LIST_FIELDS = Object.keys(IS_FIELD) as Field[];
/** The fields of an export whose caller names none, in the order of a CSV. */
export const DEFAULT_FIELDS = Object.keys(IS_DEFAULT) as ListItemField[];

/** The header line of a CSV with these fields. */
export const toCsvHeader = (fields: readonly Field[]): string => `${fields.join(',')}\r\n`;

/** One intent as a line of CSV (RFC 4180). */
export function toCsvLine(item: IntentListItem, fields: readonly Field[]): string {
  return `${fields.map((field) => toCell(item[field])).join(',')}\r\n`;
}

/** Parcels, which are several values, as JSON. */
function toCell(value: IntentListItem[Field]): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
  // A title is foreign text. A spreadsheet would run a text that begins with one of these characters as a formula.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
