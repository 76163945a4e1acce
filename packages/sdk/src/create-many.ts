import { check } from './check-options.ts';
import { CreateManyError, type CreatedItem, type PendingItem } from './create-many-error.ts';
import { mayPass, ProcurementIntentsError, type ApiError } from './errors.ts';
import { BATCH_LIMITS, BATCH_PARTIAL } from './generated/tables.ts';
import type { BatchItem, BatchItemResult, BatchResult } from './generated/types.ts';
import type { CallOptions } from './http/call-options.ts';
import { createKeyOf } from './http/create-key.ts';
import { Deadline } from './http/deadline.ts';
import { planRetry } from './http/retry.ts';
import type { Tally } from './http/course.ts';
import type { AttemptError } from './http/scheme.ts';
import { Intents } from './intents.ts';

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
 * sent again under its key, as a call is. Give each an `idempotencyKey`: after an error, also of your own process, the same
 * list again creates what is missing and replays the rest. `timeoutMs` bounds each call, `maxRetries` how often a purchase is
 * sent again.
 *
 * @example
 * const { items } = await createMany(client, orders);
 * for (const { index, error } of items) if (error) console.log(orders[index], error.message);
 * @throws CreateManyError when a whole call fails or is aborted: what was sent before it stands, and `items` of the error
 *   say what became of each. TypeError for an option or a key that cannot be one, the signal's reason when it aborts before
 *   the first request.
 */
export async function createMany(
  client: { intents: Intents },
  orders: readonly BatchItem[],
  options: CallOptions = {},
): Promise<CreatedMany> {
  check(!('idempotencyKey' in options), 'idempotencyKey belongs into each order: one cannot name them all');
  const keyed = Array.from(orders, withKey);
  const items = keyed.map(({ idempotencyKey }, index): CreatedItem | PendingItem => ({
    index,
    status: 'pending',
    idempotencyKey,
  }));
  const list: List = { client, options, keyed, items, calls: [] };
  try {
    for (let from = 0; from < keyed.length; from += BATCH_LIMITS.items) {
      await acceptItems(list, [...keyed.keys()].slice(from, from + BATCH_LIMITS.items));
    }
  } catch (error) {
    const attempts = list.calls.reduce((sum, call) => sum + call.attempts, 0);
    // Nothing was sent, and the error says why: an option that cannot be one, or a signal.
    if (attempts === 0 && !(error instanceof ProcurementIntentsError)) throw error;
    throw new CreateManyError(items, attempts, error);
  }
  const all: CreatedMany = { items: items as CreatedItem[], created: 0, replayed: 0, failed: 0 };
  for (const { status } of all.items) all[status] += 1;
  return all;
}

/** A list on its way. */
interface List {
  client: { intents: Intents };
  options: CallOptions;
  keyed: readonly KeyedItem[];
  /** What is known of each so far. */
  items: (CreatedItem | PendingItem)[];
  /** The calls that began. */
  calls: Pick<Tally, 'attempts'>[];
}

/**
 * The order as it is now, with its key: a call may be signed again after a lost answer. As JSON first, because an object of
 * a database library decides itself what it is as JSON, and would leave the key out.
 */
function withKey(order: BatchItem): KeyedItem {
  const item = JSON.parse(JSON.stringify(order)) as BatchItem;
  return { ...item, idempotencyKey: createKeyOf(item.idempotencyKey) };
}

/** Sends the items at these places in one call, and again those that failed by something that may pass. */
async function acceptItems(list: List, places: readonly number[]): Promise<void> {
  const { keyed, items, options } = list;
  const deadline = new Deadline(Infinity, options.signal);
  let open = places;
  let limits = options;
  try {
    for (let attempts = 1; ; attempts += 1) {
      const sent = open;
      const answer = await sendItems(list, sent, limits).catch((error: AttemptError | null) => {
        // What stands is told, and what failed before failed again.
        if (attempts > 1 && error?.retryable) return null;
        throw error;
      });
      if (!answer) return;
      for (const result of answer.items) {
        const index = sent[result.index] as number;
        const { idempotencyKey } = keyed[index] as KeyedItem;
        items[index] = { ...result, ...tellFields(result), index, idempotencyKey };
      }
      open = sent.filter((index) => isPassing(items[index]?.error));
      const { retriesLeft } = answer;
      const mayRepeat = open.length > 0 && retriesLeft > 0;
      const waitMs = mayRepeat ? planRetry(PASSING, { attempts, failedTries: attempts }) : null;
      if (waitMs === null) return;
      limits = { ...options, maxRetries: retriesLeft - 1 };
      await deadline.await(undefined, waitMs);
    }
  } finally {
    deadline.close();
  }
}

/** Names the fields as a create of the item alone does: its place in a call says nothing about its place in the list. */
function tellFields({ index, error }: BatchItemResult): Pick<BatchItemResult, 'error'> {
  const errors = error?.data?.['errors'];
  if (!error || !Array.isArray(errors)) return {};
  const inItem = new RegExp(`^items\\.${index}\\.`);
  const named = (errors as { field: string }[]).map((each) => ({
    ...each,
    field: each.field.replace(inItem, ''),
  }));
  return { error: { ...error, data: { ...error.data, errors: named } } };
}

const PASSING = { retryable: true, retryAt: null };

/** The first three digits of a code are its status, but for a few whose status is another one of the same hundred. */
const isPassing = (error: BatchItemResult['error']): boolean =>
  error !== undefined && mayPass({ status: Math.floor(error.code / 100), name: error.name });

/** One call. `retriesLeft`: how often those that failed may be sent again. */
async function sendItems(
  { client, keyed, calls }: List,
  places: readonly number[],
  options: CallOptions,
): Promise<BatchResult & { retriesLeft: number }> {
  const items = places.map((index) => keyed[index]);
  const weight = Math.ceil(items.length / BATCH_LIMITS.itemsPerCreate);
  let maxRetries = 0;
  const onStart = (course: { maxRetries: number; attempts: number }) => {
    ({ maxRetries } = course);
    calls.push(course);
  };
  try {
    const call = { operation: 'createIntents', body: { items }, weight, onStart } as const;
    return { ...(await Intents.send(client, call, options)), retriesLeft: maxRetries };
  } catch (thrown) {
    // A signal may abort with a reason that is no object.
    const { code, data, attempts } = (thrown ?? {}) as ApiError;
    if (code !== BATCH_PARTIAL) throw thrown;
    return { ...(data as BatchResult), retriesLeft: maxRetries - attempts + 1 };
  }
}
