import type { IntentListItem } from '@procurement-intents/sdk';

export type Field = keyof IntentListItem;

// A record, so that a field added by the service does not compile until it is listed.
const IS_FIELD: Record<Field, true> = {
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
/** The fields of an intent in a list, in the order of a CSV. */
export const LIST_FIELDS = Object.keys(IS_FIELD) as Field[];

/** The header line of a CSV with these fields. */
export const toCsvHeader = (fields: readonly Field[]): string => `${fields.join(',')}\r\n`;

/** One intent as a line of CSV (RFC 4180). */
export function toCsvLine(item: IntentListItem, fields: readonly Field[]): string {
  return `${fields.map((field) => toCell(item[field])).join(',')}\r\n`;
}

function toCell(value: string | number | undefined): string {
  const text = String(value ?? '');
  // A title is foreign text. A spreadsheet would run a text that begins with one of these characters as a formula.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
