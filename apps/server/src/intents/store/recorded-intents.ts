import type { AuditActionOn } from '@procurement-intents/contract/company';
import { type By, unchanged, write } from '../../changes/unit-of-work.ts';
import { createIntentWriter } from '../../intent-rows/intent-writer.ts';
import type { StoreOptions } from '../../intent-rows/intent-row.ts';
import type { Database } from '../../postgres/database.ts';
import { rowsWithin } from '../../postgres/rows-within.ts';
import type { Transaction } from '../../postgres/transaction.ts';
import { cancelRequests } from './cancel-requests.ts';
import { deletions } from './deletions.ts';
import type { IntentStore } from './intent-store.ts';

/** Who changes an intent, and when. */
interface ByHolder extends By {
  /** Run first in each transaction: holds what gives the caller the right, or throws. Default: nothing to hold. */
  hold?: (transaction: Transaction) => Promise<void>;
}

/** What a record is about. */
export interface Subject {
  /** Of the intent or its order. */
  id: string;
  /** The state in which the caller found it; the record then has also the status after it. Default: neither. */
  before?: () => { status: string };
}

/** The statements that write intents. */
export type IntentWrites = Pick<IntentStore, 'update' | 'end' | 'requestCancel' | 'delete'>;
type RecordedAction = AuditActionOn<'intent' | 'order'>;

/** What a statement has written: the row, or for a deletion whether there was one; false and null: nothing. */
type Answer = object | boolean | null;

/** The status that a statement has left, of an intent that is still there. */
const leftBy = (answer: Answer) =>
  answer !== null && typeof answer === 'object' && 'status' in answer
    ? { after: { status: answer.status } }
    : {};

/**
 * The statements that the verbs write intents with, each in a transaction with the record of it. A write that is lost to
 * another one records nothing.
 */
export function recordedIntents(database: Database, options: StoreOptions) {
  function run<T extends Answer>(
    { hold, ...by }: ByHolder,
    { id, before }: Subject,
    action: RecordedAction,
    work: (writes: IntentWrites) => Promise<T>,
  ): Promise<T> {
    return write(database, by, async (transaction, afterCommit) => {
      await hold?.(transaction);
      const { recipients, onStatusChange } = options;
      const inside: StoreOptions = {
        recipients,
        onStatusChange: (...change) => afterCommit(() => onStatusChange(...change)),
      };
      const statements = rowsWithin(transaction);
      const result = await work({
        ...createIntentWriter(statements, inside),
        ...cancelRequests(statements, inside),
        ...deletions(statements),
      });
      if (!result) return unchanged(result);
      const shown = before && { before: before(), ...leftBy(result) };
      return { result, change: { action, subjectId: id, ...shown } };
    });
  }

  /** For the change of one caller: the statements, by what the record calls the change. */
  return (by: ByHolder, subject: Subject) =>
    (action: RecordedAction): IntentWrites => ({
      update: (...given) => run(by, subject, action, (writes) => writes.update(...given)),
      end: (...given) => run(by, subject, action, (writes) => writes.end(...given)),
      requestCancel: (...given) => run(by, subject, action, (writes) => writes.requestCancel(...given)),
      delete: (...given) => run(by, subject, action, (writes) => writes.delete(...given)),
    });
}
