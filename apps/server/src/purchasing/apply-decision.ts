import {
  acceptedOf,
  afterCancel,
  attemptEndingOf,
  cancelRefusalOf,
  type Decision,
  type Evidence,
  failUnknownStep,
  isPastRetryBudget,
  type OrderAlarm,
  type Retry,
  retryOf,
  waitOf,
} from '@procurement-intents/domain';
import { fenceOf, type Update } from '../intent-rows/intent-row.ts';
import type { PlatformOrder } from '../platforms/platform.ts';
import { withRaised } from './order-alarms.ts';
import { type Attempt, boundsOf } from './processing-context.ts';
import { countAttempts } from '../intent-rows/attempt-number.ts';

type Decided<Kind extends Decision<PlatformOrder>['kind']> = Extract<Decision<PlatformOrder>, { kind: Kind }>;

/**
 * Writes the decision of an attempt, and what its answer to a cancellation has settled. Each write is fenced: after another
 * attempt or a change by a caller it writes nothing.
 */
export function applyDecision(
  attempt: Attempt,
  decision: Decision<PlatformOrder>,
  cancelled: Evidence<PlatformOrder>['cancelled'],
): Promise<void> {
  const { context, row } = attempt;
  const now = context.clock.now();
  const settled = afterCancel(row, cancelled);
  const write = (change: AlarmedUpdate): Promise<void> => update(attempt, withFields(change, settled), now);
  switch (decision.kind) {
    case 'end':
      return end(attempt, decision, settled, now);
    case 'wait':
    case 'postpone':
      return write(waitOf(row, decision, now));
    case 'retry':
      return write(retryLater(attempt, decision, now));
    case 'awaitConfirmation':
      return write(acceptedOf(row, decision, countAttempts(row.attempt), now));
    case 'refuseCancel':
      return write(cancelRefusalOf(decision.reason, now));
    default:
      return failUnknownStep(decision);
  }
}

type AlarmedUpdate = Update | (Omit<Update, 'alarms'> & { alarms: readonly OrderAlarm[] });

const withFields = <Change extends { fields: object }, Fields extends object>(
  change: Change,
  fields: Fields,
) => ({ ...change, fields: { ...change.fields, ...fields } });

/** Raises the alarms before the write: a crash in between may repeat an alarm, but never loses one. */
async function update({ context, row }: Attempt, change: AlarmedUpdate, now: Date): Promise<void> {
  await context.purchases.update(fenceOf(row), withRaised(context, row, change), now);
}

async function end(
  { context, row }: Attempt,
  decision: Decided<'end'>,
  settled: ReturnType<typeof afterCancel>,
  now: Date,
): Promise<void> {
  const given = withFields(attemptEndingOf(row, decision, now), settled);
  const ending = withRaised(context, row, given);
  await context.purchases.end(fenceOf(row), ending, now);
}

/** What an attempt without a definite answer writes, which the log tells of once it is late. */
function retryLater({ context, row }: Attempt, decision: Retry, now: Date): AlarmedUpdate {
  const { reason } = decision;
  const bounds = boundsOf(context);
  if (isPastRetryBudget(row, now, bounds)) {
    context.log.warn({ intentId: row.id, detail: reason }, 'still no definite answer of the platform');
  }
  return retryOf(row, decision, { attempts: countAttempts(row.attempt), at: now, bounds });
}
