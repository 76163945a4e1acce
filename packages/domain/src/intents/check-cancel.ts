import type { IntentStatus } from '@procurement-intents/contract';
import { ApiError } from '../errors.ts';

/** What an intent shows of a cancellation that the platform has to agree to. */
export interface CancelState {
  status: IntentStatus;
  /** When the caller asked for it; null once the platform has answered. */
  cancelRequestedAt: Date | null;
  /** The platform's reason against it. */
  cancelRefusal: string | null;
}

/**
 * The outcome of a requested cancellation, as its caller is told.
 *
 * @throws ApiError `CANCEL_FAILED` (50003) when the platform refused it, or the purchase ended in another way meanwhile.
 */
export function checkCancel({
  status,
  cancelRequestedAt,
  cancelRefusal,
}: CancelState): 'cancelled' | 'undecided' {
  if (status === 'CANCELLED') return 'cancelled';
  if (status !== 'PROCESSING') throw cancelFailed(`already ${status}`);
  if (cancelRequestedAt === null) throw cancelFailed(cancelRefusal ?? 'refused by the platform');
  return 'undecided';
}

const cancelFailed = (reason: string): ApiError => new ApiError('CANCEL_FAILED', { data: { reason } });
