/** What begins a formula for a spreadsheet, and what it skips before one. */
const FORMULA_START = /^[\s]*[=+\-@\t\r|%]/u;
const PLAIN_NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;

/**
 * One cell of CSV (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe before it; numbers
 * stay numbers.
 */
function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA_START.test(value) && !PLAIN_NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows of CSV with a header, each ended by CR LF. */
export function toCsv(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string | number | null | undefined>>[],
): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}
