/** The media type of reports as CSV. RFC 4180, section 3. */
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/**
 * What begins a formula for a spreadsheet, and what it skips before one. Those for Chinese and Japanese take the wide
 * forms of these signs too.
 */
const FORMULA_START = /^[\s\p{C}]*[=+\-@|%＝＋－＠]/u;
/** Where decimals have a comma, a spreadsheet ends a cell at a semicolon, and at a tab in what is pasted. */
const OTHER_SEPARATOR = /[;\t](?=[\s\p{C}"]*[=+\-@|%＝＋－＠])/gu;
const LEADING_CONTROL = /^[\t\r]/;
const PLAIN_NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;

type Cell = string | number | null;

/** What a spreadsheet would take for a formula gets an apostrophe before it; numbers stay numbers. */
function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const isRisky = (FORMULA_START.test(value) || LEADING_CONTROL.test(value)) && !PLAIN_NUMBER.test(value);
  const safe = (isRisky ? `'${value}` : value).replaceAll(OTHER_SEPARATOR, "$&'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line of CSV (RFC 4180), ended by CR LF. No cell is a formula for a spreadsheet. */
export const toCsvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** One row as a line of CSV. A value that holds several is JSON in one cell; one that is absent is an empty cell. */
export const toCsvRow = (row: object, columns: readonly string[]): string =>
  toCsvLine(
    columns.map((column) => {
      const value = (row as Readonly<Record<string, unknown>>)[column] ?? null;
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell);
    }),
  );

/** Rows of CSV with a header. */
export function toCsv(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, Cell | undefined>>[],
): string {
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))]
    .map(toCsvLine)
    .join('');
}
