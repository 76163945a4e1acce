import type { EventType } from '@procurement-intents/contract';
import type { IntentEvent, SignedCreate } from '#prisma';
import type { IntentRow } from './intent-columns.ts';

export type { IntentRow } from './intent-columns.ts';
/** An event as the timeline shows it. */
export type IntentEventRow = Omit<IntentEvent, 'id' | 'intentId'>;
export type SignedCreateRow = SignedCreate;
/** What a change writes beside `version` and `updatedAt`. */
export type IntentPatch = Partial<Omit<IntentRow, 'id' | 'appId' | 'version' | 'attempt' | 'createdAt'>>;
/** An event to write. */
export interface NewEvent extends Partial<Pick<IntentEvent, 'from' | 'to' | 'detail'>> {
  type: EventType;
}

/** A write happens only while the row is still as the writer read it. */
export interface Fence {
  id: string;
  version: number;
  /** Set by workers: the number of their own attempt. */
  attempt?: number;
}

/** A worker's writes happen only while no later attempt has begun. */
export type AttemptFence = Required<Fence>;

/** Told of every move once it is committed. */
export type OnMove = (status: IntentRow['status'], failureCode: string | null) => void;
