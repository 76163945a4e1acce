import { isCallerError, readBatchItem, type WriteAccess } from '@procurement-intents/domain';
import { redactError } from '../observability/redact-error.ts';
import { createPagesOfBatch } from '../platforms/page-check/pages-of-batch.ts';
import { type Caller, createIntent } from './create-intent.ts';
import type { IntentsContext } from './intents-context.ts';
import type { IntentRow } from '../intent-rows/intent-row.ts';

/** The intent that stands for an item, or what the item failed by. */
export type ItemOutcome = { intent: IntentRow; isReplay: boolean } | { error: unknown };

export interface BatchRequest {
  appId: string;
  access: WriteAccess;
  /** As they were parsed: each is validated by itself. */
  items: readonly unknown[];
  /** Of the whole request. */
  signature: string;
  caller: Caller;
}

/**
 * Accepts each item as a create of its own, by the rules of one: their rows share statements, and nothing holds them
 * together. Whatever stops the call in the middle, some items stand, and the same call again creates the rest and replays
 * those. What an item fails by is its outcome.
 *
 * @throws what the service failed by, when for that reason no item stands: the same call may be repeated.
 */
export async function createIntents(context: IntentsContext, request: BatchRequest): Promise<ItemOutcome[]> {
  const { appId, access, items, signature, caller } = request;
  const shared = { ...context, readPage: createPagesOfBatch(context) };
  const inTurn = byKey<ItemOutcome>();
  const failures: unknown[] = [];
  const refuse = (error: unknown): ItemOutcome => {
    if (!isCallerError(error)) failures.push(error);
    return { error };
  };
  const accept = async (item: unknown, index: number): Promise<ItemOutcome> => {
    try {
      const { body, text, ...keys } = readBatchItem(item, index, signature);
      const create = { appId, access, body, rawBody: text, ...keys, caller };
      return await inTurn(keys.idempotencyKey, () =>
        createIntent(shared, create).then(({ row, isReplay }) => ({ intent: row, isReplay }), refuse),
      );
    } catch (error) {
      return refuse(error);
    }
  };
  const outcomes = await Promise.all(items.map(accept));
  const [failure] = failures;
  if (failure === undefined) return outcomes;
  if (!outcomes.some((outcome) => 'intent' in outcome)) throw failure;
  const count = failures.length;
  context.log.error({ err: redactError(failure), count }, 'items of a batch failed');
  return outcomes;
}

/** Items with the same key one after another, so that the first of them makes the intent. */
function byKey<T>() {
  const last = new Map<string, Promise<T>>();
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key);
    const own = before ? before.then(work) : work();
    last.set(key, own);
    return own;
  };
}
