/**
 * How statements write and read one column. Rows have the keys of the table below, which may differ from the names in
 * the database: a column keeps its name there when code finds a better one.
 */
export interface Column<Value = unknown> {
  /** Its type in SQL. */
  readonly type: string;
  /** Its name in the database. Default: its key. */
  readonly name?: string;
  /** What a new row has that no insert fills; the same as the default in the database. */
  readonly initial?: Value;
  /** What its values are here; only the compiler reads it. */
  readonly values?: Value;
}

/** The columns of a table by the keys of its rows. */
export type ColumnTable = Readonly<Record<string, Column>>;

type ValueOf<One extends Column> = One extends Column<infer Value> ? Value : never;

/** A row as code has it. */
export type RowOf<Table extends ColumnTable> = { -readonly [Key in keyof Table]: ValueOf<Table[Key]> };

/** A column of a type of SQL, and what its values are here. */
export const column = <Value>(type: string): Column<Value> => ({ type });

/** The same column, which may be null. */
export const nullable = <Value>(one: Column<Value>): Column<Value | null> => one;

/** The same column, which inserts leave out and later changes fill. */
export const filledLater = <Value>(
  one: Column<Value>,
  initial: Value,
): Column<Value> & { initial: Value } => ({
  ...one,
  initial,
});

/** The same column, which the database knows by another name. */
export const named = <One extends Column>(one: One, name: string): One => ({ ...one, name });

const quote = (name: string): string => `"${name}"`;

/** Makes the parts of statements on a table. Keys and names are code, never input. */
export class TableSql<Table extends ColumnTable> {
  readonly table: Table;
  readonly keys: readonly (keyof Table & string)[];

  constructor(table: Table) {
    this.table = table;
    this.keys = Object.keys(table);
  }

  /** A column by its name in the database. */
  name(key: keyof Table & string): string {
    return quote(this.table[key]?.name ?? key);
  }

  /** Columns by their names in the database, as an insert lists them. */
  names(keys: readonly (keyof Table & string)[]): string {
    return keys.map((key) => this.name(key)).join(', ');
  }

  /** Columns read from the table, or from `alias`, under the keys of rows. */
  read(keys: readonly (keyof Table & string)[], alias?: string): string {
    const from = alias === undefined ? '' : `${alias}.`;
    const readOne = (key: keyof Table & string): string => {
      const name = this.name(key);
      return name === quote(key) ? from + name : `${from}${name} AS ${quote(key)}`;
    };
    return keys.map(readOne).join(', ');
  }

  /** The columns of rows that arrive as JSON under the keys of rows, each with its type. */
  given(keys: readonly (keyof Table & string)[]): string {
    return keys.map((key) => `${quote(key)} ${this.table[key]?.type}`).join(', ');
  }
}

/** Columns under the keys of rows, once a statement has read them so. */
export const quoted = (keys: readonly string[], alias?: string): string =>
  keys.map((key) => (alias === undefined ? quote(key) : `${alias}.${quote(key)}`)).join(', ');
