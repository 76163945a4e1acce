import type { IntentChange } from '@procurement-intents/domain';
import { createBatcher } from '../postgres/batch.ts';
import { quoted } from '../postgres/columns.ts';
import type { Database } from '../postgres/database.ts';
import { toJson } from '../postgres/to-json.ts';
import { answerGiven, type GivenAnswer, updateFreeRows } from '../postgres/update-free-rows.ts';
import { type ChangeShape, changeSql, changeValues, definitionsOf, shapeOf } from './change-sql.ts';
import { INTENTS } from './intent-columns.ts';
import type { Fence, IntentPatch, IntentRow } from './intent-row.ts';
import { merchantOrderNoSql } from './merchant-order-no.ts';
import { FIRST_LOOKUP_AT, RENEW_LOOKUP, scheduleLookups } from './schedule-lookups.ts';

/** A change of one intent, made only while the row has the version and attempt of the fence. */
export interface FencedWrite extends IntentChange<IntentPatch> {
  fence: Fence;
  at: Date;
  needsLookup?: boolean;
}

/** A purchase makes its writes one after the other, so each starts as soon as a connection of the batches is free. */
export const STARTS_AT_ONCE = { overlapAfterMs: 0 };

const LOOKUP = `,
    scheduled AS (${scheduleLookups({
      from: 'SELECT "id", "owedBy", "owedTo", "owedNo", "owedCancel" FROM changed',
      dueAt: FIRST_LOOKUP_AT,
    })} ${RENEW_LOOKUP})`;
const LOOKUP_COLUMNS = `i."appId" AS "owedBy", i."platform" AS "owedTo", ${merchantOrderNoSql('i')} AS "owedNo",
  i."cancelSentOrderId" AS "owedCancel"`;

/** All of a write that its statement depends on. */
interface WriteShape extends ChangeShape {
  needsLookup: boolean;
}

export const writeShapeOf = (write: FencedWrite): WriteShape => ({
  ...shapeOf(write),
  needsLookup: write.needsLookup ?? false,
});

/** The statement for all writes of one shape. Its parameter is the writes as JSON. */
export function statementFor(shape: WriteShape, answer: readonly (keyof IntentRow)[]): string {
  const { needsLookup } = shape;
  const change = changeSql(shape);
  const given = [INTENTS.given(['id', 'version', 'attempt']), '"at" timestamptz', ...definitionsOf(change)];
  const returns = [INTENTS.read(answer, 'i'), ...change.returns, ...(needsLookup ? [LOOKUP_COLUMNS] : [])];
  return updateFreeRows({
    table: '"intents"',
    given: `json_to_recordset($1::json) AS w(${given.join(', ')})`,
    condition: 'i."version" = w."version" AND i."attempt" = w."attempt"',
    changes: change.changes,
    returns: returns.join(', '),
    with: change.events + (needsLookup ? LOOKUP : ''),
    answer: quoted(answer, 'm'),
  });
}

type Answer<Key extends keyof IntentRow> = Pick<IntentRow, Key | 'id'>;

const writeJson = (writes: readonly FencedWrite[]): string =>
  toJson(writes.map((write) => ({ ...changeValues(write), ...write.fence, at: write.at })));

/**
 * Creates a function for fenced writes. It returns `keys` of the changed row, among them `id`, or null when the fence is
 * lost and nothing was written. Ask for few keys: all columns take over 40 % of the CPU time of a write.
 *
 * Writes of one shape that arrive together share a statement. A change and its events are written together or not at all,
 * and a row that fails does not fail the others.
 */
export function batchWrites<Key extends keyof IntentRow>(
  database: Pick<Database, 'rows'>,
  keys: readonly Key[],
): (write: FencedWrite) => Promise<Answer<Key> | null> {
  const batchers = new Map<string, (write: FencedWrite) => Promise<Answer<Key> | null>>();

  function batcherFor(shape: WriteShape): (write: FencedWrite) => Promise<Answer<Key> | null> {
    const statement = statementFor(shape, keys);
    return createBatcher({
      ...STARTS_AT_ONCE,
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
    const shape = writeShapeOf(write);
    const key = Object.values(shape).join(' ');
    const batcher = batchers.get(key) ?? batcherFor(shape);
    batchers.set(key, batcher);
    return batcher(write);
  };
}
