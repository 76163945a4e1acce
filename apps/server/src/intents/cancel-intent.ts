import { LIMITS } from '@procurement-intents/contract';
import { checkAllowed, checkCancel, endingOf, mayHaveBeenOrdered } from '@procurement-intents/domain';
import { historyOf } from '../intent-rows/row-history.ts';
import { pollUntil } from '../polling/poll-until.ts';
import { undecided } from './cancel-waits.ts';
import { changeIntent, type Target } from './change-intent.ts';
import type { ChangeContext } from './intents-context.ts';
import { loadIntent } from './load-intent.ts';
import type { IntentRow } from '../intent-rows/intent-row.ts';

type CancelContext = ChangeContext<'end' | 'requestCancel'>;

/**
 * Cancels an intent: at once while SUBMITTED. While PROCESSING it stores the request, for which a worker asks the
 * platform, and waits up to 20 s for the outcome. A repeated call waits for the stored request.
 */
export async function cancelIntent(
  context: CancelContext,
  target: Target,
  signal: AbortSignal,
): Promise<IntentRow> {
  const row = await changeIntent(context, target, (current) => cancelOrRequest(context, current));
  if (row.status === 'CANCELLED') return row;
  return context.cancelWaits.run(row.id, () => awaitOutcome(context, target, signal));
}

async function cancelOrRequest(context: CancelContext, row: IntentRow): Promise<IntentRow | null> {
  const now = context.clock.now();
  checkAllowed('cancel', row.status);
  if (row.status === 'PROCESSING') {
    return row.cancelRequestedAt === null ? context.intents.requestCancel(row.id, row.version, now) : row;
  }
  const fence = { id: row.id, version: row.version };
  const mayAppear = mayHaveBeenOrdered(row, now, historyOf(context));
  const outcome = { to: 'CANCELLED', order: null, feeFen: 0, mayAppear } as const;
  // Without an order there are no alarms.
  const { alarms: _none, ...ending } = endingOf(row, outcome, now);
  return context.intents.end(fence, ending, now);
}

async function awaitOutcome(
  context: CancelContext,
  { appId, id }: Target,
  signal: AbortSignal,
): Promise<IntentRow> {
  const readOutcome = async (): Promise<IntentRow | null> => {
    const row = await loadIntent(context, appId, id);
    return checkCancel(row) === 'cancelled' ? row : null;
  };
  const timeoutMs = context.cancelWaitMs ?? LIMITS.cancelWaitMs;
  const cancelled = await pollUntil(readOutcome, { timeoutMs, signal });
  if (cancelled === null) throw undecided();
  return cancelled;
}
