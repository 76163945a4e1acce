import { parse } from 'csv-parse';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import type { Entry } from './reconcile.ts';

/** The entries of a CSV file with the columns `orderNo` and `amount` (yuan). @throws Error that names a wrong entry. */
export async function* readLedger(file: string): AsyncGenerator<Entry> {
  const options = { bom: true, columns: true, trim: true, skip_empty_lines: true };
  const records = pipeline(createReadStream(file), parse(options), () => {});
  for await (const record of records as AsyncIterable<Record<string, string>>) {
    const { orderNo, amount = '' } = record;
    if (!orderNo || !/^\d+(?:\.\d{1,2})?$/.test(amount)) {
      throw new Error(`${file}: neither order number nor amount in ${JSON.stringify(record)}`);
    }
    yield { orderNo, amount: Number(amount) };
  }
}
