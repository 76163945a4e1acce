import { LIMITS } from '@procurement-intents/contract';
import { checkCancel, decideChange, mayHaveBeenOrdered } from '@procurement-intents/domain';
import { historyOf } from '../intent-rows/row-history.ts';
import { pollUntil } from '../polling/poll-until.ts';
import { undecided } from './cancel-waits.ts';
import { changeIntent, type Target } from './change-intent.ts';
import type { ChangeContext } from './intents-context.ts';
import { loadIntent } from './load-intent.ts';
import { fenceOf, type IntentRow } from '../intent-rows/intent-row.ts';

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
  const row = await changeIntent(context, target, (current) => cancelOrRequest(context, target, current));
  if (row.status === 'CANCELLED') return row;
  return context.cancelWaits.run(row.id, () => awaitOutcome(context, target, signal));
}

async function cancelOrRequest(
  context: CancelContext,
  target: Target,
  row: IntentRow,
): Promise<IntentRow | null> {
  const now = context.clock.now();
  const mayAppear = mayHaveBeenOrdered(row, now, historyOf(context));
  const cancellation = decideChange('cancel', row, target, { mayAppear, now });
  switch (cancellation.kind) {
    case 'end':
      return context.intents.end(fenceOf(row), cancellation.ending, now);
    case 'request':
      return context.intents.requestCancel(row.id, row.version, now);
    case 'requested':
      return row;
  }
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
