import { REJECT_REASONS } from '@procurement-intents/contract/gateway/codes';
import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { isOrderable, ITEM_NAMES } from '../items.ts';
import { SHOPS } from '../shops.ts';

const LogEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('placed'),
    shop: z.enum(SHOPS),
    orderId: z.string(),
    merchantOrderNo: z.string(),
    item: z.enum(ITEM_NAMES.filter(isOrderable)),
    quantity: z.int(),
    unitPriceFen: z.int(),
    amountPaidFen: z.int(),
    createdAtMs: z.int(),
    postCount: z.int(),
    // Added later: lines of older files do not have these fields.
    recordedAtMs: z.int().optional(),
    shippingFen: z.int().optional(),
    refusal: z.enum(REJECT_REASONS).nullable().optional(),
    contentHash: z.string().optional(),
    productHash: z.string().optional(),
    remarks: z.string().optional(),
  }),
  z.object({
    kind: z.literal('begun'),
    shop: z.enum(SHOPS),
    merchantOrderNo: z.string(),
    contentHash: z.string(),
  }),
  z.object({ kind: z.literal('repeated'), orderId: z.string() }),
  z.object({
    kind: z.literal('cancelled'),
    orderId: z.string(),
    feeFen: z.int(),
    recordedAtMs: z.int().optional(),
  }),
]);

/** One line of the orders file. */
export type LogEntry = z.infer<typeof LogEntry>;

/** The open orders file. When a call returns, its data has reached the operating system. */
export interface OrderLog {
  append(entry: LogEntry): void;
  empty(): void;
  close(): void;
}

/**
 * Opens the orders file, creating it and its parent folders, and passes every entry in it to `replay`. With `file`
 * null nothing is stored. An incomplete last line of a killed process is removed: its order was never answered.
 *
 * @throws Error with file and line when an earlier line is not an entry.
 */
export function openOrderLog(file: string | null, replay: (entry: LogEntry) => void): OrderLog {
  if (file === null) return { append: () => {}, empty: () => {}, close: () => {} };
  mkdirSync(dirname(file), { recursive: true });
  const fd = openSync(file, 'a');
  let sizeBytes = 0;
  try {
    sizeBytes = replayFile(file, replay);
    ftruncateSync(fd, sizeBytes);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return {
    append(entry) {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      try {
        for (let sent = 0; sent < line.length;) sent += writeSync(fd, line, sent);
        sizeBytes += line.length;
      } catch (error) {
        // Half a line on a full disk would corrupt the next line.
        ftruncateSync(fd, sizeBytes);
        throw error;
      }
    },
    empty() {
      ftruncateSync(fd, 0);
      sizeBytes = 0;
    },
    close: () => closeSync(fd),
  };
}

/** Replays the file. Returns the length of its complete lines in bytes. */
function replayFile(file: string, replay: (entry: LogEntry) => void): number {
  const bytes = readFileSync(file);
  let start = 0;
  for (let lineNo = 1; ; lineNo++) {
    const end = bytes.indexOf(10, start);
    if (end === -1) return start;
    try {
      replay(LogEntry.parse(JSON.parse(bytes.toString('utf8', start, end))));
    } catch (cause) {
      throw new Error(`line ${lineNo} of ${file} is not an order entry`, { cause });
    }
    start = end + 1;
  }
}
