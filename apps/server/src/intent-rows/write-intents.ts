import { LIMITS } from '@procurement-intents/contract';
import { createBatcher } from '../postgres/batch.ts';
import { quoted } from '../postgres/columns.ts';
import type { Database } from '../postgres/database.ts';
import { answerGiven, type GivenAnswer, updateFreeRows } from '../postgres/update-free-rows.ts';
import { INTENTS } from './intent-columns.ts';
import type { Fence, IntentPatch, IntentRow, NewEvent } from './intent-row.ts';
import { merchantOrderNoSql } from './merchant-order-no.ts';
import { FIRST_LOOKUP_AT, scheduleLookups } from './schedule-lookups.ts';

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
  needsLookup?: boolean;
  /** Whether callers can see the change: then the version is counted up. */
  isVisible: boolean;
}

export const MAX_ROWS = 64;
// While one batch is written the next one gathers. A second goes along, so that no connection that stands still holds up
// all; a third one would only make each smaller.
export const MAX_IN_FLIGHT = 2;

// A caller waits for a cancellation: whatever a run puts off, its turn stays this near for as long as one may wait.
export const CANCEL_RETRY_INTERVAL = `interval '1 second'`;
export const CANCEL_WAIT_INTERVAL = `interval '${LIMITS.cancelWaitMs} milliseconds'`;
const NEXT_ATTEMPT_BESIDE_CANCEL = `CASE WHEN i."cancelRequestedAt" > w."at" - ${CANCEL_WAIT_INTERVAL}
  THEN LEAST(w."nextAttemptAt", w."at" + ${CANCEL_RETRY_INTERVAL}) ELSE w."nextAttemptAt" END`;

/** A later turn never overtakes the one that a cancellation has asked for, unless this write ends it. */
function valueOf(key: keyof IntentPatch, patch: IntentPatch): string {
  const endsCancel = 'cancelRequestedAt' in patch || 'status' in patch;
  return key === 'nextAttemptAt' && patch.nextAttemptAt && !endsCancel
    ? NEXT_ATTEMPT_BESIDE_CANCEL
    : `w."${key}"`;
}

const EVENT_COLUMNS = '"type" text, "from" "IntentStatus", "to" "IntentStatus", "detail" text';
const ALSO_COLUMNS = '"alsoType" text, "alsoDetail" text';

// Rows of one statement get ascending ids in their order.
const ALSO_EVENT = ` UNION ALL SELECT "id", "alsoType", "at", NULL, NULL, "alsoDetail" FROM moved`;
const LOOKUP = `,
    owed AS (${scheduleLookups({
      from: 'SELECT "id", "owedBy", "owedTo", "owedNo" FROM moved',
      dueAt: FIRST_LOOKUP_AT,
    })} DO NOTHING)`;
const LOOKUP_COLUMNS = `i."appId" AS "owedBy", i."platform" AS "owedTo", ${merchantOrderNoSql('i')} AS "owedNo"`;

/** The statement for all writes that differ in their values alone. Takes the writes as JSON. */
function statementFor(write: FencedWrite, answer: readonly (keyof IntentRow)[]): string {
  const { fence, patch, event, also, needsLookup = false, isVisible } = write;
  const keys = Object.keys(patch) as (keyof IntentPatch)[];
  const changes = keys.map((key) => `${INTENTS.name(key)} = ${valueOf(key, patch)}`);
  if (isVisible) changes.push('"updatedAt" = w."at"', '"version" = i."version" + 1');
  const given = [INTENTS.given([...keys, 'id', 'version', 'attempt']), '"at" timestamptz'];
  const returns = [INTENTS.read(answer, 'i')];
  if (event) {
    given.push(EVENT_COLUMNS);
    returns.push('w."type", w."at", w."from", w."to", w."detail"');
  }
  if (also) {
    given.push(ALSO_COLUMNS);
    returns.push('w."alsoType", w."alsoDetail"');
  }
  if (needsLookup) returns.push(LOOKUP_COLUMNS);
  const noted = `,
    noted AS (INSERT INTO "intent_events" ("intentId", "type", "at", "from", "to", "detail")
      SELECT "id", "type", "at", "from", "to", "detail" FROM moved${also ? ALSO_EVENT : ''})`;
  return updateFreeRows({
    table: '"intents"',
    given: `json_to_recordset($1::json) AS w(${given.join(', ')})`,
    condition: `i."version" = w."version"${fence.attempt === undefined ? '' : ` AND i."attempt" = w."attempt"`}`,
    changes: changes.join(', '),
    returns: returns.join(', '),
    with: (event ? noted : '') + (needsLookup ? LOOKUP : ''),
    answer: quoted(answer, 'm'),
  });
}

type Answer<Key extends keyof IntentRow> = Pick<IntentRow, Key | 'id'>;

/** Writes of one kind have one statement. */
function kindOf({ fence, patch, event, also, needsLookup = false, isVisible }: FencedWrite): string {
  const traits = [
    !patch.nextAttemptAt,
    fence.attempt === undefined,
    event === null,
    also === undefined,
    needsLookup,
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
 * Makes fenced writes: each answers `keys` of its row as it stands then (`id` is one of them), or null when the race
 * was lost and nothing was written. A writer who carries on with what it knows asks for the id alone: all columns there
 * and back were 15 to 30 % of what such a write cost Postgres and over 40 % of what it cost us.
 *
 * Writes of one kind that arrive together share one statement, one round trip and one flush of the log. Change and
 * event stand or fall together. A row that fails fails alone.
 */
export function createIntentWriter<Key extends keyof IntentRow>(
  database: Database,
  keys: readonly Key[],
): (write: FencedWrite) => Promise<Answer<Key> | null> {
  const batchers = new Map<string, (write: FencedWrite) => Promise<Answer<Key> | null>>();

  function batcherFor(write: FencedWrite): (write: FencedWrite) => Promise<Answer<Key> | null> {
    const statement = statementFor(write, keys);
    return createBatcher({
      maxItems: MAX_ROWS,
      maxInFlight: MAX_IN_FLIGHT,
      // One statement changes a row once.
      keyOf: ({ fence }: FencedWrite) => fence.id,
      run: async (writes) => {
        const ids = writes.map(({ fence }) => fence.id);
        return answerGiven(
          ids,
          await database.rows<GivenAnswer<Answer<Key>>>(statement, [writeJson(writes)]),
        );
      },
    });
  }

  return (write) => {
    const kind = kindOf(write);
    const batcher = batchers.get(kind) ?? batcherFor(write);
    batchers.set(kind, batcher);
    return batcher(write);
  };
}
