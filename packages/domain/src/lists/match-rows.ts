import type { RowCondition, Range } from './list-conditions.ts';
import { type RowOrder, type RowsRequest, sortValueIn } from './plan-list.ts';

/** The value of a listed column. Amounts in fen. */
type Value = string | number | bigint | Date | null;

/**
 * The rows of a page, from those that a host has in memory, and how many match on all pages.
 *
 * @param all - with all columns that the list is filtered and sorted by.
 */
export function matchRows<Column extends string, Row extends { id: string }>(
  all: readonly Row[],
  { conditions, order, start, take }: RowsRequest<Column>,
): { rows: Row[]; total: number } {
  const valueOf = (row: Row, column: Column) => (row as Readonly<Record<string, unknown>>)[column] as Value;
  const sortKeyOf = (row: Row): SortKey => ({
    value: sortValueIn(valueOf(row, order.by) as Date | bigint | number),
    id: row.id,
  });
  const matching = all
    .filter((row) => conditions.every((each) => satisfies(valueOf(row, each.column), each)))
    .sort((a, b) => compareSortKeys(sortKeyOf(a), sortKeyOf(b), order));
  if ('skip' in start) {
    return { rows: matching.slice(start.skip, start.skip + take), total: matching.length };
  }
  const { after } = start;
  const following = matching.filter((row) => compareSortKeys(sortKeyOf(row), after, order) > 0);
  return { rows: following.slice(0, take), total: after.total };
}

interface SortKey {
  value: bigint;
  id: string;
}

function compareSortKeys(a: SortKey, b: SortKey, { direction }: RowOrder): number {
  const ascending = compare(a.value, b.value) || compare(a.id, b.id);
  return direction === 'asc' ? ascending : -ascending;
}

const compare = <Key extends bigint | string>(a: Key, b: Key): number => (a < b ? -1 : Number(a > b));

/** A field without a value satisfies no condition. */
function satisfies(value: Value, condition: RowCondition): boolean {
  if (value === null) return false;
  if ('holds' in condition) return String(value).toLowerCase().includes(condition.holds.toLowerCase());
  if (typeof value === 'string') return 'oneOf' in condition && condition.oneOf.includes(value);
  const number = sortValueIn(value);
  if ('oneOf' in condition) return condition.oneOf.includes(number);
  return condition.ranges.some((range) => isWithin(number, range));
}

const isWithin = (count: bigint, { from, to }: Range): boolean =>
  (from === undefined || count >= sortValueIn(from)) && (to === undefined || count <= sortValueIn(to));
