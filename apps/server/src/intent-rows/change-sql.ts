import { CANCEL_WAIT, type IntentChange } from '@procurement-intents/domain';
import { quoted } from '../postgres/columns.ts';
import { redrawnAttemptNumber } from './attempt-number.ts';
import { insertEvents } from './insert-events.ts';
import { INTENTS } from './intent-columns.ts';
import type { IntentPatch } from './intent-row.ts';

/** The parts of a statement that write a change of `i`. They read its values from `w`, and its time from `w."at"`. */
export interface ChangeSql {
  /** The columns of {@link changeValues}. */
  columns: { name: string; type: string | undefined }[];
  changes: string;
  /** The columns that `events` reads from the changed rows, besides `id`. */
  returns: string[];
  /** Adds the events of the changed rows, which it reads from `changed`. Empty without events. */
  events: string;
}

// `isCallerWaiting` (`due.ts` of the domain) for the row as it is now: a caller may have asked since the attempt read it.
// `write-intents.test.ts` holds both to one answer.
const DUE_SQL = {
  given: 'w."nextAttemptAt"',
  besideCancel: `CASE
    WHEN i."cancelRequestedAt" > w."at" - interval '${CANCEL_WAIT.waitMs} milliseconds'
    THEN LEAST(w."nextAttemptAt", w."at" + interval '${CANCEL_WAIT.retryMs} milliseconds')
    ELSE w."nextAttemptAt" END`,
};

const EVENT_REST = ['from', 'to', 'detail'] as const;
const EVENT = ['type', ...EVENT_REST];
// The intent as the change leaves it, under names that no column of it has.
const OF_INTENT = ['i."appId" AS "ofApp"', 'i."status" AS "ofStatus"', 'i."version" AS "ofVersion"'];
const ALSO = EVENT.map((name) => `also_${name}`);
const EVENT_TYPES = ['text', '"IntentStatus"', '"IntentStatus"', 'text'];

/** All of a change that its statement depends on; the rest are values. Two changes of one shape share a statement. */
export interface ChangeShape {
  keys: readonly (keyof IntentPatch)[];
  /**
   * How the due time is written. `besideCancel`: a change does not postpone the attempt that a cancellation has requested,
   * unless it ends the request.
   */
  due: 'kept' | 'given' | 'besideCancel';
  hasEvent: boolean;
  hasSecondEvent: boolean;
  isVisible: boolean;
  keepsUpdatedAt: boolean;
  renewsFence: boolean;
}

export function shapeOf({
  fields,
  event,
  also,
  isVisible,
  keepsUpdatedAt,
  renewsFence,
  nextAttemptAt,
  endsCancel = false,
}: IntentChange<IntentPatch>): ChangeShape {
  return {
    keys: Object.keys(fields) as (keyof IntentPatch)[],
    due:
      nextAttemptAt === undefined ? 'kept' : nextAttemptAt === null || endsCancel ? 'given' : 'besideCancel',
    hasEvent: event !== null,
    hasSecondEvent: also !== undefined,
    isVisible,
    keepsUpdatedAt: keepsUpdatedAt === true,
    renewsFence: renewsFence === true,
  };
}

/**
 * Makes the parts of the statement for all changes of this shape.
 *
 * @param onlyIf - a boolean column of `w` and `changed`: only rows for which it is true are changed.
 */
export function changeSql(shape: ChangeShape, onlyIf?: string): ChangeSql {
  const { keys, due, hasEvent, hasSecondEvent, isVisible, keepsUpdatedAt, renewsFence } = shape;
  const set = (name: string, value: string): string =>
    `${name} = ${onlyIf === undefined ? value : `CASE WHEN w."${onlyIf}" THEN ${value} ELSE i.${name} END`}`;
  const written = due === 'kept' ? keys : [...keys, 'nextAttemptAt' as const];
  const changes = keys.map((key) => set(INTENTS.name(key), `w."${key}"`));
  if (due !== 'kept') changes.push(set(INTENTS.name('nextAttemptAt'), DUE_SQL[due]));
  if (isVisible) changes.push(set('"version"', 'i."version" + 1'));
  if (isVisible && !keepsUpdatedAt) changes.push(set('"updatedAt"', 'w."at"'));
  if (renewsFence) changes.push(set('"attempt"', redrawnAttemptNumber('i."attempt"')));
  const events = [...(hasEvent ? [EVENT] : []), ...(hasSecondEvent ? [ALSO] : [])];
  const changed = onlyIf === undefined ? 'changed' : `(SELECT * FROM changed WHERE "${onlyIf}") AS changed`;
  // Rows of one INSERT get ascending ids in their order, so the second event comes after the first one.
  const rows = events
    .map((names) => `SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", ${quoted(names)} FROM ${changed}`)
    .join(' UNION ALL ');
  return {
    columns: [
      ...written.map((name) => ({ name, type: INTENTS.table[name].type })),
      ...events.flatMap((names) => names.map((name, index) => ({ name, type: EVENT_TYPES[index] }))),
    ],
    changes: changes.join(', '),
    returns: rows === '' ? [] : [...OF_INTENT, 'w."at"', quoted(events.flat(), 'w')],
    events: rows && `, ${insertEvents(rows, EVENT_REST)}`,
  };
}

/** The values of a change as the statement reads them. */
export const changeValues = ({ fields, event, also, nextAttemptAt }: IntentChange<IntentPatch>) => ({
  ...fields,
  nextAttemptAt,
  ...event,
  ...(also && { also_type: also.type, also_from: also.from, also_to: also.to, also_detail: also.detail }),
});

/** The columns in the definition of a JSON record. */
export const definitionsOf = ({ columns }: ChangeSql): string[] =>
  columns.map(({ name, type }) => `"${name}" ${type}`);

/** A row of parameters with the time of the change and its values. Faster than JSON where all rows get the same. */
export const parametersOf = ({ columns }: ChangeSql, first: number): string =>
  [{ name: 'at', type: 'timestamptz' }, ...columns]
    .map(({ name, type }, index) => `$${first + index}::${type} AS "${name}"`)
    .join(', ');

/** The values of {@link parametersOf}. */
export function parameterValues(
  { columns }: ChangeSql,
  change: IntentChange<IntentPatch>,
  at: Date,
): unknown[] {
  const values: Record<string, unknown> = changeValues(change);
  return [at, ...columns.map(({ name }) => values[name])];
}
