import { LIMITS, type ListDefinition } from '@procurement-intents/contract';
import { ValidationError } from '../errors.ts';
import { decodeCursor, encodeCursor, type Position } from './list-cursor.ts';
import { type RowCondition, filterConditions, type ListField, spanConditions } from './list-conditions.ts';

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
interface PagePlace {
  page: number;
  pageSize: number;
  start: ListStart;
}

interface PageQuery {
  page?: string | undefined;
  pageSize?: string | undefined;
  cursor?: string | undefined;
}

function placeOf(query: PageQuery, digest: string): PagePlace {
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

/** The chosen fields of an item; `id` always comes. */
export function chooseFields<Item extends object>(item: Item, wanted: ReadonlySet<string>): Item {
  const isChosen = (name: string): boolean => name === 'id' || wanted.has(name);
  // Most items of an App's list have no other fields.
  if (Object.keys(item).every(isChosen)) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => isChosen(name))) as Item;
}

/** A list: what can be asked for, and where it is kept. */
export interface ListRules<Column extends string> {
  definition: ListDefinition;
  /** Columns of fields that are called otherwise; amounts are kept in fen. */
  columns: Readonly<Partial<Record<string, Column>>>;
  /** The stored form of fields whose texts are not stored as they are given. */
  stored?: Readonly<Partial<Record<string, (text: string) => string>>>;
}

/** A requested page: what a host reads for it, and how it is shown. */
export interface ListPlan<Request> {
  request: Request;
  page: number;
  pageSize: number;
  /** The fields that the items shall have. */
  fields: ReadonlySet<string>;
  digest: string;
}

/** A query of a list, validated, without aliases: see `resolveAliases`. */
type ListQuery = Readonly<Record<string, string | undefined>>;

/**
 * Plans the page that a query asks for.
 *
 * @param digest - its `listDigest`.
 * @throws ValidationError as `listConditions` and `planPlace` do.
 */
export function planList<Column extends string>(
  rules: ListRules<Column>,
  query: ListQuery,
  digest: string,
): ListPlan<RowsRequest<Column>> {
  const conditions = listConditions(rules, query);
  const { request, ...plan } = planPlace(rules, query, digest);
  return { ...plan, request: { conditions, ...request } };
}

/**
 * Plans a page whatever the conditions of its list: the place and the order of its rows, and the fields of its items.
 *
 * @throws ValidationError for a cursor of another list, or a page number that differs from the cursor's.
 */
export function planPlace<Column extends string>(
  rules: ListRules<Column>,
  query: ListQuery,
  digest: string,
): ListPlan<Omit<RowsRequest<Column>, 'conditions'>> {
  const { sorts, itemFields } = rules.definition;
  const order: RowOrder<Column> = {
    by: columnOf(rules, query['sortBy'] ?? sorts[0]),
    direction: query['order'] === 'asc' ? 'asc' : 'desc',
  };
  const { page, pageSize, start } = placeOf(query, digest);
  const fields = new Set(query['fields']?.split(',') ?? itemFields);
  return { request: { order, start, take: pageSize + 1 }, page, pageSize, fields, digest };
}

/**
 * The conditions of the span and of the filters of a query.
 *
 * @throws ValidationError for a range whose start is after its end.
 */
export const listConditions = <Column extends string>(
  rules: ListRules<Column>,
  query: ListQuery,
): RowCondition<Column>[] => [
  ...(spanConditions(query) as RowCondition<Column>[]),
  ...filterConditions(rules.definition.filters, query, (name) => fieldOf(rules, name)),
];

/** A field of a list. */
export function fieldOf<Column extends string>(rules: ListRules<Column>, name: string): ListField<Column> {
  const { definition, stored } = rules;
  const toStored = stored?.[name];
  return {
    kind: definition.filters[name]?.kind ?? 'text',
    column: columnOf(rules, name),
    ...(toStored && { toStored }),
  };
}

const columnOf = <Column extends string>({ columns }: ListRules<Column>, field: string): Column =>
  columns[field] ?? (field as Column);

/** The sort value of a row: milliseconds, fen or a number. */
export const sortValueIn = (value: Date | bigint | number): bigint =>
  BigInt(value instanceof Date ? value.getTime() : value);

/**
 * The page as a caller sees it.
 *
 * @param rows - the rows that were read for the plan.
 * @param present - an item with all fields that were read.
 */
export function presentList<Row extends { id: string }, Column extends string, Item extends object>(
  { request, page, pageSize, fields, digest }: ListPlan<{ order: RowOrder<Column> }>,
  rows: readonly (Row & Partial<Record<Column, unknown>>)[],
  { total, present }: { total: number; present: (row: Row) => Item },
): PageSummary & { items: Item[] } {
  const shown = rows.slice(0, pageSize);
  const items = shown.map((row) => chooseFields(present(row), fields));
  const last = shown.at(-1);
  const nextCursor =
    last && rows.length > pageSize
      ? encodeCursor(
          {
            value: sortValueIn(last[request.order.by] as Date | bigint | number),
            id: last.id,
            page: page + 1,
            total,
          },
          digest,
        )
      : null;
  return { items, total, page, pageSize, totalPages: Math.ceil(total / pageSize), nextCursor };
}
