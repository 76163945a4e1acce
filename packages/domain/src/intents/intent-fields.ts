import type { IntentStatus, ListItemField, PlatformId } from '@procurement-intents/contract';
import type { StoredRecipient } from '../personal-data.ts';

/** An intent without its personal data, as a host stores it. Amounts in fen. */
export interface IntentDetails extends StoredOutcome {
  id: string;
  userId: string;
  platform: PlatformId;
  title: string;
  priceFen: bigint;
  quantity: number;
  totalFen: bigint;
  status: IntentStatus;
  createdAt: Date;
  updatedAt: Date;
  productUrl: string;
  remarks: string | null;
  /** Texts by key; null: none. */
  labels: unknown;
  version: number;
  submittedAt: Date | null;
  archivedAt: Date | null;
  /** See `readCreateKeys`. */
  idempotencyKey: string;
}

/** Where a host stores each field that the items of every list have. */
export const LISTED_KEYS = {
  id: 'id',
  userId: 'userId',
  platform: 'platform',
  title: 'title',
  price: 'priceFen',
  quantity: 'quantity',
  totalAmount: 'totalFen',
  status: 'status',
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
} as const satisfies Record<ListItemField, keyof IntentDetails>;

/** The fields of an intent in a list. Amounts in fen. */
export type ListedIntent = Pick<IntentDetails, (typeof LISTED_KEYS)[ListItemField]>;

/** The fields of an intent that a caller can see, as a host stores them. Amounts in fen. */
export interface StoredIntent extends IntentDetails, StoredRecipient {}

/** The outcome of an intent and of its order on the platform. Amounts in fen. */
export interface StoredOutcome {
  completedAt: Date | null;
  cancelledAt: Date | null;
  failureCode: string | null;
  orderId: string | null;
  orderStatus: string | null;
  trackingNumber: string | null;
  trackingCompany: string | null;
  /** A list of parcels, or null. */
  parcels: unknown;
  amountPaidFen: bigint | null;
  refundedFen: bigint | null;
  cancellationFeeFen: bigint | null;
}

/** The outcome of a new intent. */
export const NO_OUTCOME = {
  completedAt: null,
  cancelledAt: null,
  failureCode: null,
  orderId: null,
  orderStatus: null,
  trackingNumber: null,
  trackingCompany: null,
  parcels: null,
  amountPaidFen: null,
  refundedFen: null,
  cancellationFeeFen: null,
} as const satisfies StoredOutcome;

/** One entry of an intent's timeline, as a host stores it. */
export interface StoredEvent {
  /** An `EventType`, or a type that a later release has written. */
  type: string;
  at: Date;
  from: IntentStatus | null;
  to: IntentStatus | null;
  detail: string | null;
}
