import { check } from './check-options.ts';
import { mayPass, type ApiError } from './errors.ts';
import { BATCH_LIMITS, BATCH_PARTIAL } from './generated/tables.ts';
import type { BatchItem, BatchItemResult, BatchResult } from './generated/types.ts';
import type { CallOptions } from './http/call-options.ts';
import { createKeyOf } from './http/create-key.ts';
import { Deadline } from './http/deadline.ts';
import { planRetry } from './http/retry.ts';
import type { AttemptError } from './http/scheme.ts';
import { Intents } from './intents.ts';

/** What became of one purchase of a list. */
export interface CreatedItem extends BatchItemResult {
  /** Yours, or the one that was made: with the same order, it repeats the purchase without buying twice. */
  idempotencyKey: string;
}

/** What became of a list of purchases. */
export interface CreatedMany {
  /** One entry for each purchase, in the order of the list; `index` is its place there. */
  items: CreatedItem[];
  /** How many were accepted by this call. */
  created: number;
  /** How many were accepted before, under the same key. */
  replayed: number;
  /** How many failed: refused, or unknown when `code` of the error is 50000 or more; send these again under their keys. */
  failed: number;
}

type KeyedItem = BatchItem & { idempotencyKey: string };

/**
 * Accepts purchases, each by itself: one that is refused leaves the others as they are. Sends up to 100 in a call, one call
 * after another, at the pace that the rate limit allows: 100 purchases a second. What failed by something that may pass is
 * sent again under its key, as a call is. Give each an `idempotencyKey`: after an error the same list again creates what is
 * missing and replays the rest. `timeoutMs` bounds each call, `maxRetries` how often a purchase is sent again.
 *
 * @example
 * const { items } = await createMany(client, orders);
 * for (const { index, error } of items) if (error) console.log(orders[index], error.message);
 * @throws ApiError, ConnectionError or TimeoutError of a call: what was sent before it stands.
 */
export async function createMany(
  client: { intents: Intents },
  orders: readonly BatchItem[],
  options: CallOptions = {},
): Promise<CreatedMany> {
  check(!('idempotencyKey' in options), 'idempotencyKey belongs into each order: one cannot name them all');
  const all: CreatedMany = { items: [], created: 0, replayed: 0, failed: 0 };
  const keyed = Array.from(orders, withKey);
  for (let from = 0; from < keyed.length; from += BATCH_LIMITS.items) {
    const items = keyed.slice(from, from + BATCH_LIMITS.items);
    for (const result of await acceptItems(client, items, options)) {
      const { idempotencyKey } = items[result.index] as KeyedItem;
      all.items.push({ ...result, index: from + result.index, idempotencyKey });
      all[result.status] += 1;
    }
  }
  return all;
}

/**
 * The order as it is now, with its key: a call may be signed again after a lost answer. As JSON first, because an object of
 * a database library decides itself what it is as JSON, and would leave the key out.
 */
function withKey(order: BatchItem): KeyedItem {
  const item = JSON.parse(JSON.stringify(order)) as BatchItem;
  return { ...item, idempotencyKey: createKeyOf(item.idempotencyKey) };
}

/** Sends the items of one call, and again those that failed by something that may pass. */
async function acceptItems(
  client: { intents: Intents },
  items: readonly object[],
  options: CallOptions,
): Promise<BatchItemResult[]> {
  const results: BatchItemResult[] = [];
  const deadline = new Deadline(Infinity, options.signal);
  let open = [...items.keys()];
  let limits = options;
  try {
    for (let attempts = 1; ; attempts += 1) {
      const sent = open;
      const answer = await sendItems(
        client,
        sent.map((index) => items[index] as object),
        limits,
      ).catch((error: AttemptError) => {
        // What stands is told, and what failed before failed again.
        if (attempts > 1 && error.retryable) return null;
        throw error;
      });
      if (!answer) return results;
      for (const result of answer.items) {
        const index = sent[result.index] as number;
        results[index] = { ...result, index };
      }
      open = sent.filter((index) => isPassing(results[index]));
      const { retriesLeft } = answer;
      const mayRepeat = open.length > 0 && retriesLeft > 0;
      const waitMs = mayRepeat ? planRetry(PASSING, { attempts, failures: attempts }) : null;
      if (waitMs === null) return results;
      limits = { ...options, maxRetries: retriesLeft - 1 };
      await deadline.await(undefined, waitMs);
    }
  } finally {
    deadline.close();
  }
}

const PASSING = { retryable: true, retryAt: null };

/** The first three digits of a code are its status, but for a few whose status is another one of the same hundred. */
const isPassing = ({ error }: Partial<BatchItemResult> = {}): boolean =>
  error !== undefined && mayPass({ status: Math.floor(error.code / 100), name: error.name });

/** One call. `retriesLeft`: how often those that failed may be sent again. */
async function sendItems(
  client: { intents: Intents },
  items: readonly object[],
  options: CallOptions,
): Promise<BatchResult & { retriesLeft: number }> {
  const weight = Math.ceil(items.length / BATCH_LIMITS.itemsPerCreate);
  let maxRetries = 0;
  const onStart = (limits: { maxRetries: number }) => ({ maxRetries } = limits);
  try {
    const call = { operation: 'createIntents', body: { items }, weight, onStart } as const;
    return { ...(await Intents.send(client, call, options)), retriesLeft: maxRetries };
  } catch (thrown) {
    const { code, data, attempts } = thrown as ApiError;
    if (code !== BATCH_PARTIAL) throw thrown;
    return { ...(data as BatchResult), retriesLeft: maxRetries - attempts + 1 };
  }
}
