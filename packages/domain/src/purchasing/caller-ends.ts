import type { IntentStatus } from '@procurement-intents/contract';
import { checkAllowed } from '../intents/transition.ts';
import { endingOf } from './ending.ts';

/** How a host knows whether an order may exist for an intent: by `mayHaveBeenOrdered`. */
interface Appearance {
  mayAppear: boolean;
}

/**
 * What a caller's cancellation does: it ends an intent that is not processed yet, asks the platform for one that is, and waits
 * for the answer when that was asked before.
 *
 * @throws ApiError `CANCEL_REFUSED` (40003) when the status does not allow it.
 */
export function cancellationOf(
  intent: Parameters<typeof endingOf>[0] & { cancelRequestedAt: Date | null },
  { mayAppear }: Appearance,
  now: Date,
) {
  checkAllowed('cancel', intent.status);
  if (intent.status === 'PROCESSING')
    return { kind: intent.cancelRequestedAt === null ? 'request' : 'requested' } as const;
  // Without an order there are no alarms.
  const { alarms: _none, ...ending } = endingOf(
    intent,
    { to: 'CANCELLED', order: null, feeFen: 0, mayAppear },
    now,
  );
  return { kind: 'end', ending } as const;
}

/**
 * Whether a deletion leaves an order to look for: a draft that a failover or a restore has set back may have been ordered; an
 * intent that has ended is looked after already.
 *
 * @throws ApiError `DELETE_REFUSED` (40004) when the status does not allow it.
 */
export function deletionOf({ status }: { status: IntentStatus }, { mayAppear }: Appearance) {
  checkAllowed('delete', status);
  return { needsLookup: status === 'DRAFT' && mayAppear };
}
