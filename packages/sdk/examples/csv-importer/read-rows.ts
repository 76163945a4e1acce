import { parse } from 'csv-parse';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import type { CreateIntentBody } from '@procurement-intents/sdk';

/** A purchase of the file. Its order number is its idempotency key. */
export interface Row {
  orderNo: string;
  body: CreateIntentBody;
}

const AMOUNT = /^\d+(?:\.\d+)?$/;
// A number that is none becomes null in JSON, and the service names the field.
const toNumber = (text = ''): number => (AMOUNT.test(text) ? Number(text) : NaN);

/** The rows of a CSV file, one after the other. @throws Error that names the line of a row without an order number. */
export async function* readRows(file: string): AsyncGenerator<Row> {
  const options = { bom: true, columns: true, trim: true, skip_empty_lines: true };
  const records = pipeline(createReadStream(file), parse(options), () => {});
  for await (const record of records as AsyncIterable<Record<string, string>>) {
    const { orderNo, price, quantity, remarks, ...others } = record;
    if (!orderNo) throw new Error(`${file}: a row has no orderNo: ${JSON.stringify(record)}`);
    const body = {
      ...others,
      price: toNumber(price),
      quantity: toNumber(quantity),
      ...(remarks && { remarks }),
    };
    yield { orderNo, body: body as CreateIntentBody };
  }
}
