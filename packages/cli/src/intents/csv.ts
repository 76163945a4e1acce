import { toCsvLine } from '@procurement-intents/domain/csv';
import type { IntentListItem } from '@procurement-intents/sdk';

/** A field of an export. */
export type Field = keyof IntentListItem;

/** One intent as a line of CSV. Parcels, which are several values, are JSON. */
export function toIntentLine(item: IntentListItem, fields: readonly Field[]): string {
  return toCsvLine(
    fields.map((field) => {
      const value = item[field] ?? null;
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
    }),
  );
}
