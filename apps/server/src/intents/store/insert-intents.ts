import { createBatcher } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';
import { describeDefect } from '../../observability/describe-defect.ts';
import { type ConnectionsOf, WRITE_FAULTS } from '../../postgres/lock-waits.ts';
import type { RecipientBox } from './recipient-box.ts';
import { type IntentRow, NOTHING_YET } from './intent-row.ts';
import { columns, INTENT_TYPES, typedColumns } from './sql-values.ts';

export interface NewIntent {
  row: IntentRow;
  /** What the first event of the timeline is called. */
  type: string;
  /** The signature of the create, which stands for this intent alone. */
  signature: string;
  /** Nothing is written for a caller who has gone by the time its turn comes. */
  signal: Pick<AbortSignal, 'aborted'>;
}

// Sixty-four rows are 60 KB of text, and the statement takes some milliseconds.
const MAX_ROWS = 64;
// While one batch is written the next one gathers; more at once would only be smaller.
const MAX_IN_FLIGHT = 3;

/** Every column that a create fills; the others stand as `NOTHING_YET` says. */
const NAMES = (Object.keys(INTENT_TYPES) as (keyof IntentRow)[]).filter((name) => !(name in NOTHING_YET));
const COLUMNS = columns(NAMES);
const TYPED_COLUMNS = typedColumns({
  ...Object.fromEntries(NAMES.map((name) => [name, INTENT_TYPES[name]])),
  type: 'text',
  signature: 'text',
});

/**
 * Writes new intents, each with its signature and first event, all in one statement; answers the ids of those that it
 * wrote. A create whose key or signature was taken before writes nothing at all. What the statement takes, it takes in
 * the order of keys and then of signatures, so that two batches never wait for each other.
 *
 * @throws when a signature is taken by another statement in the same moment; then nothing of the batch is written.
 */
async function insertAll(
  database: Database,
  recipients: RecipientBox,
  items: readonly NewIntent[],
): Promise<Set<string>> {
  const given = JSON.stringify(
    items.map(({ row, type, signature }) => ({ ...plain(row, recipients), type, signature })),
  );
  const rows = await database.$queryRaw<{ id: string }[]>`
    WITH given AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${given}::json) AS g(${TYPED_COLUMNS})),
    moved AS (
      INSERT INTO "intents" (${COLUMNS})
      SELECT ${COLUMNS} FROM given
      -- A sub-select of its own is looked up by index, row for row, however large the table has grown since the plan.
      WHERE (SELECT "intentId" FROM "signed_creates" AS known
        WHERE known."appId" = given."appId" AND known."signature" = given."signature") IS NULL
      ORDER BY "appId", "idempotencyKey"
      ON CONFLICT ("appId", "idempotencyKey") DO NOTHING RETURNING "id"),
    once AS (
      -- Without ON CONFLICT: an intent must not stand when another create took its signature in the same moment.
      INSERT INTO "signed_creates" ("appId", "signature", "idempotencyKey", "intentId", "createdAt")
      SELECT "appId", "signature", "idempotencyKey", "id", "createdAt" FROM given JOIN moved USING ("id")
      ORDER BY 1, 2),
    noted AS (
      INSERT INTO "intent_events" ("intentId", "type", "at", "to")
      SELECT "id", "type", "createdAt", "status" FROM given JOIN moved USING ("id"))
    SELECT "id" FROM moved`;
  return new Set(rows.map(({ id }) => id));
}

/** The row as it rests. */
const plain = (row: IntentRow, recipients: RecipientBox) => ({
  ...Object.fromEntries(NAMES.map((name) => [name, row[name]])),
  ...recipients.seal(row.id, row),
  // JSON has no big integers; amounts are far within what a double keeps.
  priceFen: Number(row.priceFen),
  totalFen: Number(row.totalFen),
});

// What is unique about a new row beside its key is its signature: ids are drawn.
const isSignatureTaken = (error: unknown): boolean => describeDefect(error).sqlState === '23505';

/**
 * Group commit: creates that arrive together share one statement and one flush of the log. Answers false when the
 * idempotency key or the signature is taken, even by an intent that has been deleted since, or when the caller has gone.
 */
export function createIntentInserter(
  connectionsOf: ConnectionsOf,
  recipients: RecipientBox,
): (item: NewIntent) => Promise<boolean> {
  return createBatcher({
    maxItems: MAX_ROWS,
    maxInFlight: MAX_IN_FLIGHT,
    // One statement can take a signature only once.
    keyOf: ({ row, signature }: NewIntent) => `${row.appId} ${signature}`,
    ...WRITE_FAULTS,
    // The one row that creates of different callers change is their counter.
    blockedAs: ({ row }) => `${row.appId} ${row.status} ${row.platform}`,
    run: async (items, isBrief) => {
      const wanted = items.filter(({ signal }) => !signal.aborted);
      if (wanted.length === 0) return items.map(() => false);
      try {
        const written = await insertAll(connectionsOf(isBrief), recipients, wanted);
        return items.map(({ row }) => written.has(row.id));
      } catch (error) {
        // In a batch it may be any of them; each is tried alone in the end.
        if (items.length > 1 || !isSignatureTaken(error)) throw error;
        return [false];
      }
    },
  });
}
