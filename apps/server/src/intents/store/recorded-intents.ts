import type { IntentStatus } from '@procurement-intents/contract';
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

interface Written {
  action: string;
  before?: { status: IntentStatus };
}

/**
 * The statements that the verbs write intents with, each in a transaction with the record of it. A write that is lost to
 * another one records nothing.
 */
export function recordedIntents(database: Database, options: StoreOptions) {
  async function write<T extends object | boolean>(
    id: string,
    { actor, at, hold, action, before }: By & Written,
    work: (writes: Writes) => Promise<T | null>,
  ): Promise<T | null> {
    // Reported once the change is committed.
    const moves: Parameters<StoreOptions['onMove']>[] = [];
    const inside = { ...options, onMove: (...move: Parameters<StoreOptions['onMove']>) => moves.push(move) };
    const written = await changeRecorded(database, { actor, at }, async (transaction) => {
      await hold?.(transaction);
      const rows: Database['rows'] = (text, values = []) => transaction.$queryRawUnsafe(text, ...values);
      const writes = {
        ...createIntentWriter({ rows }, inside),
        ...cancelRequests({ rows }, inside),
        ...deletions({ rows }),
      };
      const result = await work(writes);
      if (!result) return { result, change: null };
      const after = typeof result === 'object' && 'status' in result ? { status: result.status } : undefined;
      return {
        result,
        change: { action, subjectId: id, ...(before && { before }), ...(after && { after }) },
      };
    });
    for (const move of moves) options.onMove(...move);
    return written;
  }

  /**
   * For the change of one caller.
   *
   * @param by.hold - run first in each transaction: holds what gives the caller the right, or throws.
   * @param before - the status in which the caller found the intent.
   */
  return (by: By, before: () => { status: IntentStatus }): Writes => ({
    update: (fence, change, at) =>
      write(fence.id, { ...by, action: 'intent.submitted', before: before() }, (writes) =>
        writes.update(fence, change, at),
      ),
    end: (fence, ending, at) =>
      write(fence.id, { ...by, action: 'intent.cancelled', before: before() }, (writes) =>
        writes.end(fence, ending, at),
      ),
    requestCancel: (id, version, at) =>
      write(id, { ...by, action: 'intent.cancel_requested', before: before() }, (writes) =>
        writes.requestCancel(id, version, at),
      ),
    delete: async (fence, at, needsLookup) =>
      (await write(fence.id, { ...by, action: 'intent.deleted', before: before() }, (writes) =>
        writes.delete(fence, at, needsLookup),
      )) === true,
  });
}
