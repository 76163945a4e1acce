import type { EndStatus, IntentChange, OpenStatus } from '@procurement-intents/domain';
import type { IntentEvent, SignedCreate } from '#prisma';
import type { RecipientBox } from '../personal-data/recipient-box.ts';
import type { IntentRow } from './intent-columns.ts';

export type { IntentRow } from './intent-columns.ts';
/** An event as the timeline shows it. */
export type IntentEventRow = Pick<IntentEvent, 'type' | 'at' | 'from' | 'to' | 'detail'>;
export type SignedCreateRow = SignedCreate;

type Unchangeable = 'id' | 'appId' | 'version' | 'attempt' | 'createdAt' | 'updatedAt' | 'nextAttemptAt';
/** The columns that a change may write; the writer sets `version`, `updatedAt` and `nextAttemptAt`. */
export type IntentPatch<Status = IntentRow['status']> = Partial<Omit<IntentRow, Unchangeable | 'status'>> & {
  [Key in Unchangeable]?: never;
} & { status?: Status };

/** A change as writers take it: its alarms were raised before. */
interface WrittenChange<Fields extends object> extends IntentChange<Fields> {
  alarms?: never;
}

/** A change that does not end the intent. */
export type Update = WrittenChange<IntentPatch<OpenStatus>>;

/** The end of an intent: COMPLETED, FAILED or CANCELLED. */
export type Ending = WrittenChange<IntentPatch & { status: EndStatus }> & {
  /** When its order is tracked; null: never. */
  nextAttemptAt: Date | null;
  endsCancel: true;
  /** Whether to schedule look-ups for an order that may still appear. */
  needsLookup: boolean;
};

/**
 * The condition of a write: the row still has the version and the attempt that the writer has read. A version can come twice
 * when a failover has set the row back; the number of an attempt, which is random in part, does not.
 */
export interface Fence {
  id: string;
  version: number;
  /** The number of the last attempt, which is the worker's own. */
  attempt: number;
}

/** The fence of a row, as it was read. */
export const fenceOf = ({ id, version, attempt }: Fence): Fence => ({ id, version, attempt });

/** Called after each committed change of status. */
export type OnStatusChange = (status: IntentRow['status'], failureCode: string | null) => void;

/** The options of the stores of intents. */
export interface StoreOptions {
  /** Seals recipients before they are written, and opens them after they are read. */
  recipients: RecipientBox;
  onStatusChange: OnStatusChange;
}
