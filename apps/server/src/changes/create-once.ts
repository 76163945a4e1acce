import { replayedResource } from '@procurement-intents/domain/bearer';
import type { Database } from '../postgres/database.ts';
import { type Actor, type Change, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../postgres/transaction.ts';

/** What identifies a create under an `Idempotency-Key`. */
export interface CreateKey {
  /** Whose key it is: the user whose call counts, else the client. */
  ownerId: string;
  key: string;
  /** The hash of operation and body. */
  requestHash: string;
}

/** What a create has made: something new, or what an earlier call under the same key has made. */
export type CreatedOnce = { isReplay: false } | { isReplay: true; resourceId: string };

interface Create {
  /** Null without an `Idempotency-Key`. */
  key: CreateKey | null;
  resourceId: string;
  actor: Actor;
  at: Date;
  change: Change;
}

/**
 * Runs `insert` in a transaction with its record, unless the same create was made under the same key before. Of calls at
 * once under one key, the others wait for the first.
 *
 * @throws BearerError `conflict` when the key was used for another request; what `insert` throws.
 */
export function createOnce(
  database: Database,
  { key, resourceId, actor, at, change }: Create,
  insert: (transaction: Transaction) => Promise<void>,
): Promise<CreatedOnce> {
  return database.$transaction(async (transaction) => {
    if (key) {
      const earlier = await takeKey(transaction, key, { resourceId, at });
      if (earlier !== null) return { isReplay: true, resourceId: earlier };
    }
    await insert(transaction);
    await recordChange(transaction, { actor, at, change });
    return { isReplay: false };
  });
}

/** Takes the key for the resource, or returns the resource that it was taken for before. */
async function takeKey(
  transaction: Transaction,
  { ownerId, key, requestHash }: CreateKey,
  { resourceId, at }: { resourceId: string; at: Date },
): Promise<string | null> {
  const data = { ownerId, key, requestHash, resourceId, createdAt: at };
  const { count } = await transaction.idempotentCreate.createMany({ data, skipDuplicates: true });
  if (count === 1) return null;
  const earlier = await transaction.idempotentCreate.findUniqueOrThrow({
    where: { ownerId_key: { ownerId, key } },
  });
  return replayedResource(earlier, requestHash);
}

/**
 * What was made under the key before; null when nothing was.
 *
 * @throws BearerError `conflict` when the key was used for another request.
 */
export async function findMade(
  database: Pick<Database, 'idempotentCreate'>,
  { ownerId, key, requestHash }: CreateKey,
): Promise<string | null> {
  const earlier = await database.idempotentCreate.findUnique({ where: { ownerId_key: { ownerId, key } } });
  return earlier && replayedResource(earlier, requestHash);
}

/** Frees the keys of resources that are deleted, in the transaction that deletes them. */
export async function freeKey(transaction: Transaction, ...resourceIds: string[]): Promise<void> {
  await transaction.idempotentCreate.deleteMany({ where: { resourceId: { in: resourceIds } } });
}
