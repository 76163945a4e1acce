import type { EventType, IntentStatus } from '@procurement-intents/contract';
import type { TimelineEvent } from '../intents/intent-change.ts';
import { transition } from '../intents/transition.ts';
import { firstTrackingAt } from './due.ts';
import { keptAlarms, missingAlarms, overchargeAlarms } from './order-alarms.ts';
import {
  type AgreedAmount,
  amountEvent,
  type Charge,
  chargeOf,
  keepsMoney,
  orderFields,
  type OrderDetails,
} from './order-details.ts';
import { type InFlightTimes, revertedTimes } from './purchase-changes.ts';
import { knownOrderId, type PurchaseState } from './purchase-rules.ts';
import type { Decision, Outcome } from './purchase-steps.ts';

const ACTIONS = { COMPLETED: 'complete', FAILED: 'fail', CANCELLED: 'cancel' } as const;
const EVENT_TYPES = {
  COMPLETED: 'intent.completed',
  FAILED: 'intent.failed',
  CANCELLED: 'intent.cancelled',
} as const satisfies Record<keyof typeof ACTIONS, EventType>;

/**
 * How the intent ends by `outcome`: its fields, its events, when its order is tracked, whether the platform must still be
 * asked for an order, and its alarms.
 */
export function endingOf(
  intent: AgreedAmount & { status: IntentStatus },
  outcome: Outcome<OrderDetails>,
  at: Date,
) {
  const { to, order } = outcome;
  // What a cancellation of ours keeps is its fee.
  const isKept = order !== null && !('feeFen' in outcome) && keepsMoney(order);
  const charge: Charge | null = order && chargeOf(order, intent, to === 'COMPLETED' || isKept);
  return {
    fields: {
      ...transition(ACTIONS[to], intent.status, at),
      ...(order && orderFields(order)),
      ...charge?.fields,
      ...outcomeFields(outcome),
      cancelRequestedAt: null,
    },
    event: { ...eventOf(outcome), from: intent.status, to },
    also: (charge && (isKept ? amountEvent(charge) : charge.overcharged)) ?? undefined,
    isVisible: true,
    nextAttemptAt: outcome.to === 'COMPLETED' ? firstTrackingAt(outcome.order, at) : null,
    endsCancel: true as const,
    needsLookup: to !== 'COMPLETED' && order === null && outcome.mayAppear,
    alarms: order && charge ? [...overchargeAlarms(order, charge), ...(isKept ? keptAlarms(order) : [])] : [],
  };
}

/** How an attempt ends its intent by a decision: as {@link endingOf}, with the times in flight, and an alarm for an order that is lost. */
export function attemptEndingOf(
  intent: Parameters<typeof endingOf>[0] & InFlightTimes & Pick<PurchaseState, 'orderId' | 'foundOrderId'>,
  decision: Extract<Decision<OrderDetails>, { kind: 'end' }>,
  at: Date,
) {
  const ending = endingOf(intent, decision.outcome, at);
  const orderId = knownOrderId(intent);
  const isMissing = decision.outcome.order === null && orderId !== null;
  return {
    ...ending,
    fields: {
      ...revertedTimes(intent, decision),
      ...ending.fields,
      // A purchase that ends without an order may not have asked for it.
      ...(decision.outcome.to === 'COMPLETED' && { orderCheckedAt: at }),
    },
    alarms: isMissing ? missingAlarms(orderId) : ending.alarms,
  };
}

function eventOf(outcome: Outcome<OrderDetails>): TimelineEvent {
  const type = EVENT_TYPES[outcome.to];
  if (outcome.to === 'COMPLETED') return { type, detail: outcome.order.orderId };
  return outcome.to === 'FAILED' ? { type, detail: outcome.failureCode } : { type };
}

function outcomeFields(outcome: Outcome<OrderDetails>): {
  failureCode?: string;
  cancellationFeeFen?: bigint;
} {
  switch (outcome.to) {
    case 'COMPLETED':
      return {};
    case 'FAILED':
      return {
        failureCode: outcome.failureCode,
        ...(outcome.feeFen !== undefined && { cancellationFeeFen: BigInt(outcome.feeFen) }),
      };
    case 'CANCELLED':
      return { cancellationFeeFen: BigInt(outcome.feeFen) };
  }
}
