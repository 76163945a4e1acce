import {
  acceptedOf,
  attemptEvent,
  cancelRefusalOf,
  type Decision,
  endingOf,
  isPastRetryBudget,
  nextAttemptAt,
  type Retry,
} from '@procurement-intents/domain';
import type { IntentPatch } from '../intent-rows/intent-row.ts';
import type { PlatformOrder } from '../platforms/platform.ts';
import { alarmOvercharge, alarmReusedNumber } from './order-alarms.ts';
import { type Attempt, boundsOf, fenceOf } from './processing-context.ts';
import { countAttempts } from './store/attempt-number.ts';
import type { UpdateTrace } from './store/update-purchases.ts';

type Decided<Kind extends Decision<PlatformOrder>['kind']> = Extract<Decision<PlatformOrder>, { kind: Kind }>;

/** Writes the decision of an attempt. Each write is fenced: after another attempt or a change by a caller it writes nothing. */
export function applyDecision(attempt: Attempt, decision: Decision<PlatformOrder>): Promise<void> {
  const { context, row } = attempt;
  const now = context.clock.now();
  const dueAt = { nextAttemptAt: nextAttemptAt(row, decision, now, boundsOf(context)) };
  switch (decision.kind) {
    case 'end':
      return end(attempt, decision, dueAt, now);
    case 'wait':
      return update(attempt, { ...revertedInFlight(attempt, decision), ...dueAt }, now);
    case 'retry':
      return retryLater(attempt, decision, dueAt, now);
    case 'postpone':
      return update(attempt, dueAt, now);
    case 'awaitConfirmation':
      return awaitConfirmation(attempt, decision, dueAt, now);
    case 'refuseCancel': {
      const { fields, event } = cancelRefusalOf(decision.reason);
      return update(attempt, { ...fields, ...dueAt }, now, { event });
    }
  }
}

type DueAt = Pick<IntentPatch, 'nextAttemptAt'>;

async function update(
  { context, row }: Attempt,
  patch: IntentPatch,
  now: Date,
  trace: UpdateTrace = {},
): Promise<void> {
  await context.purchases.update(fenceOf(row), patch, now, trace);
}

/** The times in flight as they were claimed, when the order of this attempt was certainly not sent. */
const revertedInFlight = (
  { row: { orderInFlightUntil, retryOrderAfter } }: Attempt,
  { revertsInFlight = false }: { revertsInFlight?: boolean },
): IntentPatch => (revertsInFlight ? { orderInFlightUntil, retryOrderAfter } : {});

/** Raises the alarm before the write: a crash in between may repeat an alarm, but never loses one. */
async function end(attempt: Attempt, decision: Decided<'end'>, dueAt: DueAt, now: Date): Promise<void> {
  const { context, row } = attempt;
  const { outcome } = decision;
  const { fields, charge, ...ending } = endingOf(row, outcome, now);
  if (outcome.order && charge) alarmOvercharge(context, row, outcome.order, charge);
  const patch = { ...dueAt, ...revertedInFlight(attempt, decision), ...fields };
  await context.purchases.end(fenceOf(row), { ...ending, patch }, now);
}

/** Records an attempt without a definite answer. */
function retryLater(attempt: Attempt, decision: Retry, dueAt: DueAt, now: Date): Promise<void> {
  const { context, row } = attempt;
  const { reason, mayResend, pageGoneAt, isReused } = decision;
  if (isReused) alarmReusedNumber(attempt);
  if (isPastRetryBudget(row, now, boundsOf(context))) {
    context.log.warn({ intentId: row.id, detail: reason }, 'still no definite answer of the platform');
  }
  const patch: IntentPatch = {
    ...revertedInFlight(attempt, decision),
    ...(mayResend && { retryOrderAfter: now }),
    ...(pageGoneAt && { pageGoneAt }),
    ...(isReused && { mustCompareOrder: true }),
    ...dueAt,
  };
  return update(attempt, patch, now, { event: attemptEvent(countAttempts(row.attempt), reason) });
}

function awaitConfirmation(
  attempt: Attempt,
  { order }: Decided<'awaitConfirmation'>,
  dueAt: DueAt,
  now: Date,
): Promise<void> {
  const { context, row } = attempt;
  const { fields, charge, ...events } = acceptedOf(row, order, now);
  alarmOvercharge(context, row, order, charge);
  return update(attempt, { ...fields, ...dueAt }, now, { ...events, isVisible: events.event !== null });
}
