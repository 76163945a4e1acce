import {
  BatchItem,
  type BatchItemView,
  type BatchResultView,
  type CreateIntentInput,
  type Language,
} from '@procurement-intents/contract';
import { collectFieldProblems } from '../collect-field-problems.ts';
import { ValidationError } from '../errors.ts';
import { presentRefusal, type Refusal } from '../present-error.ts';
import { type CreateKeys, readCreateKeys } from './decide-replay.ts';
import type { StoredIntent } from './intent-fields.ts';
import { presentCreated } from './present-intent.ts';

/** One item of a batch: a create of its own. */
export interface BatchCreate extends CreateKeys {
  body: CreateIntentInput;
  /** What a repeated item is compared by: its compact JSON without the key, as a create of it alone has it. */
  text: string;
}

/**
 * Reads an item. Without a key it is named by the signature and its index.
 *
 * @param item - as it was parsed.
 * @param signature - of the batch.
 * @throws ValidationError with one problem for each field.
 */
export function readBatchItem(item: unknown, index: number, signature: string): BatchCreate {
  const parsed = BatchItem.safeParse(item);
  if (!parsed.success) throw new ValidationError(collectFieldProblems([parsed.error]));
  const { idempotencyKey: key, ...body } = parsed.data;
  const { idempotencyKey: _key, ...content } = item as Record<string, unknown>;
  return { body, text: JSON.stringify(content), ...readCreateKeys(key, `${signature}#${index}`) };
}

/** A batch has its keys in its items, where they are signed. @throws ValidationError for a key in the header. */
export function requireNoKeyHeader(given: string | null | undefined): void {
  if (given === null || given === undefined) return;
  throw new ValidationError([{ field: 'Idempotency-Key', issue: { rule: 'keysInItems' } }]);
}

/** What became of an item. */
export type BatchOutcome = { intent: StoredIntent; isReplay: boolean } | { refusal: Refusal };

/** What became of each item, in the order of the request. */
export function presentBatch(outcomes: readonly BatchOutcome[], language: Language): BatchResultView {
  const items = outcomes.map((outcome, index) => presentItem(outcome, index, language));
  const count = (wanted: BatchItemView['status']): number =>
    items.filter(({ status }) => status === wanted).length;
  return { items, created: count('created'), replayed: count('replayed'), failed: count('failed') };
}

function presentItem(outcome: BatchOutcome, index: number, language: Language): BatchItemView {
  if ('intent' in outcome) {
    const { intent, isReplay } = outcome;
    return { index, status: isReplay ? 'replayed' : 'created', intent: presentCreated(intent) };
  }
  const { refusal } = outcome;
  const { code, message } = presentRefusal(refusal, language).body;
  return {
    index,
    status: 'failed',
    error: { code, name: refusal.name, message, data: placed(refusal.data, index) },
  };
}

type Data = Record<string, unknown> | null;

/** What an error says, with its fields named by their place in the request: `items.3.quantity`, or the item as a whole. */
function placed(data: unknown, index: number): Data {
  const { errors } = (data ?? {}) as { errors?: readonly { field: string; message: string }[] };
  if (!errors) return data as Data;
  const nameOf = (field: string): string => (field === '' ? `items.${index}` : `items.${index}.${field}`);
  return { errors: errors.map(({ field, message }) => ({ field: nameOf(field), message })) };
}
