import type { CreateIntentBody } from '@procurement-intents/sdk';
import { InvalidArgumentError } from 'commander';
import { FIELD_NAMES, ORDER_FIELDS } from '../intents/order-fields.ts';
import { parseIdempotencyKey } from '../parse-arguments.ts';
import { UsageError } from '../usage-error.ts';
import type { CsvRecord } from './parse-csv.ts';

/** A purchase to import. */
export interface ImportRow {
  line: number;
  /**
   * In the order of the fields' names, without those that are missing: equal rows give equal bytes, wherever their columns
   * stand, and a new field changes nothing for rows without it.
   */
  body: CreateIntentBody;
  /** The key of the file; undefined when it has none. */
  idempotencyKey: string | undefined;
}

interface ReadOptions {
  /** What errors call the file. */
  name: string;
  /** Leaves out columns that no field has the name of. */
  ignoresUnknown: boolean;
}

type FieldName = keyof CreateIntentBody;
type ColumnName = FieldName | 'idempotencyKey';
type OptionalName =
  | { [Name in FieldName]-?: undefined extends CreateIntentBody[Name] ? Name : never }[FieldName]
  | 'idempotencyKey';

const COLUMNS: readonly ColumnName[] = [...FIELD_NAMES, 'idempotencyKey'];
/** A record, so that a new optional field without an entry does not compile. */
const OPTIONAL: Record<OptionalName, true> = {
  remarks: true,
  labels: true,
  draft: true,
  idempotencyKey: true,
};
const isOptional = (column: ColumnName): boolean => Object.hasOwn(OPTIONAL, column);
const SHOWN_FAULTS = 20;

/**
 * The purchases of a table, whose first line names the columns.
 *
 * @throws UsageError for columns that do not fit, and with every value that cannot work.
 */
export function readRows([header, ...records]: CsvRecord[], options: ReadOptions): ImportRow[] {
  const { name } = options;
  if (!header || records.length === 0)
    throw new UsageError(
      `${name} has no line of values under a header`,
      'Name the fields in its first line, and give each purchase a line below.',
    );
  const columns = readHeader(header.cells, options);
  const faults: string[] = [];
  const rows = records.map((record) => readRow(record, columns, faults));
  faults.push(...findRepeatedKeys(rows));
  if (faults.length === 0) return rows;
  const more = faults.length - SHOWN_FAULTS;
  const shown = faults.slice(0, SHOWN_FAULTS);
  const details = more > 0 ? [...shown, `and ${more} more`] : shown;
  throw new UsageError(
    `${name}: ${faults.length} ${faults.length === 1 ? 'value cannot' : 'values cannot'} work; nothing was sent`,
    { fix: 'Correct the lines, and run the command again.', details },
  );
}

/** The column of each cell; undefined for one to leave out. */
function readHeader(cells: string[], { name, ignoresUnknown }: ReadOptions): (ColumnName | undefined)[] {
  const columns = cells.map((cell) => COLUMNS.find((each) => simplify(each) === simplify(cell)));
  const unknown = cells.filter((_, index) => columns[index] === undefined);
  if (unknown.length > 0 && !ignoresUnknown) {
    throw new UsageError(
      `${name}: unknown columns ${unknown.map((cell) => JSON.stringify(cell)).join(', ')}`,
      `Known are ${COLUMNS.join(', ')}; --ignore-unknown-columns leaves the others out.`,
    );
  }
  const repeated = columns.find((each, index) => each && columns.indexOf(each) !== index);
  if (repeated) throw new UsageError(`${name}: two columns are ${repeated}`, 'Rename or remove one of them.');
  const missing = COLUMNS.filter((each) => !isOptional(each) && !columns.includes(each));
  if (missing.length > 0)
    throw new UsageError(
      `${name}: there is no column ${missing.join(', ')}`,
      'Add it, with its name in the first line.',
    );
  return columns;
}

/** `Product URL` and `product_url` are `productUrl`. */
const simplify = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

function readRow(
  { line, cells }: CsvRecord,
  columns: (ColumnName | undefined)[],
  faults: string[],
): ImportRow {
  const values: Partial<Record<ColumnName, unknown>> = {};
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (column === undefined || (cell === '' && isOptional(column))) continue;
    try {
      values[column] = parseCell(column, cell);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      faults.push(`line ${line}, ${column}: ${cell === '' ? 'It is missing.' : error.message}`);
    }
  }
  const { idempotencyKey, ...fields } = values;
  const body = Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
  // Every required column exists, and a cell without a value is a fault.
  return {
    line,
    body: body as unknown as CreateIntentBody,
    idempotencyKey: idempotencyKey as string | undefined,
  };
}

function parseCell(column: ColumnName, cell: string): unknown {
  return column === 'idempotencyKey' ? parseIdempotencyKey(cell) : ORDER_FIELDS[column].parse(cell);
}

function findRepeatedKeys(rows: ImportRow[]): string[] {
  const lines = new Map<string, number>();
  return rows.flatMap(({ line, idempotencyKey }) => {
    if (idempotencyKey === undefined) return [];
    const first = lines.get(idempotencyKey);
    if (first !== undefined) return [`line ${line}, idempotencyKey: It is that of line ${first}.`];
    lines.set(idempotencyKey, line);
    return [];
  });
}
