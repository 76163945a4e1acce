import { type ListDetail, RECIPIENT_FIELDS, type StoredRecipient } from '@procurement-intents/domain';
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

const DETAIL_KEYS = [
  ...ITEM_KEYS,
  'productUrl',
  'remarks',
  'version',
  'submittedAt',
  'idempotencyKey',
  'completedAt',
  'cancelledAt',
  'failureCode',
  'orderId',
  'orderStatus',
  'trackingNumber',
  'trackingCompany',
  'parcels',
  'amountPaidFen',
  'refundedFen',
  'cancellationFeeFen',
] as const satisfies readonly (keyof IntentRow)[];

/** The part of an intent that every list reads; `details` and `recipient` read more. */
export type ListRow = Pick<IntentRow, (typeof ITEM_KEYS)[number]> &
  Partial<Pick<IntentRow, (typeof DETAIL_KEYS)[number] | keyof StoredRecipient>>;

/** The columns of each detail. */
export const LIST_COLUMNS = {
  item: INTENTS.read(ITEM_KEYS),
  details: INTENTS.read(DETAIL_KEYS),
  recipient: INTENTS.read([...DETAIL_KEYS, ...RECIPIENT_FIELDS]),
} as const satisfies Record<ListDetail, string>;

/** The rows of a page, and how many satisfy the conditions on all pages. */
export interface ListResult {
  rows: readonly ListRow[];
  total: number;
}

/** A list whose statement took longer than a list may, with the error of the database. */
export interface TooCostly {
  tooCostly: unknown;
}
