import type { IntentStatus, PlatformId } from '@procurement-intents/contract';

/** What a list shows of an intent. Amounts in fen. */
export interface ListedIntent {
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
}

/** What a caller can see of an intent, as a host stores it. Amounts in fen. */
export interface StoredIntent extends ListedIntent, StoredOutcome {
  productUrl: string;
  recipientName: string;
  address: string;
  phone: string;
  remarks: string | null;
  version: number;
  submittedAt: Date | null;
}

/** What became of an intent, and of its order on the platform. Amounts in fen. */
export interface StoredOutcome {
  completedAt: Date | null;
  cancelledAt: Date | null;
  failureCode: string | null;
  orderId: string | null;
  orderStatus: string | null;
  trackingNumber: string | null;
  trackingCompany: string | null;
  /** A list of parcels, or nothing. */
  parcels: unknown;
  amountPaidFen: bigint | null;
  refundedFen: bigint | null;
  cancellationFeeFen: bigint | null;
}

/** The outcome of an intent that nothing has happened to. */
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
  type: string;
  at: Date;
  from: IntentStatus | null;
  to: IntentStatus | null;
  detail: string | null;
}
