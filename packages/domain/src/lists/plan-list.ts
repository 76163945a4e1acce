import { LIMITS, type ListDefinition } from '@procurement-intents/contract';
import { ValidationError } from '../errors.ts';
import { decodeCursor, encodeCursor, type Position } from './list-cursor.ts';
import { type RowCondition, filterConditions, spanConditions } from './list-conditions.ts';

/** The sort of a list; ties are ordered by id. */
export interface RowOrder<Column extends string = string> {
  by: Column;
  direction: 'asc' | 'desc';
}

/** Where a page begins: after a number of rows, or after the row with this sort value and id. */
export type ListStart = { skip: number } | { after: Position };

/** The rows that a host reads for one page. */
export interface RowsRequest<Column extends string = string> {
  conditions: readonly RowCondition<Column>[];
  order: RowOrder<Column>;
  start: ListStart;
  /** Maximum number of rows: one more than the page shows, which tells whether another page follows. */
  take: number;
}

/** Number and size of a page. */
export interface PagePlace {
  page: number;
  pageSize: number;
  start: ListStart;
}

interface PageQuery {
  page?: string | undefined;
  pageSize?: string | undefined;
  cursor?: string | undefined;
}

/**
 * The page that a query asks for.
 *
 * @param digest - the `listDigest` of the list.
 * @throws ValidationError for a cursor of another list, or a page number that differs from the cursor's.
 */
export function placeOf(query: PageQuery, digest: string): PagePlace {
  const position = query.cursor === undefined ? null : decodeCursor(query.cursor, digest);
  const page = pageOf(query, position);
  const pageSize = Math.min(Number(query.pageSize ?? LIMITS.pageSizeDefault), LIMITS.pageSizeMax);
  const start: ListStart = position ? { after: position } : { skip: (page - 1) * pageSize };
  return { page, pageSize, start };
}

/** A cursor has a page number; a page number in addition must be the same. */
function pageOf(query: PageQuery, position: Position | null): number {
  if (!position) return Number(query.page ?? 1);
  if (query.page !== undefined && Number(query.page) !== position.page) {
    throw new ValidationError([{ field: 'page', issue: { rule: 'conflict' } }]);
  }
  return position.page;
}

/** What a page says beside its items. */
export interface PageSummary {
  total: number;
  page: number;
  pageSize: number;
  totalPages: number;
  nextCursor: string | null;
}

/**
 * What a page says beside its items.
 *
 * @param rows - the rows that were read for it, one more than it shows if another page follows.
 * @param sortValueOf - milliseconds, fen or a number, by which the list is sorted.
 */
export function summarize<Row extends { id: string }>(
  { page, pageSize, digest }: Omit<PagePlace, 'start'> & { digest: string },
  rows: readonly Row[],
  { total, sortValueOf }: { total: number; sortValueOf: (row: Row) => bigint },
): PageSummary {
  const last = rows.slice(0, pageSize).at(-1);
  const nextCursor =
    last && rows.length > pageSize
      ? encodeCursor({ value: sortValueOf(last), id: last.id, page: page + 1, total }, digest)
      : null;
  return { total, page, pageSize, totalPages: Math.ceil(total / pageSize), nextCursor };
}

/** The chosen fields of an item; `id` always comes. */
export function chooseFields<Item extends object>(item: Item, wanted: ReadonlySet<string>): Item {
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => name === 'id' || wanted.has(name)),
  ) as Item;
}

/** A list of the bearer side: what can be asked for, and where it is kept. */
export interface ListRules<Column extends string> {
  definition: ListDefinition;
  /** Columns of fields that are called otherwise; amounts are kept in fen. */
  columns: Readonly<Partial<Record<string, Column>>>;
}

/** A requested page: what a host reads for it, and how it is shown. */
export interface ListPlan<Column extends string> {
  request: RowsRequest<Column>;
  page: number;
  pageSize: number;
  /** The fields that the items shall have. */
  fields: ReadonlySet<string>;
  digest: string;
}

/**
 * Plans the page that a query asks for.
 *
 * @param query - validated, without aliases: see `resolveAliases`.
 * @param digest - its `listDigest`.
 * @throws ValidationError as `placeOf` does, and for a range whose start is after its end.
 */
export function planList<Column extends string>(
  { definition, columns }: ListRules<Column>,
  query: Readonly<Record<string, string | undefined>>,
  digest: string,
): ListPlan<Column> {
  const columnOf = (field: string): Column => columns[field] ?? (field as Column);
  const fieldOf = (field: string) => ({
    kind: definition.filters[field]?.kind ?? ('text' as const),
    column: columnOf(field),
  });
  const conditions = [
    ...(spanConditions(query) as RowCondition<Column>[]),
    ...filterConditions(definition.filters, query, fieldOf),
  ];
  const order: RowOrder<Column> = {
    by: columnOf(query['sortBy'] ?? definition.sorts[0]),
    direction: query['order'] === 'asc' ? 'asc' : 'desc',
  };
  const { page, pageSize, start } = placeOf(query, digest);
  const fields = new Set(query['fields']?.split(',') ?? definition.itemFields);
  return { request: { conditions, order, start, take: pageSize + 1 }, page, pageSize, fields, digest };
}

/** The sort value of a row: milliseconds, fen or a number. */
export const sortValueIn = (value: Date | bigint | number): bigint =>
  BigInt(value instanceof Date ? value.getTime() : value);

/**
 * The page as a caller sees it.
 *
 * @param rows - the rows that were read for the plan.
 * @param present - an item with all its fields.
 */
export function presentList<Row extends { id: string }, Column extends string, Item extends object>(
  plan: ListPlan<Column>,
  rows: readonly (Row & Partial<Record<Column, unknown>>)[],
  { total, present }: { total: number; present: (row: Row) => Item },
): PageSummary & { items: Item[] } {
  const { by } = plan.request.order;
  const items = rows.slice(0, plan.pageSize).map((row) => chooseFields(present(row), plan.fields));
  const sortValueOf = (row: (typeof rows)[number]) => sortValueIn(row[by] as Date | bigint | number);
  return { items, ...summarize(plan, rows, { total, sortValueOf }) };
}
