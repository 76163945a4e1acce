import { ProcurementIntentsError, type CallFacts } from './errors.ts';
import type { BatchItemResult } from './generated/types.ts';

/** What became of one purchase of a list. */
export interface CreatedItem extends BatchItemResult {
  /** Yours, or the one that was made: with the same order, it repeats the purchase without buying twice. */
  idempotencyKey: string;
}

/** A purchase that was not sent, or whose call had no answer that says what became of it. */
export interface PendingItem {
  /** Its place in the list. */
  index: number;
  status: 'pending';
  /** Send the order again under this key: if its intent stands, it is replayed. */
  idempotencyKey: string;
  intent?: undefined;
  error?: undefined;
}

/**
 * A list of purchases that ended before its end, because a whole call failed or was aborted. `cause` is the error of that call,
 * or the signal's reason; `retryable` and `retryAt` are those of the cause, and after an abort the list can go on at any time.
 * `attempts` counts the requests of all calls.
 */
export class CreateManyError extends ProcurementIntentsError {
  override readonly name = 'CreateManyError' as const;
  /** One entry for each purchase, in the order of the list. To go on, send those without an `intent` under their keys. */
  declare readonly items: (CreatedItem | PendingItem)[];

  /** @internal */
  constructor(items: (CreatedItem | PendingItem)[], attempts: number, cause: unknown) {
    const { retryable = true, retryAt = null, message } = (cause ?? {}) as Partial<ProcurementIntentsError>;
    const operation: CallFacts['operation'] = 'createIntents';
    const open = items.filter(({ status }) => status === 'pending').length;
    super(
      `${open} of ${items.length} purchases are pending: ${message ?? String(cause)}`,
      { items, operation, attempts, retryable, retryAt },
      cause,
    );
  }
}
