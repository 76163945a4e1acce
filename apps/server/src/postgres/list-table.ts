import type { RowsRequest } from '@procurement-intents/domain';
import type { ListedRows } from '@procurement-intents/domain/bearer';
import { Prisma } from '#prisma';
import type { ColumnTable, RowOf, TableSql } from './columns.ts';
import type { Database } from './database.ts';
import { ListSql } from './list-sql.ts';
import { orTooCostly } from './or-too-costly.ts';
import type { Statements } from './transaction.ts';
import { LONGEST_STATEMENT_MS } from './limit-statement-time.ts';

export type { ListedRows };

interface Source<Table extends ColumnTable, Key extends keyof Table & string> {
  /** Table or joined tables after `FROM`, whose column `id` is that of the rows. Code, never input. */
  from: string;
  /** What requests filter and sort by, and what is read. */
  columns: TableSql<Table>;
  /** The columns that are read. Default: all. */
  keys?: readonly Key[];
  /** What every row must satisfy, whatever the caller asks for. Default: nothing. */
  where?: Prisma.Sql;
}

/**
 * Reads a page of a table of the company's own side, which are small beside those of intents, and counts what matches, at
 * one moment.
 *
 * @throws ApiError `LIST_TOO_COSTLY` when the database ends a statement.
 */
export async function listTable<Table extends ColumnTable, Key extends keyof Table & string>(
  database: Database,
  { from, columns, keys, where }: Source<Table, Key>,
  { conditions, order, start, take }: RowsRequest<keyof Table & string>,
): Promise<ListedRows<Pick<RowOf<Table>, Key>>> {
  const sql = new ListSql<keyof Table & string>(columns);
  const select = columns.read(keys ?? columns.keys);
  const table = Prisma.raw(from);
  const all = [Prisma.sql`true`, ...(where ? [where] : []), ...conditions.map((each) => sql.condition(each))];
  const matching = Prisma.join(all, ' AND ');
  const direction = Prisma.raw(order.direction.toUpperCase());
  const after = 'after' in start ? Prisma.sql`AND ${sql.after(order, start.after)}` : Prisma.empty;
  const offset = 'skip' in start ? Prisma.sql`OFFSET ${start.skip}` : Prisma.empty;
  const page = Prisma.sql`SELECT ${Prisma.raw(select)} FROM ${table} WHERE ${matching} ${after}
    ORDER BY ${sql.column(order.by)} ${direction}, "id" ${direction} LIMIT ${take} ${offset}`;
  const read = database.$transaction(
    async (transaction) => {
      const total = 'after' in start ? start.after.total : await countRows(transaction, table, matching);
      // A far page is not looked for when there is none.
      const isBehind = 'skip' in start && start.skip >= total;
      return { rows: isBehind ? [] : await transaction.$queryRaw<Pick<RowOf<Table>, Key>[]>(page), total };
    },
    // Each of its two statements has a bound of its own, which tells that the list is too costly; Prisma's is shorter.
    { isolationLevel: 'RepeatableRead', timeout: 2 * LONGEST_STATEMENT_MS },
  );
  return orTooCostly(read);
}

async function countRows(transaction: Statements, table: Prisma.Sql, matching: Prisma.Sql): Promise<number> {
  const [row] = await transaction.$queryRaw<{ total: bigint }[]>`
    SELECT count(*) AS total FROM ${table} WHERE ${matching}`;
  return Number(row?.total ?? 0);
}
