/** How statements write and read one column. A row in code has keys, which may differ from the names in the database. */
export interface Column<Value = unknown> {
  /** The SQL type. */
  readonly type: string;
  /** The name in the database. Default: the key. */
  readonly name?: string;
  /** The default in the database, for a column that inserts leave out. */
  readonly initial?: Value;
  /** The type of its values in code. Never set; only the compiler reads it. */
  readonly values?: Value;
}

/** The columns of a table by the keys of its rows. */
export type ColumnTable = Readonly<Record<string, Column>>;

type ValueOf<One extends Column> = One extends Column<infer Value> ? Value : never;

/** A row in code. */
export type RowOf<Table extends ColumnTable> = { -readonly [Key in keyof Table]: ValueOf<Table[Key]> };

/** A column with an SQL type and the type of its values in code. */
export const column = <Value>(type: string): Column<Value> => ({ type });

/** The same column, which may be null. */
export const nullable = <Value>(one: Column<Value>): Column<Value | null> => one;

/** The same column, which inserts leave out and later changes set. */
export const filledLater = <Value>(
  one: Column<Value>,
  initial: Value,
): Column<Value> & { initial: Value } => ({
  ...one,
  initial,
});

/** The same column with another name in the database. */
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

  /** The quoted name of a column in the database. */
  name(key: keyof Table & string): string {
    return quote(this.table[key]?.name ?? key);
  }

  /** The quoted names of columns in the database, as an insert lists them. */
  names(keys: readonly (keyof Table & string)[]): string {
    return keys.map((key) => this.name(key)).join(', ');
  }

  /** A select list that reads columns from the table, or from `alias`, under their keys. */
  read(keys: readonly (keyof Table & string)[], alias?: string): string {
    const from = alias === undefined ? '' : `${alias}.`;
    const readOne = (key: keyof Table & string): string => {
      const name = this.name(key);
      return name === quote(key) ? from + name : `${from}${name} AS ${quote(key)}`;
    };
    return keys.map(readOne).join(', ');
  }

  /** The column definitions of `json_to_recordset`: each key with its SQL type. */
  given(keys: readonly (keyof Table & string)[]): string {
    return keys.map((key) => `${quote(key)} ${this.table[key]?.type}`).join(', ');
  }

  /** A select list that reads keys from `item`, a JSON list with a value for each of them in this order. */
  listed(keys: readonly (keyof Table & string)[], item: string): string {
    return keys
      .map((key, index) => `(${item}->>${index})::${this.table[key]?.type} AS ${quote(key)}`)
      .join(', ');
  }
}

/** Words of the code as SQL texts, for `IN (…)`; never input. */
export const literals = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** A select list of keys, for a part of a statement that reads from {@link TableSql.read}. */
export const quoted = (keys: readonly string[], alias?: string): string =>
  keys.map((key) => (alias === undefined ? quote(key) : `${alias}.${quote(key)}`)).join(', ');
