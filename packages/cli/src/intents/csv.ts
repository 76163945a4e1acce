import type { IntentListItem } from '@procurement-intents/sdk';

/** A field of an export. */
export type Field = keyof IntentListItem;

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
