import { SEARCHED_FIELDS } from '@procurement-intents/contract';
import { columnOf, type Condition, type ListOrder, type Range } from '@procurement-intents/domain';
import { Prisma } from '#prisma';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';

// No letter becomes one of these in lower case. To fold a title takes four times as long as to search it.
const CASELESS = /^[\p{Script=Han}\p{White_Space}!-@[-`{-~]+$/u;

const SEARCHED_COLUMNS = new Set(SEARCHED_FIELDS.map(columnOf));
// A millisecond or two of work: with the case of its title folded, fetched from the table, or read in an index.
const ROWS_BETWEEN_RESTS = { folded: 800, fetched: 1000, indexed: 2500 };
const REST_SECONDS = 0.002;

/** A column in a statement of Prisma's. */
export const columnSql = (key: keyof IntentRow): Prisma.Sql => Prisma.raw(INTENTS.name(key));

/** Whether no index finds the rows that satisfy the condition, so that each row of the App is looked at. */
export const isSearch = ({ column: name }: Condition): boolean => SEARCHED_COLUMNS.has(name);

/** The intents of an App that satisfy all conditions. */
export function whereOf(appId: string, conditions: readonly Condition[]): Prisma.Sql {
  const found = conditions.filter((condition) => !isSearch(condition)).map(sqlOf);
  const searched = conditions.filter(isSearch);
  const all = [Prisma.sql`"appId" = ${appId}`, ...found];
  return Prisma.join(searched.length === 0 ? all : [...all, withRests(searched)], ' AND ');
}

/**
 * The conditions, with rests in between: whoever shares the core goes first a millisecond or two later, not when the
 * search has ended. `CASE` has the rest taken before a row is turned down.
 */
function withRests(conditions: readonly Condition[]): Prisma.Sql {
  const rows = Math.min(...conditions.map(rowsBetweenRests));
  return Prisma.sql`CASE WHEN random() < ${Prisma.raw(String(1 / rows))} AND pg_sleep(${Prisma.raw(String(REST_SECONDS))}) IS NULL
    THEN false ELSE ${Prisma.join(conditions.map(sqlOf), ' AND ')} END`;
}

function rowsBetweenRests(condition: Condition): number {
  if (condition.column !== 'title') return ROWS_BETWEEN_RESTS.fetched;
  const isFolded = 'holds' in condition && !CASELESS.test(condition.holds);
  return isFolded ? ROWS_BETWEEN_RESTS.folded : ROWS_BETWEEN_RESTS.indexed;
}

function sqlOf(condition: Condition): Prisma.Sql {
  const name = columnSql(condition.column);
  if ('holds' in condition) {
    const pattern = `%${condition.holds.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    if (CASELESS.test(condition.holds)) return Prisma.sql`${name} LIKE ${pattern}`;
    // The database's own locale may know the cases of ASCII alone.
    return Prisma.sql`lower(${name} COLLATE "und-x-icu") LIKE lower(${pattern} COLLATE "und-x-icu")`;
  }
  if ('oneOf' in condition) {
    const values = condition.oneOf.map((value) =>
      typeof value === 'bigint' ? boundSql(value) : wordSql(condition.column, value),
    );
    return Prisma.sql`${name} IN (${Prisma.join(values)})`;
  }
  return Prisma.sql`(${Prisma.join(
    condition.ranges.map((range) => rangeSql(name, range)),
    ' OR ',
  )})`;
}

function rangeSql(name: Prisma.Sql, { from, to }: Range): Prisma.Sql {
  const bounds = [
    ...(from === undefined ? [] : [Prisma.sql`${name} >= ${boundSql(from)}`]),
    ...(to === undefined ? [] : [Prisma.sql`${name} <= ${boundSql(to)}`]),
  ];
  return Prisma.sql`(${Prisma.join(bounds, ' AND ')})`;
}

// Postgres does not turn a text parameter into an enum by itself.
const wordSql = (key: keyof IntentRow, value: unknown): Prisma.Sql =>
  Prisma.sql`${value}::${Prisma.raw(INTENTS.table[key].type)}`;

const boundSql = (bound: bigint | Date): Prisma.Sql =>
  bound instanceof Date ? Prisma.sql`${bound}::timestamptz` : Prisma.sql`${bound}::bigint`;

/** What comes after the row with this sort value and id. */
export function afterRow(
  { by, direction }: ListOrder,
  { value, id }: { value: bigint; id: string },
): Prisma.Sql {
  const sign = Prisma.raw(direction === 'asc' ? '>' : '<');
  const bound = boundSql(by === 'priceFen' ? value : new Date(Number(value)));
  return Prisma.sql`(${columnSql(by)}, "id") ${sign} (${bound}, ${id})`;
}
