import { NO_OUTCOME } from '@procurement-intents/domain';
import type { Intent, IntentEvent, SignedCreate } from '#prisma';

/** An intent as it stands in the database. Amounts in fen. */
export type IntentRow = Intent;
/** An event as the timeline shows it. */
export type IntentEventRow = Omit<IntentEvent, 'id' | 'intentId'>;
export type SignedCreateRow = SignedCreate;
/** What a change writes beside `version` and `updatedAt`. */
export type IntentPatch = Partial<Omit<Intent, 'id' | 'appId' | 'version' | 'attempt' | 'createdAt'>>;
export type NewEvent = Pick<IntentEvent, 'type'> & Partial<Pick<IntentEvent, 'from' | 'to' | 'detail'>>;

/** A write happens only while the row is still as the writer read it. */
export interface Fence {
  id: string;
  version: number;
  /** Set by workers: the number of their own attempt. */
  attempt?: number;
}

/** A worker's writes happen only while no later attempt has begun. */
export type RunFence = Required<Fence>;

/** What a create leaves to later changes: the table's own defaults, so that no insert needs to name them. */
export const NOTHING_YET = {
  ...NO_OUTCOME,
  attempt: 0,
  processingAt: null,
  placementToken: null,
  placingUntil: null,
  cancelRequestedAt: null,
  cancelRefusal: null,
  resendAt: null,
  reconcileStep: null,
  orderAcceptedAt: null,
  pageGoneAt: null,
  mustCompareOrder: false,
  redactRequestedAt: null,
  redactedAt: null,
} as const;

/** Told of every move once it is committed. */
export type OnMove = (status: IntentRow['status'], failureCode: string | null) => void;
