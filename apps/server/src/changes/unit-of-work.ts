import { conflict, replayedResource } from '@procurement-intents/domain/bearer';
import { type Actor, type Change, recordChange } from '../audit/record-change.ts';
import type { Database, WritableDatabase } from '../postgres/database.ts';
import type { Transaction } from '../postgres/transaction.ts';

/** Who makes a change, and when. */
export interface By {
  actor: Actor;
  at: Date;
}

/** What identifies a create under an `Idempotency-Key`. */
export interface CreateKey {
  /** Whose key it is: the user whose call counts, else the client. */
  ownerId: string;
  key: string;
  /** The hash of operation and body. */
  requestHash: string;
}

/** Who creates something. */
export interface Creator extends By {
  /** Null without an `Idempotency-Key`. */
  key: CreateKey | null;
}

/** What a create has made: something new, or what an earlier call under the same key has made. */
export type CreatedOnce = { isReplay: false } | { isReplay: true; resourceId: string };

/** What a unit of work has done: its result, and the record of the change. Without a change all of it is rolled back. */
export interface WorkResult<T> {
  result: T;
  change: Change | null;
}

export const unchanged = <T>(result: T): WorkResult<T> => ({ result, change: null });

/** What a create returns that has made what the record says. */
export const created = (change: Change): WorkResult<{ isReplay: false }> => ({
  result: { isReplay: false },
  change,
});

/** Has `run` called once the unit of work is committed; never when it is rolled back. `run` must not throw. */
export type AfterCommit = (run: () => void) => void;

/** Ends a transaction whose work has changed nothing. */
class Unchanged<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('nothing has changed');
    this.result = result;
  }
}

/**
 * Runs `work` in a transaction, and records there what it has changed: both become visible together. Elsewhere the types
 * of the database have no methods that write what the audit log tells of. SQL could: `scripts/house/table-owners.mjs` lists the files
 * that may. Work that returns no change leaves nothing behind.
 *
 * @param by - whom the record names; null for an App's own change, of which the audit log has no record.
 * @param work - its second argument takes what others may know of the change only once it is committed, as metrics do.
 * @throws what `work` throws.
 */
export async function write<T>(
  database: Database,
  by: By | null,
  work: (transaction: Transaction, afterCommit: AfterCommit) => Promise<WorkResult<T>>,
): Promise<T> {
  const committed: (() => void)[] = [];
  try {
    const written = await (database as WritableDatabase).$transaction(async (transaction) => {
      const { result, change } = await work(transaction, (run) => committed.push(run));
      if (!change) throw new Unchanged(result);
      if (by) await recordChange(transaction, { ...by, change });
      return result;
    });
    for (const run of committed) run();
    return written;
  } catch (error) {
    if (error instanceof Unchanged) return (error as Unchanged<T>).result;
    throw error;
  }
}

/**
 * As {@link write}, unless the same create was made under the same key before. Of calls at once under one key, the others
 * wait for the first. A create that is refused takes no key.
 *
 * @param id - of what is created.
 * @throws BearerError `conflict` when the key was used for another request, or for what is being deleted; what `insert` throws.
 */
export function createOnce<T>(
  database: Database,
  by: Creator | null,
  id: string,
  insert: (transaction: Transaction) => Promise<WorkResult<T>>,
): Promise<T | Extract<CreatedOnce, { isReplay: true }>> {
  return write<T | Extract<CreatedOnce, { isReplay: true }>>(database, by, async (transaction) => {
    const earlier = by?.key ? await takeKey(transaction, by.key, { id, at: by.at }) : null;
    return earlier === null ? insert(transaction) : unchanged({ isReplay: true, resourceId: earlier });
  });
}

/** Takes the key for what is created, or returns the id that it was taken for before. */
async function takeKey(
  transaction: Transaction,
  { ownerId, key, requestHash }: CreateKey,
  { id, at }: { id: string; at: Date },
): Promise<string | null> {
  const data = { ownerId, key, requestHash, resourceId: id, createdAt: at };
  const { count } = await transaction.idempotentCreate.createMany({ data, skipDuplicates: true });
  if (count === 1) return null;
  const where = { ownerId_key: { ownerId, key } };
  const earlier = await transaction.idempotentCreate.findUnique({ where });
  // Whoever deletes the resource frees its key, perhaps between the two statements.
  return replayedResource(foundMade(earlier), requestHash);
}

/** What an earlier call under the same key has made. @throws BearerError `conflict` when it is deleted. */
export function foundMade<T>(made: T | null): T {
  if (made === null) throw conflict('what this Idempotency-Key made is deleted');
  return made;
}

/** Frees the keys of resources that are deleted, in the transaction that deletes them. */
export async function freeKey(transaction: Transaction, ...resourceIds: string[]): Promise<void> {
  await transaction.idempotentCreate.deleteMany({ where: { resourceId: { in: resourceIds } } });
}
