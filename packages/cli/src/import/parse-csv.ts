import { CsvError, parse } from 'csv-parse/sync';
import { UsageError } from '../usage-error.ts';

/** A line of a table, with the number of the line on which it begins. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

export const ENCODINGS = ['utf-8', 'gb18030'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Reads CSV (RFC 4180), without empty lines. @throws UsageError that names the line of a mistake. */
export function parseCsv(bytes: Uint8Array, encoding: Encoding, name: string): CsvRecord[] {
  const text = decode(bytes, encoding, name);
  const [header = ''] = text.split(/[\r\n]/, 1);
  const separator = header.includes(',') ? undefined : /[;\t]/.exec(header)?.[0];
  if (separator !== undefined) {
    const words = separator === ';' ? 'semicolons' : 'tabs';
    throw new UsageError(`${name} has ${words} between its cells`, 'Save it as CSV with commas.');
  }
  try {
    const parsed = parse(text, { info: true, skip_empty_lines: true, skip_records_with_empty_values: true });
    // The typed result of `info` is a union with that of the option's absence.
    return (parsed as unknown as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => ({
      line: info.lines - countLineBreaks(record),
      cells: record.map((cell) => cell.trim()),
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UsageError(
      `${name}, line ${String(error['lines'])}: ${describe(error.code)}`,
      'Correct the line.',
    );
  }
}

function decode(bytes: Uint8Array, encoding: Encoding, name: string): string {
  try {
    // Removes the byte order mark, with which spreadsheets begin UTF-8.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const fix = 'Save it as "CSV UTF-8", or add --encoding gb18030 if a Chinese spreadsheet wrote it.';
    throw new UsageError(`${name} is not ${encoding} text`, fix);
  }
}

function countLineBreaks(record: string[]): number {
  return record.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
}

function describe(code: string): string {
  switch (code) {
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
      return 'it has more or fewer cells than the header';
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quotation mark is never closed';
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'a quotation mark stands inside of a cell: quote the cell, and double the mark';
    default:
      return `it is not CSV (${code})`;
  }
}
