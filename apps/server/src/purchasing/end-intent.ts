import { type Outcome as OutcomeOf, transition } from '@procurement-intents/domain';
import type { PlatformOrder } from '../platforms/platform.ts';
import type { RunRow } from './store/claim-intents.ts';
import { orderPatch } from './order-patch.ts';
import { alarmOvercharge, type Charge, chargeOf } from './overcharge.ts';
import { type Attempt, fenceOf } from './processing-context.ts';
import type { Fence, IntentPatch, IntentRow } from '../intents/store/intent-row.ts';
import type { Ending, PurchaseStore } from './store/purchase-store.ts';

export type Outcome = OutcomeOf<PlatformOrder>;

type Ended = Pick<RunRow, 'id' | 'status' | 'totalFen' | 'amountPaidFen'>;

/**
 * The one writer of outcomes. Null when another writer came between; also when the database says that an order may
 * still appear and none is known, whatever the caller believed. Nothing is written then.
 *
 * @param patch - bookkeeping that goes with the outcome.
 */
export function endIntent(
  { purchases }: { purchases: PurchaseStore },
  { row, fence, at }: { row: Ended; fence: Fence; at: Date },
  outcome: Outcome,
  patch: IntentPatch = {},
): Promise<IntentRow | null> {
  return purchases.end(fence, endingOf(row, outcome, at, patch), at);
}

/** Ends the purchase of an attempt; people are told of an order that was charged above the total. */
export async function endAttempt(
  { context, row }: Attempt,
  outcome: Outcome,
  patch: IntentPatch = {},
): Promise<void> {
  const at = context.clock.now();
  const { order } = outcome;
  const charge = chargeIn(outcome, row);
  if (order && charge) alarmOvercharge(context, row, order, charge);
  await endIntent(context, { row, fence: fenceOf(row), at }, outcome, patch);
}

/** What the order of the outcome brings to the amount of its intent. */
const chargeIn = ({ to, order }: Outcome, row: Ended): Charge | null =>
  order && chargeOf(order, row, to === 'COMPLETED');

const ACTIONS = { COMPLETED: 'complete', FAILED: 'fail', CANCELLED: 'cancel' } as const;
const EVENTS = {
  COMPLETED: 'intent.completed',
  FAILED: 'intent.failed',
  CANCELLED: 'intent.cancelled',
} as const;

function endingOf(row: Ended, outcome: Outcome, at: Date, patch: IntentPatch): Ending {
  const { to, order } = outcome;
  const charge = chargeIn(outcome, row);
  const detail = to === 'COMPLETED' ? order?.orderId : to === 'FAILED' ? outcome.failureCode : undefined;
  return {
    patch: {
      // What a turn in between has asked for is over.
      nextAttemptAt: null,
      ...patch,
      ...transition(ACTIONS[to], row.status, at),
      ...(order && orderPatch(order)),
      ...charge?.patch,
      ...outcomePatch(outcome),
      cancelRequestedAt: null,
    },
    event: { type: EVENTS[to], from: row.status, to, ...(detail !== undefined && { detail }) },
    also: charge?.overcharged ?? undefined,
    owesLookup: to !== 'COMPLETED' && order === null && outcome.mayTurnUp,
  };
}

function outcomePatch(outcome: Outcome): IntentPatch {
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
