import type { ApiError } from './errors.ts';
import { LIMITS } from './generated/tables.ts';
import type { BatchItem, BatchItemResult, BatchResult } from './generated/types.ts';
import type { CallOptions } from './http/call-options.ts';
import { Intents } from './intents.ts';
import { sortFields } from './http/request.ts';

/** What became of a list of purchases. */
export interface CreatedMany {
  /** One entry for each purchase, in the order of the list; `index` is its place there. */
  items: BatchItemResult[];
  /** How many were accepted by this call. */
  created: number;
  /** How many were accepted before, under the same key. */
  replayed: number;
  /** How many failed. */
  failed: number;
}

const PARTIAL = 20701;

/**
 * Accepts purchases, each by itself: one that is refused leaves the others as they are. Sends up to 100 in a call, one call
 * after another, at the pace that the rate limit allows: 100 purchases a second. Give each an `idempotencyKey`: after an
 * error the same list again creates what is missing and replays the rest. `timeoutMs` bounds each call.
 *
 * @example
 * const { items } = await createMany(client, orders);
 * for (const { index, error } of items) if (error) console.log(orders[index], error.message);
 * @throws ApiError, ConnectionError or TimeoutError of a call: what was sent before it stands.
 */
export async function createMany(
  client: { intents: Intents },
  orders: readonly BatchItem[],
  options?: CallOptions,
): Promise<CreatedMany> {
  const all: CreatedMany = { items: [], created: 0, replayed: 0, failed: 0 };
  const { batchItems, itemsPerCreate } = LIMITS;
  for (let from = 0; from < orders.length; from += batchItems) {
    // With a key in each item, a call may be signed again after a lost answer.
    const items = orders
      .slice(from, from + batchItems)
      .map((order) => sortFields('', { idempotencyKey: crypto.randomUUID(), ...order }));
    const weight = Math.ceil(items.length / itemsPerCreate);
    const { items: results, ...counts } = await Intents.send(
      client,
      { operation: 'createIntents', body: { items }, weight },
      options,
    ).catch((error: ApiError) => {
      if (error.code !== PARTIAL) throw error;
      return error.data as BatchResult;
    });
    for (const result of results) all.items.push({ ...result, index: from + result.index });
    all.created += counts.created;
    all.replayed += counts.replayed;
    all.failed += counts.failed;
  }
  return all;
}
