import { CANCEL_WAIT } from '@procurement-intents/domain';
import { createBatcher } from '../postgres/batch.ts';
import { quoted } from '../postgres/columns.ts';
import type { Database } from '../postgres/database.ts';
import { toJson } from '../postgres/to-json.ts';
import { answerGiven, type GivenAnswer, updateFreeRows } from '../postgres/update-free-rows.ts';
import { INTENTS } from './intent-columns.ts';
import type { Fence, IntentPatch, IntentRow, NewEvent } from './intent-row.ts';
import { merchantOrderNoSql } from './merchant-order-no.ts';
import { FIRST_LOOKUP_AT, scheduleLookups } from './schedule-lookups.ts';

/** A change of one intent, made only while the row has the version and attempt of the fence. */
export interface FencedWrite {
  fence: Fence;
  patch: IntentPatch;
  at: Date;
  /** Added to the timeline with the change; null: none. */
  event: NewEvent | null;
  /** Added to the timeline after `event`. */
  also?: NewEvent | undefined;
  /** Whether to schedule look-ups for an order that may still appear. */
  needsLookup?: boolean;
  /** Whether callers can see the change, which increments the version. */
  isVisible: boolean;
}

export const MAX_ROWS = 64;
// One batch is written while the next one fills. Two at once, so that a stuck connection does not stop all writes; more
// would only make each batch smaller.
export const MAX_IN_FLIGHT = 2;

/** SQL for the times of `CANCEL_WAIT`. */
export const CANCEL_RETRY_INTERVAL = `interval '${CANCEL_WAIT.retryMs} milliseconds'`;
export const CANCEL_WAIT_INTERVAL = `interval '${CANCEL_WAIT.waitMs} milliseconds'`;
const NEXT_ATTEMPT_BESIDE_CANCEL = `CASE WHEN i."cancelRequestedAt" > w."at" - ${CANCEL_WAIT_INTERVAL}
  THEN LEAST(w."nextAttemptAt", w."at" + ${CANCEL_RETRY_INTERVAL}) ELSE w."nextAttemptAt" END`;

/** A write does not postpone the attempt that a cancellation has requested, unless it ends the cancellation. */
function valueOf(key: keyof IntentPatch, patch: IntentPatch): string {
  const endsCancel = 'cancelRequestedAt' in patch || 'status' in patch;
  return key === 'nextAttemptAt' && patch.nextAttemptAt && !endsCancel
    ? NEXT_ATTEMPT_BESIDE_CANCEL
    : `w."${key}"`;
}

const EVENT_COLUMNS = '"type" text, "from" "IntentStatus", "to" "IntentStatus", "detail" text';
const ALSO_COLUMNS = '"alsoType" text, "alsoDetail" text';

// Rows of one INSERT get ascending ids in their order, so this event comes after the first one.
const ALSO_EVENT = ` UNION ALL SELECT "id", "alsoType", "at", NULL, NULL, "alsoDetail" FROM moved`;
const LOOKUP = `,
    scheduled AS (${scheduleLookups({
      from: 'SELECT "id", "owedBy", "owedTo", "owedNo" FROM moved',
      dueAt: FIRST_LOOKUP_AT,
    })} DO NOTHING)`;
const LOOKUP_COLUMNS = `i."appId" AS "owedBy", i."platform" AS "owedTo", ${merchantOrderNoSql('i')} AS "owedNo"`;

/** The statement for all writes of one kind. Its parameter is the writes as JSON. */
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
  const events = `,
    events AS (INSERT INTO "intent_events" ("intentId", "type", "at", "from", "to", "detail")
      SELECT "id", "type", "at", "from", "to", "detail" FROM moved${also ? ALSO_EVENT : ''})`;
  return updateFreeRows({
    table: '"intents"',
    given: `json_to_recordset($1::json) AS w(${given.join(', ')})`,
    condition: `i."version" = w."version"${fence.attempt === undefined ? '' : ` AND i."attempt" = w."attempt"`}`,
    changes: changes.join(', '),
    returns: returns.join(', '),
    with: (event ? events : '') + (needsLookup ? LOOKUP : ''),
    answer: quoted(answer, 'm'),
  });
}

type Answer<Key extends keyof IntentRow> = Pick<IntentRow, Key | 'id'>;

/** A key that two writes share when they differ in their values only, and so have the same statement. */
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

function writeJson(writes: readonly FencedWrite[]): string {
  return toJson(
    writes.map(({ fence, patch, at, event, also }) => ({
      ...patch,
      ...fence,
      at,
      ...event,
      ...(also && { alsoType: also.type, alsoDetail: also.detail }),
    })),
  );
}

/**
 * Creates a function for fenced writes. It returns `keys` of the changed row, among them `id`, or null when the fence is
 * lost and nothing was written. Ask for few keys: all columns take over 40 % of the CPU time of a write.
 *
 * Writes of one kind that arrive together share a statement. A change and its events are written together or not at all,
 * and a row that fails does not fail the others.
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
      // An UPDATE changes a row only once, so two writes of one row need two statements.
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
