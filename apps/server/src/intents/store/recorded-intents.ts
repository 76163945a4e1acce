import type { IntentStatus } from '@procurement-intents/contract';
import type { AuditActionOn } from '@procurement-intents/contract/bearer';
import { type Actor, changeRecorded } from '../../audit/record-change.ts';
import type { Transaction } from '../../postgres/transaction.ts';
import type { StoreOptions } from '../../intent-rows/intent-row.ts';
import { createIntentWriter } from '../../intent-rows/intent-writer.ts';
import type { Database } from '../../postgres/database.ts';
import { cancelRequests } from './cancel-requests.ts';
import { deletions } from './deletions.ts';
import type { IntentStore } from './intent-store.ts';

/** Who changes an intent, and when. */
interface By {
  actor: Actor;
  at: Date;
  hold?: (transaction: Transaction) => Promise<void>;
}

/** Statements that write intents, in a transaction. */
type Writes = Pick<IntentStore, 'update' | 'end' | 'requestCancel' | 'delete'>;
type IntentAction = AuditActionOn<'intent'>;

interface Written {
  action: IntentAction;
  before: { status: IntentStatus };
}

/** What a statement has written: the row, or for a deletion whether there was one. */
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
  async function write<T extends Answer>(
    id: string,
    { actor, at, hold, action, before }: By & Written,
    work: (writes: Writes) => Promise<T>,
  ): Promise<T> {
    // Reported once the change is committed.
    const moves: Parameters<StoreOptions['onMove']>[] = [];
    const inside = { ...options, onMove: (...move: Parameters<StoreOptions['onMove']>) => moves.push(move) };
    const written = await changeRecorded(database, { actor, at }, async (transaction) => {
      await hold?.(transaction);
      const rows: Database['rows'] = (text, values = []) => transaction.$queryRawUnsafe(text, ...values);
      const result = await work({
        ...createIntentWriter({ rows }, inside),
        ...cancelRequests({ rows }, inside),
        ...deletions({ rows }),
      });
      return { result, change: result ? { action, subjectId: id, before, ...leftBy(result) } : null };
    });
    for (const move of moves) options.onMove(...move);
    return written;
  }

  /**
   * For the change of one caller. Each statement has to be told what the record calls it.
   *
   * @param by.hold - run first in each transaction: holds what gives the caller the right, or throws.
   * @param before - the status in which the caller found the intent.
   */
  return (by: By, before: () => { status: IntentStatus }) => {
    const as = (action: IntentAction): By & Written => ({ ...by, action, before: before() });
    return {
      update:
        (action: IntentAction): IntentStore['update'] =>
        (fence, change, at) =>
          write(fence.id, as(action), (writes) => writes.update(fence, change, at)),
      end:
        (action: IntentAction): IntentStore['end'] =>
        (fence, ending, at) =>
          write(fence.id, as(action), (writes) => writes.end(fence, ending, at)),
      requestCancel:
        (action: IntentAction): IntentStore['requestCancel'] =>
        (id, version, at) =>
          write(id, as(action), (writes) => writes.requestCancel(id, version, at)),
      delete:
        (action: IntentAction): IntentStore['delete'] =>
        (fence, at, needsLookup) =>
          write(fence.id, as(action), (writes) => writes.delete(fence, at, needsLookup)),
    };
  };
}
