import { firstAttemptAt } from '../intents/caller-changes.ts';
import { isOlderThanDatabase, type PurchaseBounds } from './purchase-rules.ts';

/** An intent that no attempt has begun to process, as its row shows it. */
export interface UnprocessedIntent {
  createdAt: Date;
  submittedAt: Date | null;
  merchantOrderNo: string | null;
}

/**
 * Whether an order may exist for an intent that no attempt has begun to process: its row has a number all the same, was
 * due before, or may be an older state of itself.
 */
export function mayHaveBeenOrdered(
  intent: UnprocessedIntent,
  now: Date,
  bounds: Pick<PurchaseBounds, 'connectedMs' | 'graceMs' | 'recoveredAt'>,
): boolean {
  const { submittedAt, merchantOrderNo } = intent;
  if (merchantOrderNo !== null || isOlderThanDatabase(intent, now, bounds)) return true;
  return submittedAt !== null && firstAttemptAt(submittedAt, bounds.graceMs) <= now;
}
