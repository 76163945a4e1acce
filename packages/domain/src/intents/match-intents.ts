import type { StoredIntent } from './intent-fields.ts';
import type { Range } from '../lists/list-conditions.ts';
import type { Condition, ListColumn } from './list-filter.ts';
import { type ListOrder, type ListRequest, sortValueOf } from './list-page.ts';

/** The intents of a page, from those that a host has in memory, and how many match on all pages. */
export function matchIntents<Intent extends StoredIntent & { appId: string }>(
  intents: readonly Intent[],
  { appId, conditions, order, start, take }: ListRequest,
): { intents: Intent[]; total: number } {
  const sortKeyOf = (intent: Intent): SortKey => ({ value: sortValueOf(intent, order), id: intent.id });
  const matching = intents
    .filter((intent) => intent.appId === appId && conditions.every((each) => satisfies(intent, each)))
    .sort((a, b) => compareSortKeys(sortKeyOf(a), sortKeyOf(b), order));
  if ('skip' in start) {
    return { intents: matching.slice(start.skip, start.skip + take), total: matching.length };
  }
  const { after } = start;
  const following = matching.filter((intent) => compareSortKeys(sortKeyOf(intent), after, order) > 0);
  return { intents: following.slice(0, take), total: after.total };
}

interface SortKey {
  value: bigint;
  id: string;
}

function compareSortKeys(a: SortKey, b: SortKey, { direction }: ListOrder): number {
  const ascending = compare(a.value, b.value) || compare(a.id, b.id);
  return direction === 'asc' ? ascending : -ascending;
}

const compare = <Value extends bigint | string>(a: Value, b: Value): number => (a < b ? -1 : Number(a > b));

/** A field without a value satisfies no condition. */
function satisfies(intent: Pick<StoredIntent, ListColumn>, condition: Condition): boolean {
  const value = intent[condition.column];
  if (value === null) return false;
  if ('holds' in condition) return String(value).toLowerCase().includes(condition.holds.toLowerCase());
  if (typeof value === 'string') return 'oneOf' in condition && condition.oneOf.includes(value);
  const number = toBigInt(value);
  if ('oneOf' in condition) return condition.oneOf.includes(number);
  return condition.ranges.some((range) => isWithin(number, range));
}

const isWithin = (count: bigint, { from, to }: Range): boolean =>
  (from === undefined || count >= toBigInt(from)) && (to === undefined || count <= toBigInt(to));

const toBigInt = (value: number | bigint | Date): bigint =>
  BigInt(value instanceof Date ? value.getTime() : value);
