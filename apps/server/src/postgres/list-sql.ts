import type { RowOrder, Position, Range, RowCondition } from '@procurement-intents/domain';
import { Prisma } from '#prisma';

// No letter becomes one of these in lower case. To fold a title takes four times as long as to search it.
const CASELESS = /^[\p{Script=Han}\p{White_Space}!-@[-`{-~]+$/u;

/** Whether a text is searched for as it is, because it has no letters with two cases. */
export const isCaseless = (text: string): boolean => CASELESS.test(text);

/** The columns of a table by the keys of its rows, such as a `TableSql`. Names and types are code, never input. */
export interface ListTable<Column extends string> {
  /** The quoted name of a column in the database. */
  name(column: Column): string;
  table: Readonly<Record<Column, { type: string }>>;
}

/** The parts of statements that read pages of a table. */
export class ListSql<Column extends string> {
  readonly #columns: ListTable<Column>;

  constructor(columns: ListTable<Column>) {
    this.#columns = columns;
  }

  column(column: Column): Prisma.Sql {
    return Prisma.raw(this.#columns.name(column));
  }

  condition(condition: RowCondition<Column>): Prisma.Sql {
    const name = this.column(condition.column);
    if ('holds' in condition) {
      const pattern = `%${condition.holds.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
      if (isCaseless(condition.holds)) return Prisma.sql`${name} LIKE ${pattern}`;
      // The database's own locale may know the cases of ASCII alone.
      return Prisma.sql`lower(${name} COLLATE "und-x-icu") LIKE lower(${pattern} COLLATE "und-x-icu")`;
    }
    if ('oneOf' in condition) {
      const values = condition.oneOf.map((value) =>
        typeof value === 'bigint' ? boundSql(value) : this.#wordSql(condition.column, value),
      );
      return Prisma.sql`${name} IN (${Prisma.join(values)})`;
    }
    return Prisma.sql`(${Prisma.join(
      condition.ranges.map((range) => rangeSql(name, range)),
      ' OR ',
    )})`;
  }

  /** What comes after the row with this sort value and id. */
  after({ by, direction }: RowOrder<Column>, { value, id }: Pick<Position, 'value' | 'id'>): Prisma.Sql {
    const sign = Prisma.raw(direction === 'asc' ? '>' : '<');
    const isTime = this.#columns.table[by].type.startsWith('timestamptz');
    const bound = boundSql(isTime ? new Date(Number(value)) : value);
    return Prisma.sql`(${this.column(by)}, "id") ${sign} (${bound}, ${id})`;
  }

  // Postgres does not turn a text parameter into an enum by itself.
  #wordSql(column: Column, value: string): Prisma.Sql {
    return Prisma.sql`${value}::${Prisma.raw(this.#columns.table[column].type)}`;
  }
}

function rangeSql(name: Prisma.Sql, { from, to }: Range): Prisma.Sql {
  const bounds = [
    ...(from === undefined ? [] : [Prisma.sql`${name} >= ${boundSql(from)}`]),
    ...(to === undefined ? [] : [Prisma.sql`${name} <= ${boundSql(to)}`]),
  ];
  return Prisma.sql`(${Prisma.join(bounds, ' AND ')})`;
}

const boundSql = (bound: bigint | Date): Prisma.Sql =>
  bound instanceof Date ? Prisma.sql`${bound}::timestamptz` : Prisma.sql`${bound}::bigint`;
