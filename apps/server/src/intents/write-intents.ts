import { createBatcher } from '../infra/batch.ts';
import { type Database, isDatabaseOutage } from '../infra/database.ts';
import type { Fence, IntentPatch, IntentRow, NewEvent } from './repository.ts';
import { ROW_COLUMNS } from './sql-values.ts';

/** A change of one intent, made only while the row is as the fence says. */
export interface FencedWrite {
  fence: Fence;
  patch: IntentPatch;
  at: Date;
  /** Goes into the timeline with the change; null for bookkeeping. */
  event: NewEvent | null;
  /** Whether callers can see the change: then the version is counted up. */
  isVisible: boolean;
  /** Written only while the intent is PROCESSING and no cancellation is on record. */
  isPlacing?: boolean;
}

export const MAX_ROWS = 64;
// While one batch is written the next one gathers. A second goes along so that a row that is locked holds up less;
// more would only wait for each other at the counters of the App.
export const MAX_IN_FLIGHT = 2;

// A caller waits for a cancellation: whatever a run puts off, its turn stays this near for as long as one may wait.
export const CANCEL_TURN = `interval '1 second'`;
export const CANCEL_WAIT = `interval '20 seconds'`;
const NEAR_TURN = `CASE WHEN i."cancelRequestedAt" > w."at" - ${CANCEL_WAIT}
  THEN LEAST((w."row")."dispatchAt", w."at" + ${CANCEL_TURN}) ELSE (w."row")."dispatchAt" END`;

/** A later turn never overtakes the one that a cancellation has asked for, unless this write ends it. */
function valueOf(name: string, patch: IntentPatch): string {
  const endsCancel = 'cancelRequestedAt' in patch || 'status' in patch;
  return name === 'dispatchAt' && patch.dispatchAt && !endsCancel ? NEAR_TURN : `(w."row")."${name}"`;
}

/** The statement for all writes that differ in their values alone. Takes the writes as JSON. */
function statementFor({ fence, patch, event, isVisible, isPlacing }: FencedWrite): string {
  const changes = Object.keys(patch).map((name) => `"${name}" = ${valueOf(name, patch)}`);
  if (isVisible) changes.push('"updatedAt" = w."at"', '"version" = i."version" + 1');
  const fences = [`i."id" = (w."row")."id"`, `i."version" = (w."row")."version"`];
  if (fence.attempt !== undefined) fences.push(`i."attempt" = (w."row")."attempt"`);
  if (isPlacing) fences.push(`i."status" = 'PROCESSING'`, `i."cancelRequestedAt" IS NULL`);
  const noted = `, noted AS (INSERT INTO "intent_events" ("intentId", "type", "at", "from", "to", "detail")
      SELECT "id", "eventType", "eventAt", "eventFrom", "eventTo", "eventDetail" FROM moved)`;
  return `
    WITH moved AS (
      UPDATE "intents" AS i SET ${changes.join(', ')}
      FROM json_to_recordset($1::json) AS w("row" "intents", "at" timestamptz, "type" text,
        "from" "IntentStatus", "to" "IntentStatus", "detail" text)
      WHERE ${fences.join(' AND ')}
      RETURNING ${ROW_COLUMNS}, w."type" AS "eventType", w."at" AS "eventAt", w."from" AS "eventFrom",
        w."to" AS "eventTo", w."detail" AS "eventDetail")${event ? noted : ''}
    SELECT ${ROW_COLUMNS} FROM moved AS i`;
}

/** Writes of one kind have one statement. */
function kindOf({ fence, patch, event, isVisible, isPlacing = false }: FencedWrite): string {
  const names = Object.keys(patch).join();
  return `${names} ${!patch.dispatchAt} ${fence.attempt === undefined} ${event === null} ${isVisible} ${isPlacing}`;
}

function writeJson(writes: readonly FencedWrite[]): string {
  const rows = writes.map(({ fence, patch, at, event }) => ({ row: { ...patch, ...fence }, at, ...event }));
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/**
 * Makes fenced writes: each answers its row as it stands then, or null when the race was lost and nothing was written.
 * Writes of one kind that arrive together share one statement, one round trip and one flush of the log. Change and
 * event stand or fall together. Rows are taken in the order of their ids, so that two batches do not wait for each
 * other in a circle; a row that fails fails alone.
 */
export function createIntentWriter(database: Database): (write: FencedWrite) => Promise<IntentRow | null> {
  const batchers = new Map<string, (write: FencedWrite) => Promise<IntentRow | null>>();

  return (write) => {
    const kind = kindOf(write);
    let batcher = batchers.get(kind);
    if (!batcher) {
      const statement = statementFor(write);
      batcher = createBatcher({
        maxItems: MAX_ROWS,
        maxInFlight: MAX_IN_FLIGHT,
        // One statement changes a row once.
        keyOf: ({ fence }: FencedWrite) => fence.id,
        isItemsFault: (error) => !isDatabaseOutage(error),
        run: async (writes) => {
          const sorted = writes.toSorted((a, b) => (a.fence.id < b.fence.id ? -1 : 1));
          const rows = await database.$queryRawUnsafe<IntentRow[]>(statement, writeJson(sorted));
          const saved = new Map(rows.map((row) => [row.id, row]));
          return writes.map(({ fence }) => saved.get(fence.id) ?? null);
        },
      });
      batchers.set(kind, batcher);
    }
    return batcher(write);
  };
}
