import { createBatcher } from '../../postgres/batch.ts';
import { type ConnectionsOf, WRITE_FAULTS } from '../../postgres/lock-waits.ts';
import type { Fence, IntentPatch, IntentRow, NewEvent } from './intent-row.ts';
import { LOOKS_AFTER_MS } from '../../purchasing/look-times.ts';
import { INTENT_TYPES, rowColumns, typedText } from './sql-values.ts';

/** A change of one intent, made only while the row is as the fence says. */
export interface FencedWrite {
  fence: Fence;
  patch: IntentPatch;
  at: Date;
  /** Goes into the timeline with the change; null for bookkeeping. */
  event: NewEvent | null;
  /** Goes into the timeline behind `event`. */
  also?: NewEvent | undefined;
  /** Whether a look for an order that turns up later is owed from then on. */
  owesLookup?: boolean;
  /** Whether callers can see the change: then the version is counted up. */
  isVisible: boolean;
}

export const MAX_ROWS = 64;
// While one batch is written the next one gathers. A second goes along so that a row that is locked holds up less;
// more would only wait for each other at the counters of the App.
export const MAX_IN_FLIGHT = 2;

// A caller waits for a cancellation: whatever a run puts off, its turn stays this near for as long as one may wait.
export const CANCEL_TURN = `interval '1 second'`;
export const CANCEL_WAIT = `interval '20 seconds'`;
const NEAR_TURN = `CASE WHEN i."cancelRequestedAt" > w."at" - ${CANCEL_WAIT}
  THEN LEAST(w."dispatchAt", w."at" + ${CANCEL_TURN}) ELSE w."dispatchAt" END`;

/** A later turn never overtakes the one that a cancellation has asked for, unless this write ends it. */
function valueOf(name: string, patch: IntentPatch): string {
  const endsCancel = 'cancelRequestedAt' in patch || 'status' in patch;
  return name === 'dispatchAt' && patch.dispatchAt && !endsCancel ? NEAR_TURN : `w."${name}"`;
}

const FENCE_NAMES = ['id', 'version', 'attempt'] as const;
const EVENT_TYPES = { type: 'text', from: '"IntentStatus"', to: '"IntentStatus"', detail: 'text' };
const ALSO_TYPES = { alsoType: 'text', alsoDetail: 'text' };

// Rows of one statement get ascending ids in their order.
const ALSO_EVENT = ` UNION ALL SELECT "id", "alsoType", "at", NULL, NULL, "alsoDetail" FROM moved`;
const OWED = `,
    owed AS (INSERT INTO "order_lookups" ("intentId", "appId", "platform", "merchantOrderNo", "step", "dueAt", "createdAt")
      SELECT "id", "owedBy", "owedTo", "owedNo", 0, "service_now"() + interval '${LOOKS_AFTER_MS[0]} ms', "service_now"() FROM moved
      ON CONFLICT ("intentId") DO NOTHING)`;
const OWED_COLUMNS = `, i."appId" AS "owedBy", i."platform" AS "owedTo", COALESCE(i."placementToken", substr(i."id", 5)) AS "owedNo"`;

/** The statement for all writes that differ in their values alone. Takes the writes as JSON. */
function statementFor(write: FencedWrite, answer: string): string {
  const { fence, patch, event, also, owesLookup = false, isVisible } = write;
  const names = Object.keys(patch) as (keyof IntentPatch)[];
  const changes = names.map((name) => `"${name}" = ${valueOf(name, patch)}`);
  if (isVisible) changes.push('"updatedAt" = w."at"', '"version" = i."version" + 1');
  const fences = [`i."id" = w."id"`, `i."version" = w."version"`];
  if (fence.attempt !== undefined) fences.push(`i."attempt" = w."attempt"`);
  const given = typedText({
    ...Object.fromEntries([...names, ...FENCE_NAMES].map((name) => [name, INTENT_TYPES[name]])),
    at: 'timestamptz',
    ...(event && EVENT_TYPES),
    ...(also && ALSO_TYPES),
  });
  const update = `UPDATE "intents" AS i SET ${changes.join(', ')}
    FROM json_to_recordset($1::json) AS w(${given}) WHERE ${fences.join(' AND ')} RETURNING ${answer}`;
  if (!event) return update;
  return `
    WITH moved AS (${update}, w."type", w."at", w."from", w."to", w."detail"${also ? ', w."alsoType", w."alsoDetail"' : ''}${owesLookup ? OWED_COLUMNS : ''}),
    noted AS (INSERT INTO "intent_events" ("intentId", "type", "at", "from", "to", "detail")
      SELECT "id", "type", "at", "from", "to", "detail" FROM moved${also ? ALSO_EVENT : ''})${owesLookup ? OWED : ''}
    SELECT ${answer} FROM moved AS i`;
}

type Answer<Column extends keyof IntentRow> = Pick<IntentRow, Column | 'id'>;

/** Writes of one kind have one statement. */
function kindOf({ fence, patch, event, also, owesLookup = false, isVisible }: FencedWrite): string {
  const traits = [
    !patch.dispatchAt,
    fence.attempt === undefined,
    event === null,
    also === undefined,
    owesLookup,
    isVisible,
  ];
  return `${Object.keys(patch).join()} ${traits.join(' ')}`;
}

// JSON has no big integers; Postgres reads them from text.
const plain = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

function writeJson(writes: readonly FencedWrite[]): string {
  return JSON.stringify(
    writes.map(({ fence, patch, at, event, also }) => ({
      ...Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, plain(value)])),
      ...fence,
      at,
      ...event,
      ...(also && { alsoType: also.type, alsoDetail: also.detail }),
    })),
  );
}

/**
 * Makes fenced writes: each answers `columns` of its row as it stands then (`id` is one of them), or null when the race
 * was lost and nothing was written. A writer who carries on with what it knows asks for the id alone: all columns there
 * and back were 15 to 30 % of what such a write cost Postgres and over 40 % of what it cost us.
 *
 * Writes of one kind that arrive together share one statement, one round trip and one flush of the log. Change and
 * event stand or fall together. Rows are taken in the order of their ids, so that two batches do not wait for each
 * other in a circle; a row that fails fails alone.
 */
export function createIntentWriter<Column extends keyof IntentRow>(
  connectionsOf: ConnectionsOf,
  columns: readonly Column[],
): (write: FencedWrite) => Promise<Answer<Column> | null> {
  const batchers = new Map<string, (write: FencedWrite) => Promise<Answer<Column> | null>>();

  return (write) => {
    const kind = kindOf(write);
    let batcher = batchers.get(kind);
    if (!batcher) {
      const statement = statementFor(write, rowColumns(columns));
      batcher = createBatcher({
        maxItems: MAX_ROWS,
        maxInFlight: MAX_IN_FLIGHT,
        // One statement changes a row once.
        keyOf: ({ fence }: FencedWrite) => fence.id,
        ...WRITE_FAULTS,
        run: async (writes, isBrief) => {
          const sorted = writes.toSorted((a, b) => (a.fence.id < b.fence.id ? -1 : 1));
          const rows = await connectionsOf(isBrief).$queryRawUnsafe<Answer<Column>[]>(
            statement,
            writeJson(sorted),
          );
          const saved = new Map(rows.map((row) => [row.id, row]));
          return writes.map(({ fence }) => saved.get(fence.id) ?? null);
        },
      });
      batchers.set(kind, batcher);
    }
    return batcher(write);
  };
}
