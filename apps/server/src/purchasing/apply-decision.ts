import {
  acceptedOf,
  attemptEndingOf,
  cancelRefusalOf,
  type Decision,
  isPastRetryBudget,
  type OrderAlarm,
  type Retry,
  retryOf,
  waitOf,
} from '@procurement-intents/domain';
import type { Update } from '../intent-rows/intent-row.ts';
import type { PlatformOrder } from '../platforms/platform.ts';
import { withRaised } from './order-alarms.ts';
import { type Attempt, boundsOf, fenceOf } from './processing-context.ts';
import { countAttempts } from '../intent-rows/attempt-number.ts';

type Decided<Kind extends Decision<PlatformOrder>['kind']> = Extract<Decision<PlatformOrder>, { kind: Kind }>;

/** Writes the decision of an attempt. Each write is fenced: after another attempt or a change by a caller it writes nothing. */
export function applyDecision(attempt: Attempt, decision: Decision<PlatformOrder>): Promise<void> {
  const { context, row } = attempt;
  const now = context.clock.now();
  switch (decision.kind) {
    case 'end':
      return end(attempt, decision, now);
    case 'wait':
    case 'postpone':
      return update(attempt, waitOf(row, decision, now), now);
    case 'retry':
      return retryLater(attempt, decision, now);
    case 'awaitConfirmation':
      return update(attempt, checkedAt(now, acceptedOf(row, decision, countAttempts(row.attempt), now)), now);
    case 'refuseCancel':
      return update(attempt, cancelRefusalOf(decision.reason, now), now);
  }
}

/** The change, and that the platform was asked about the order. */
const checkedAt = <Change extends { fields: object }>(now: Date, change: Change) => ({
  ...change,
  fields: { ...change.fields, orderCheckedAt: now },
});

/** Raises the alarms before the write: a crash in between may repeat an alarm, but never loses one. */
async function update(
  { context, row }: Attempt,
  change: Update | (Omit<Update, 'alarms'> & { alarms: readonly OrderAlarm[] }),
  now: Date,
): Promise<void> {
  await context.purchases.update(fenceOf(row), withRaised(context, row, change), now);
}

async function end({ context, row }: Attempt, decision: Decided<'end'>, now: Date): Promise<void> {
  const given = attemptEndingOf(row, decision, now);
  // A purchase that ends without an order may not have asked.
  const isBought = decision.outcome.to === 'COMPLETED';
  const ending = withRaised(context, row, isBought ? checkedAt(now, given) : given);
  await context.purchases.end(fenceOf(row), ending, now);
}

/** Records an attempt without a definite answer. */
function retryLater(attempt: Attempt, decision: Retry, now: Date): Promise<void> {
  const { context, row } = attempt;
  const { reason } = decision;
  const bounds = boundsOf(context);
  if (isPastRetryBudget(row, now, bounds)) {
    context.log.warn({ intentId: row.id, detail: reason }, 'still no definite answer of the platform');
  }
  return update(
    attempt,
    retryOf(row, decision, { attempts: countAttempts(row.attempt), at: now, bounds }),
    now,
  );
}
