import { LIMITS, type ListIntentsInput } from '@procurement-intents/contract';
import type { IntentRecord } from './intent-record.ts';
import { filterOf, resolveAliases } from './list-filter.ts';
import { presentListItem } from './present.ts';
import { refuseFields } from './refusal.ts';

/** Where a page ended: the sort value and id of its last intent, and what the page that follows has to know. */
interface Position {
  value: number;
  id: string;
  page: number;
  /** All that matched when the first page was read. */
  total: number;
}

type SortBy = NonNullable<ListIntentsInput['sortBy']>;

function sortValueOf(intent: IntentRecord, by: SortBy): number {
  return by === 'price' ? intent.priceFen : intent[by].getTime();
}

/** One page of `intents`, all of one App. @throws Refusal. */
export function listIntents(intents: readonly IntentRecord[], appId: string, input: ListIntentsInput) {
  const query = resolveAliases(input);
  const binding = bindingOf(appId, query);
  const position = query.cursor === undefined ? null : decodeCursor(query.cursor, binding);
  const page = pageOf(query, position);
  const pageSize = Math.min(Number(query.pageSize ?? LIMITS.pageSizeDefault), LIMITS.pageSizeMax);
  const by = query.sortBy ?? 'createdAt';
  const sign = query.order === 'asc' ? 1 : -1;
  const compare = (a: Pick<Position, 'value' | 'id'>, b: Pick<Position, 'value' | 'id'>) =>
    sign * (a.value - b.value || (a.id < b.id ? -1 : Number(a.id > b.id)));
  const matching = intents
    .filter(filterOf(query))
    .map((intent) => ({ intent, id: intent.id, value: sortValueOf(intent, by) }))
    .sort(compare);
  const total = position?.total ?? matching.length;
  const rest = position
    ? matching.filter((each) => compare(each, position) > 0)
    : matching.slice((page - 1) * pageSize);
  const shown = rest.slice(0, pageSize);
  const last = shown.at(-1);
  const nextCursor =
    last && rest.length > pageSize
      ? encodeCursor({ value: last.value, id: last.id, page: page + 1, total }, binding)
      : null;
  const items = shown.map(({ intent }) => choose(presentListItem(intent), query.fields));
  return { items, total, page, pageSize, totalPages: Math.ceil(total / pageSize), nextCursor };
}

/** A cursor knows its page; a number beside it must be the same one. */
function pageOf(query: ListIntentsInput, position: Position | null): number {
  const given = query.page === undefined ? undefined : Number(query.page);
  if (position && given !== undefined && given !== position.page) {
    throw refuseFields({ field: 'page', issue: { rule: 'conflict' } });
  }
  return position?.page ?? given ?? 1;
}

function choose(item: Record<string, unknown>, fields: string | undefined): object {
  if (fields === undefined) return item;
  const wanted = new Set(['id', ...fields.split(',')]);
  return Object.fromEntries(Object.entries(item).filter(([name]) => wanted.has(name)));
}

// What may change from page to page.
const FREE = new Set(['page', 'pageSize', 'cursor', 'fields']);

/** The intents and the order that a query asks for. */
function bindingOf(appId: string, query: ListIntentsInput): string {
  const bound = Object.entries(query)
    .filter(([name, value]) => !FREE.has(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([appId, bound]);
}

function encodeCursor(position: Position, binding: string): string {
  const text = encodeURIComponent(JSON.stringify({ ...position, binding }));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function decodeCursor(cursor: string, binding: string): Position {
  try {
    const text = decodeURIComponent(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')));
    const { binding: madeFor, ...position } = JSON.parse(text) as Position & { binding: unknown };
    if (madeFor === binding) return position;
  } catch {
    // falls through: nothing that this service made
  }
  throw refuseFields({ field: 'cursor', issue: { rule: 'cursor' } });
}
