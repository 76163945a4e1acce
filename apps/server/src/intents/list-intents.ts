import { LIMITS, type ListIntentsInput } from '@procurement-intents/contract';
import { ValidationError } from '../edge/api-error.ts';
import type { IntentsContext } from './intents-context.ts';
import { decodeCursor, digestOf, encodeCursor, type Position } from './list-cursor.ts';
import { conditionsOf, resolveAliases } from './list-filter.ts';
import type { ListRow } from './store/list-store.ts';
import type { ListCaller } from './list-shares.ts';
import { presentListItem } from './present.ts';
import type { ListOrder } from './store/sql-conditions.ts';

const SORT_COLUMNS = { createdAt: 'createdAt', updatedAt: 'updatedAt', price: 'priceFen' } as const;

/**
 * One page of the App's own intents, with the exact number of all that match; by cursor, as of the first page.
 *
 * @throws ValidationError for aliases that disagree, an upside-down range, or a cursor of another list; ApiError as
 *   the repository's `read`.
 */
export async function listIntents(
  context: Pick<IntentsContext, 'lists'>,
  appId: string,
  input: ListIntentsInput,
  caller: ListCaller,
) {
  const query = resolveAliases(input);
  const digest = digestOf(appId, query);
  const position = query.cursor === undefined ? null : decodeCursor(query.cursor, digest);
  const page = pageOf(query, position);
  const pageSize = Math.min(Number(query.pageSize ?? LIMITS.pageSizeDefault), LIMITS.pageSizeMax);
  const order: ListOrder = {
    by: SORT_COLUMNS[query.sortBy ?? 'createdAt'],
    direction: query.order ?? 'desc',
  };
  const start = position ? { after: position } : { skip: (page - 1) * pageSize };
  const request = { appId, conditions: conditionsOf(query), order, start, take: pageSize + 1 };
  const { rows, total } = await context.lists.read(request, caller);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const nextCursor =
    last && rows.length > pageSize
      ? encodeCursor({ ...positionOf(last, order), page: page + 1, total }, digest)
      : null;
  const items = shown.map(presentListItem).map((item) => choose(item, query.fields));
  return { items, total, page, pageSize, totalPages: Math.ceil(total / pageSize), nextCursor };
}

/** A cursor knows its page; a number beside it must be the same one. */
function pageOf(query: ListIntentsInput, position: Position | null): number {
  if (!position) return Number(query.page ?? 1);
  if (query.page !== undefined && Number(query.page) !== position.page) {
    throw new ValidationError([{ field: 'page', issue: { rule: 'conflict' } }]);
  }
  return position.page;
}

function positionOf(row: ListRow, { by }: ListOrder): Pick<Position, 'value' | 'id'> {
  const value = row[by];
  return { value: value instanceof Date ? BigInt(value.getTime()) : value, id: row.id };
}

type Item = ReturnType<typeof presentListItem>;

function choose(item: Item, fields: string | undefined): Partial<Item> & Pick<Item, 'id'> {
  if (fields === undefined) return item;
  const wanted = new Set(['id', ...fields.split(',')]);
  const chosen = Object.entries(item).filter(([name]) => wanted.has(name));
  return Object.fromEntries(chosen) as Partial<Item> & Pick<Item, 'id'>;
}
