import { NDJSON_TYPE } from '@procurement-intents/contract';

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
