import type { EventType, IntentStatus } from '@procurement-intents/contract';
import { transition } from '../intents/transition.ts';
import {
  type AgreedAmount,
  type Charge,
  chargeOf,
  orderFields,
  type OrderDetails,
  type TimelineEvent,
} from './order-details.ts';
import type { Outcome } from './purchase-steps.ts';

const ACTIONS = { COMPLETED: 'complete', FAILED: 'fail', CANCELLED: 'cancel' } as const;
const EVENT_TYPES = {
  COMPLETED: 'intent.completed',
  FAILED: 'intent.failed',
  CANCELLED: 'intent.cancelled',
} as const satisfies Record<keyof typeof ACTIONS, EventType>;

/** How the intent ends by `outcome`: its fields, its events, and whether the platform must still be asked for an order. */
export function endingOf(
  intent: AgreedAmount & { status: IntentStatus },
  outcome: Outcome<OrderDetails>,
  at: Date,
) {
  const { to, order } = outcome;
  const charge: Charge | null = order && chargeOf(order, intent, to === 'COMPLETED');
  return {
    fields: {
      ...transition(ACTIONS[to], intent.status, at),
      ...(order && orderFields(order)),
      ...charge?.fields,
      ...outcomeFields(outcome),
      cancelRequestedAt: null,
    },
    event: { ...eventOf(outcome), from: intent.status, to },
    also: charge?.overcharged ?? undefined,
    needsLookup: to !== 'COMPLETED' && order === null && outcome.mayAppear,
    charge,
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
