import type { EventType } from '@procurement-intents/contract';
import type { IntentEvent, SignedCreate } from '#prisma';
import type { IntentRow } from './intent-columns.ts';

export type { IntentRow } from './intent-columns.ts';
/** An event as the timeline shows it. */
export type IntentEventRow = Omit<IntentEvent, 'id' | 'intentId'>;
export type SignedCreateRow = SignedCreate;
/** The columns that a change may write; the writer sets `version` and `updatedAt`. */
export type IntentPatch = Partial<Omit<IntentRow, 'id' | 'appId' | 'version' | 'attempt' | 'createdAt'>>;
/** An event to write. */
export interface NewEvent extends Partial<Pick<IntentEvent, 'from' | 'to' | 'detail'>> {
  type: EventType;
}

/** The condition of a write: the row still has this version and attempt. */
export interface Fence {
  id: string;
  version: number;
  /** The number of the worker's attempt. Absent in writes of callers. */
  attempt?: number;
}

/** The fence of an attempt, whose writes fail once a later attempt has begun. */
export type AttemptFence = Required<Fence>;

/** Called after each committed change of status. */
export type OnMove = (status: IntentRow['status'], failureCode: string | null) => void;
