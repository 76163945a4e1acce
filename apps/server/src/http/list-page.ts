import { hash } from 'node:crypto';
import { DIGEST_CHARS, listBinding, resolveAliases, type RowsRequest } from '@procurement-intents/domain';
import { type ListRules, planList, presentList } from '@procurement-intents/domain/bearer';
import type { ListedRows } from '../postgres/list-table.ts';

/** A list of the bearer side, and how it is read and shown. */
interface Listed<Column extends string, Row, Item> extends ListRules<Column> {
  /** Whose list it is, when not all callers see the same; cursors of one owner are refused to another. */
  owner?: string;
  read: (request: RowsRequest<Column>) => Promise<ListedRows<Row>>;
  present: (row: Row) => Item;
}

/**
 * The page that a validated query asks for.
 *
 * @throws ValidationError for conflicting aliases, a reversed range, or a cursor of another list.
 */
export async function listPage<Column extends string, Row extends { id: string }, Item extends object>(
  { owner = '', read, present, ...rules }: Listed<Column, Row, Item>,
  input: Readonly<Record<string, string | undefined>>,
) {
  const query = resolveAliases(input);
  const binding = listBinding(`${rules.definition.plural} ${owner}`, query);
  const plan = planList(rules, query, hash('sha256', binding, 'base64url').slice(0, DIGEST_CHARS));
  const { rows, total } = await read(plan.request);
  return presentList(plan, rows as (Row & Partial<Record<Column, unknown>>)[], { total, present });
}
