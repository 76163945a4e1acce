import {
  type IntentDetails,
  type ListDetail,
  LISTED_KEYS,
  type ListedIntent,
  RECIPIENT_FIELDS,
  type StoredRecipient,
} from '@procurement-intents/domain';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';

// A record, so that a detail added to the domain does not compile until every list of details reads it.
const IS_DETAIL: Record<keyof IntentDetails, true> = {
  id: true,
  userId: true,
  platform: true,
  title: true,
  priceFen: true,
  quantity: true,
  totalFen: true,
  status: true,
  createdAt: true,
  updatedAt: true,
  productUrl: true,
  remarks: true,
  labels: true,
  version: true,
  submittedAt: true,
  archivedAt: true,
  idempotencyKey: true,
  completedAt: true,
  cancelledAt: true,
  failureCode: true,
  orderId: true,
  orderStatus: true,
  trackingNumber: true,
  trackingCompany: true,
  parcels: true,
  amountPaidFen: true,
  refundedFen: true,
  cancellationFeeFen: true,
};
const DETAIL_KEYS = Object.keys(IS_DETAIL) as (keyof IntentDetails)[];

/** The part of an intent that every list reads; `details` and `recipient` read more. */
export type ListRow = Pick<IntentRow, keyof ListedIntent> &
  Partial<Pick<IntentRow, keyof IntentDetails | keyof StoredRecipient>>;

/** A row of a list of several Apps, which says whose it is. */
export type CompanyListRow = ListRow & { appId: string };

/** The columns of each detail. */
export const LIST_COLUMNS = {
  item: INTENTS.read(Object.values(LISTED_KEYS)),
  details: INTENTS.read(DETAIL_KEYS),
  recipient: INTENTS.read([...DETAIL_KEYS, ...RECIPIENT_FIELDS]),
} as const satisfies Record<ListDetail, string>;

/** The rows of a page, and how many satisfy the conditions on all pages. */
export interface ListResult<Row extends ListRow = ListRow> {
  rows: readonly Row[];
  total: number;
}
