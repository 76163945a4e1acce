import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';

const ITEM_KEYS = [
  'id',
  'userId',
  'platform',
  'title',
  'priceFen',
  'quantity',
  'totalFen',
  'status',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof IntentRow)[];

/** The part of an intent that lists show. */
export type ListRow = Pick<IntentRow, (typeof ITEM_KEYS)[number]>;
export const LIST_COLUMNS = INTENTS.read(ITEM_KEYS);

/** The rows of a page, and how many satisfy the conditions on all pages. */
export interface ListResult {
  rows: readonly ListRow[];
  total: number;
}
