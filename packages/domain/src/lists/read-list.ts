import { type HashOf, listDigest } from './list-cursor.ts';
import { resolveAliases } from './list-conditions.ts';
import { type ListRules, type PageSummary, planList, presentList, type RowsRequest } from './plan-list.ts';

/** The rows of a page, and how many satisfy the conditions on all pages. */
export interface ListedRows<Row> {
  rows: Row[];
  total: number;
}

/** A list of the bearer side, and how a host reads and shows it. */
export interface ListedResource<Column extends string, Row, Item> extends ListRules<Column> {
  /** Whose list it is, when not all callers see the same; cursors of one owner are refused to another. */
  owner?: string;
  read: (request: RowsRequest<Column>) => ListedRows<Row> | Promise<ListedRows<Row>>;
  present: (row: Row) => Item;
}

/**
 * The page that a validated query asks for.
 *
 * @throws ValidationError for conflicting aliases, a reversed range, or a cursor of another list.
 */
export async function readList<Column extends string, Row extends { id: string }, Item extends object>(
  { owner = '', read, present, ...rules }: ListedResource<Column, Row, Item>,
  input: Readonly<Record<string, string | undefined>>,
  hashOf: HashOf,
): Promise<PageSummary & { items: Item[] }> {
  const query = resolveAliases(input);
  const digest = await listDigest(`${rules.definition.plural} ${owner}`, query, hashOf);
  const plan = planList(rules, query, digest);
  const { rows, total } = await read(plan.request);
  return presentList(plan, rows as (Row & Partial<Record<Column, unknown>>)[], { total, present });
}
