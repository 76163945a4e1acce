import type { EventType } from '@procurement-intents/contract';
import type { AfterCommit } from '../../changes/unit-of-work.ts';
import { createBatcher } from '../../postgres/batch.ts';
import { quoted } from '../../postgres/columns.ts';
import type { Database } from '../../postgres/database.ts';
import { isUniqueViolation } from '../../postgres/database-errors.ts';
import { rowsWithin } from '../../postgres/rows-within.ts';
import type { RecipientBox } from '../../personal-data/recipient-box.ts';
import { CREATED_KEYS, INTENTS } from '../../intent-rows/intent-columns.ts';
import { insertEvents } from '../../intent-rows/insert-events.ts';
import type { IntentRow, StoreOptions } from '../../intent-rows/intent-row.ts';
import type { Statements } from '../../postgres/transaction.ts';

export interface NewIntent {
  row: IntentRow;
  /** The type of the first event. */
  type: EventType;
  /** The signature of the create, which stands for this intent alone. */
  signature: string;
  /** Nothing is written for a caller who has gone by the time its turn comes. */
  signal: Pick<AbortSignal, 'aborted'>;
}

/**
 * Writes new intents, each with its signature and first event. A create whose key or signature was taken before writes
 * nothing at all. What the statement takes, it takes in the order of keys and then of signatures, so that two batches
 * never wait for each other; it waits for nothing but another create of the same key or signature.
 */
const INSERT = `
  WITH given AS MATERIALIZED (
    -- Lists of values without names are read in half the time of objects, and jsonb in less than json.
    SELECT item->>0 AS "type", item->>1 AS "signature", ${INTENTS.listed(CREATED_KEYS, 'item->2')}
    FROM jsonb_array_elements($1::jsonb) AS g(item)),
  inserted AS (
    INSERT INTO "intents" (${INTENTS.names(CREATED_KEYS)})
    SELECT ${quoted(CREATED_KEYS)} FROM given
    -- A sub-select of its own is looked up by index, row for row, however large the table has grown since the plan.
    WHERE (SELECT "intentId" FROM "signed_creates" AS known
      WHERE known."appId" = given."appId" AND known."signature" = given."signature") IS NULL
      -- The row of an archived intent is removed 5 minutes after its key is here: one of the two is always met.
      AND (SELECT "intentId" FROM "archived_keys" AS moved
        WHERE moved."appId" = given."appId" AND moved."idempotencyKey" = given."idempotencyKey") IS NULL
    ORDER BY "appId", "idempotencyKey"
    ON CONFLICT ("appId", "idempotencyKey") DO NOTHING RETURNING "id"),
  once AS (
    -- Without ON CONFLICT: an intent must not stand when another create took its signature in the same moment.
    INSERT INTO "signed_creates" ("appId", "signature", "idempotencyKey", "intentId", "createdAt")
    SELECT "appId", "signature", "idempotencyKey", "id", "createdAt" FROM given JOIN inserted USING ("id")
    ORDER BY 1, 2),
  ${insertEvents(
    `SELECT "id", "appId", "status", "version", "createdAt", "type", "status" FROM given JOIN inserted USING ("id")`,
    ['to'],
  )}
  SELECT "id" FROM inserted`;

/**
 * Answers the ids of those that it wrote.
 *
 * @throws when a signature is taken by another statement in the same moment; then nothing of the batch is written.
 */
async function insertAll(
  database: Pick<Database, 'rows'>,
  recipients: RecipientBox,
  items: readonly Omit<NewIntent, 'signal'>[],
): Promise<Set<string>> {
  const given = items.map(({ row, type, signature }) => [type, signature, valuesOf(row, recipients)]);
  const rows = await database.rows<{ id: string }>(INSERT, [JSON.stringify(given)]);
  return new Set(rows.map(({ id }) => id));
}

/** The row as it rests: a value for each key of {@link CREATED_KEYS}. */
function valuesOf(row: IntentRow, recipients: RecipientBox): unknown[] {
  const sealed: IntentRow = { ...row, ...recipients.seal(row.id, row) };
  // JSON has no big integers. A replacer that writes them takes as long as all else that is done for a row.
  return CREATED_KEYS.map((key) => (typeof sealed[key] === 'bigint' ? String(sealed[key]) : sealed[key]));
}

/** Writes new intents of Apps. */
export function insertIntents(
  database: Pick<Database, 'rows'>,
  { recipients, onStatusChange }: StoreOptions,
) {
  const insertBatched = createBatcher({
    // One statement can take a signature only once.
    keyOf: ({ row, signature }: NewIntent) => `${row.appId} ${signature}`,
    run: (items) => insertBatch(database, recipients, items),
  });
  return {
    /**
     * Group commit: creates that arrive together share one statement and one flush of the log. False when the
     * idempotency key or the signature is taken, even by an intent that has been deleted since, or when the caller has
     * gone.
     */
    async insert(item: NewIntent): Promise<boolean> {
      const isInserted = await insertBatched(item);
      if (isInserted) onStatusChange(item.row.status, null);
      return isInserted;
    },
  };
}

/** Adds one intent in the unit of work of another room, and stands or falls with it. False when its key is taken. */
export const intentAdder =
  ({ recipients, onStatusChange }: StoreOptions) =>
  async (
    transaction: Statements,
    afterCommit: AfterCommit,
    item: Omit<NewIntent, 'signal'>,
  ): Promise<boolean> => {
    const written = await insertAll(rowsWithin(transaction), recipients, [item]);
    const { id, status } = item.row;
    afterCommit(() => onStatusChange(status, null));
    return written.has(id);
  };

async function insertBatch(
  database: Pick<Database, 'rows'>,
  recipients: RecipientBox,
  items: readonly NewIntent[],
): Promise<boolean[]> {
  const wanted = items.filter(({ signal }) => !signal.aborted);
  if (wanted.length === 0) return items.map(() => false);
  try {
    const written = await insertAll(database, recipients, wanted);
    return items.map(({ row }) => written.has(row.id));
  } catch (error) {
    // In a batch it may be any of them; each is tried alone in the end. What is unique about a new row beside its key is
    // its signature: ids are drawn.
    if (items.length > 1 || !isUniqueViolation(error)) throw error;
    return [false];
  }
}
