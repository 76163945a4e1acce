import { NDJSON_TYPE } from '@procurement-intents/contract';
import { CSV_TYPE, toCsvLine, toCsvRow } from '../csv.ts';

/** How an export is written. */
export interface ExportFormat<Row> {
  /** The media type. */
  type: string;
  /** What comes before all lines. */
  head: string;
  line: (row: Row) => string;
  /** What shows a receiver that the search for the next line goes on; empty where nothing can stand between lines. */
  sign: string;
  /** What comes behind the last line of a whole export. */
  end: (count: number) => string;
}

/** One JSON text a line, and a last line with their number. White space before a JSON text means nothing. */
export const asNdjson = <Row>(present: (row: Row) => object): ExportFormat<Row> => ({
  type: NDJSON_TYPE,
  head: '',
  line: (row) => `${JSON.stringify(present(row))}\n`,
  sign: ' ',
  end: (count) => `${JSON.stringify({ end: { count } })}\n`,
});

/** A header and a line for each row, nothing else: whether it is whole shows how the connection ends. */
export const asCsv = <Row>(columns: readonly string[], present: (row: Row) => object): ExportFormat<Row> => ({
  type: CSV_TYPE,
  head: toCsvLine(columns),
  line: (row) => toCsvRow(present(row), columns),
  sign: '',
  end: () => '',
});
