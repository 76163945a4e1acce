import { type ArchivedChoice, SEARCHED_FIELDS } from '@procurement-intents/contract';
import {
  type ColumnCondition,
  columnOf,
  type ListCondition,
  isColumnCondition,
  isLabelCondition,
  type LabelCondition,
  type ListOrder,
  type ListRequest,
  type Position,
} from '@procurement-intents/domain';
import { Prisma } from '#prisma';
import { ALL_INTENTS } from '../../intent-rows/all-intents.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import { isCaseless, ListSql } from '../../postgres/list-sql.ts';

const LIST = new ListSql<keyof IntentRow>(INTENTS);
const sqlOf = (condition: ColumnCondition): Prisma.Sql => LIST.condition(condition);

const SEARCHED_COLUMNS = new Set(SEARCHED_FIELDS.map(columnOf));
// A millisecond or two of work: with the case of its title folded, fetched from the table, or read in an index.
const ROWS_BETWEEN_RESTS = { folded: 800, fetched: 1000, indexed: 2500 };
const REST_SECONDS = 0.002;

/** A column in a statement of Prisma's. */
export const columnSql = (key: keyof IntentRow): Prisma.Sql => LIST.column(key);

/** Whether no index finds the rows that satisfy the condition, so that each row of the App is looked at. */
export const isSearch = (condition: ListCondition): condition is ColumnCondition =>
  isColumnCondition(condition) && SEARCHED_COLUMNS.has(condition.column);

/** The tables that a list reads, by whether it has archived intents, and the condition that tells intents from copies. */
export const sourceOf = (archived: ArchivedChoice) => SOURCES[archived === 'false' ? 'hot' : 'all'];

const SOURCES = {
  // What has moved is archived.
  hot: { from: Prisma.sql`"intents"`, isIntent: Prisma.sql`true` },
  all: { from: Prisma.raw(`${ALL_INTENTS} AS intents`), isIntent: Prisma.sql`"isIntent"` },
} as const;

/**
 * Which intents a list has by their archive. `match-intents.ts` of the domain has the same rule for its host: the tests in
 * `sdk-testing` hold both to one answer.
 */
export const ARCHIVED: Record<ArchivedChoice, Prisma.Sql> = {
  false: Prisma.sql`"archivedAt" IS NULL`,
  true: Prisma.sql`"isIntent" AND "archivedAt" IS NOT NULL`,
  any: Prisma.sql`"isIntent"`,
};

/** The intents of an App that a list has. @param appId - its id, or the column that has it. */
export function whereOf(
  appId: string | Prisma.Sql,
  { conditions, archived }: Pick<ListRequest, 'conditions' | 'archived'>,
): Prisma.Sql {
  const found = conditions.filter(isColumnCondition).filter((condition) => !isSearch(condition));
  const labels = conditions.filter(isLabelCondition);
  const searched = conditions.filter(isSearch);
  const all = [
    Prisma.sql`"appId" = ${appId}`,
    ARCHIVED[archived],
    ...found.map(sqlOf),
    ...labels.map((each) => labelSql(appId, each)),
  ];
  return Prisma.join(searched.length === 0 ? all : [...all, withRests(searched)], ' AND ');
}

/**
 * `hasLabel` of the domain. With one value the sub-select has each intent once, in the order of `createdAt` and `id`, so a
 * page can be read from the label's own part of the index.
 */
const labelSql = (appId: string | Prisma.Sql, condition: LabelCondition): Prisma.Sql =>
  Prisma.sql`("createdAt", "id") IN (SELECT "createdAt", "id" FROM "intent_labels" WHERE "appId" = ${appId} AND ${ofValues(condition)})`;

const ofValues = ({ label, oneOf }: LabelCondition): Prisma.Sql =>
  Prisma.sql`"key" = ${label} AND "value" IN (${Prisma.join([...oneOf])})`;

/** How many rows of the index of labels a condition means, but `atMost` of them. */
export const countLabelSql = (appId: string, condition: LabelCondition, atMost: number): Prisma.Sql =>
  Prisma.sql`(SELECT count(*) FROM (SELECT FROM "intent_labels" WHERE "appId" = ${appId} AND ${ofValues(condition)}
    LIMIT ${atMost}) AS met)`;

interface LabelledPart {
  direction: ListOrder['direction'];
  /** A condition on `createdAt` and `id`. */
  after?: Prisma.Sql;
}

/**
 * The table `labelled` with `createdAt` and `id` of the intents that satisfy all of the conditions, in this order, by the index
 * of labels alone. It merges the parts of the index that the values have, and stops with whoever reads it: a page costs
 * what it reads, and all of it one pass of each part. Postgres would plan a join of them for a few rows.
 */
export function labelledSql(
  appId: string | Prisma.Sql,
  conditions: readonly LabelCondition[],
  { direction, after = Prisma.empty }: LabelledPart,
): Prisma.Sql {
  const to = Prisma.raw(direction.toUpperCase());
  const order = Prisma.sql`ORDER BY "createdAt" ${to}, "id" ${to}`;
  const parts = conditions.flatMap(({ label, oneOf }) =>
    oneOf.map(
      (value) => Prisma.sql`(SELECT "createdAt", "id" FROM "intent_labels"
        WHERE "appId" = ${appId} AND "key" = ${label} AND "value" = ${value} ${after} ${order})`,
    ),
  );
  const merged = Prisma.sql`SELECT * FROM (${Prisma.join(parts, ' UNION ALL ')}) AS parts ${order}`;
  // An intent has one value of a key, so each condition has it once.
  return conditions.length === 1
    ? Prisma.sql`(${merged}) AS labelled`
    : Prisma.sql`(SELECT "createdAt", "id" FROM (${merged} OFFSET 0) AS merged GROUP BY "createdAt", "id"
        HAVING count(*) = ${conditions.length} ${order}) AS labelled`;
}

/**
 * Whether an intent of `labelled` satisfies the conditions. A sub-select of its own is looked up by id, row for row, however the
 * plan turns out.
 */
export function isLabelledSql(
  appId: string | Prisma.Sql,
  { conditions, archived }: Pick<ListRequest, 'conditions' | 'archived'>,
): Prisma.Sql {
  const own = conditions
    .filter(isLabelCondition)
    .map(({ label, oneOf }) => Prisma.sql` AND "labels" ->> ${label} IN (${Prisma.join([...oneOf])})`);
  const others = { conditions: conditions.filter(isColumnCondition), archived };
  return Prisma.sql`(SELECT true FROM ${sourceOf(archived).from}
    WHERE "id" = labelled."id" AND ${whereOf(appId, others)}${Prisma.join(own.length > 0 ? own : [Prisma.empty], '')})`;
}

/**
 * The conditions, with rests in between: whoever shares the core goes first a millisecond or two later, not when the
 * search has ended. `CASE` has the rest taken before a row is turned down.
 */
function withRests(conditions: readonly ColumnCondition[]): Prisma.Sql {
  const rows = Math.min(...conditions.map(rowsBetweenRests));
  return Prisma.sql`CASE WHEN random() < ${Prisma.raw(String(1 / rows))} AND pg_sleep(${Prisma.raw(String(REST_SECONDS))}) IS NULL
    THEN false ELSE ${Prisma.join(conditions.map(sqlOf), ' AND ')} END`;
}

function rowsBetweenRests(condition: ColumnCondition): number {
  if (condition.column !== 'title') return ROWS_BETWEEN_RESTS.fetched;
  const isFolded = 'holds' in condition && !isCaseless(condition.holds);
  return isFolded ? ROWS_BETWEEN_RESTS.folded : ROWS_BETWEEN_RESTS.indexed;
}

/** What comes after the row with this sort value and id. */
export const afterRow = (order: ListOrder, position: Pick<Position, 'value' | 'id'>): Prisma.Sql =>
  LIST.after(order, position);
