import { nearestFen } from '@procurement-intents/contract';
import { CANCEL_REFUSAL_TEXTS } from '@procurement-intents/contract/gateway/codes';
import {
  acceptedOf,
  cancelRefusalOf,
  cancelRequestOf,
  type ChangeRequest,
  checkCancel,
  decideChange,
  endingOf,
  lateOrderOf,
  orderChangeOf,
  type OrderDetails,
  type Outcome,
  startOf,
} from '@procurement-intents/domain';
import { updateIntent, type IntentRecord } from './intent-record.ts';
import { FAILED_ORDERS, type Plan, type PurchasePlans } from './purchase-plans.ts';
import type { Holding } from '../types.ts';

/** A step that the service takes by itself, and when it is due. */
interface Step {
  atMs: number;
  take(at: Date): void;
}

/**
 * Runs every step of the purchase that is due at `now`, each at its own time.
 *
 * @param onStep - called after each step.
 */
export function runPurchase(intent: IntentRecord, plans: PurchasePlans, now: Date, onStep: () => void): void {
  for (;;) {
    const { plan, since } = plans.planFor(intent);
    const step = nextStep(intent, plan);
    if (!step || step.atMs > now.getTime()) return;
    const isOrdering = intent.status !== 'SUBMITTED';
    const atMs = Math.max(step.atMs, intent.updatedAt.getTime(), isOrdering ? since.getTime() : 0);
    if (atMs > now.getTime()) return;
    step.take(new Date(atMs));
    onStep();
  }
}

function nextStep(intent: IntentRecord, plan: Plan): Step | null {
  switch (intent.status) {
    case 'SUBMITTED':
      return {
        atMs: msOf(intent.nextAttemptAt),
        take: (at) => updateIntent(intent, startOf(intent, at), at),
      };
    case 'PROCESSING':
      return nextOrderStep(intent, plan);
    case 'COMPLETED':
      return shipping(intent, plan);
    case 'FAILED':
      return lateOrder(intent, plan);
    default:
      return null;
  }
}

const msOf = (time: Date | null): number => time?.getTime() ?? Infinity;

function nextOrderStep(intent: IntentRecord, plan: Plan): Step | null {
  const startedMs = msOf(intent.processingAt);
  const afterMs = plan.end === 'hold' ? Infinity : (plan.afterMs ?? 0);
  if (afterMs > 0 && intent.orderId === null) return { atMs: startedMs, take: (at) => accept(intent, at) };
  const atMs = startedMs + afterMs;
  switch (plan.end) {
    case 'hold':
      return null;
    case 'complete':
      return { atMs, take: (at) => complete(intent, plan.amountPaid, at) };
    case 'fail':
      return { atMs, take: (at) => fail(intent, plan, at) };
  }
}

/** A made-up order id, the same in every run. */
const orderIdOf = ({ id, platform }: IntentRecord): string => `${platform.slice(-1)}${id.slice(-12)}`;

/** The order of the intent, at its total unless the platform has named another amount. */
const orderOf = (intent: IntentRecord, status: OrderDetails['status']): OrderDetails => ({
  orderId: orderIdOf(intent),
  status,
  amountPaidFen: Number(intent.amountPaidFen ?? intent.totalFen),
  parcels: [],
});

function accept(intent: IntentRecord, at: Date): void {
  updateIntent(intent, acceptedOf(intent, { order: orderOf(intent, 'ACCEPTED'), acceptedMs: 0 }, 1, at), at);
}

function complete(intent: IntentRecord, amountPaid: number | undefined, at: Date): void {
  const order = orderOf(intent, 'CONFIRMED');
  if (amountPaid !== undefined) order.amountPaidFen = nearestFen(amountPaid);
  end(intent, { to: 'COMPLETED', order }, at);
}

const end = (intent: IntentRecord, outcome: Outcome<OrderDetails>, at: Date): void =>
  updateIntent(intent, endingOf(intent, outcome, at), at);

function fail(
  intent: IntentRecord,
  { code: failureCode, cancellationFee }: Extract<Plan, { end: 'fail' }>,
  at: Date,
): void {
  const status = FAILED_ORDERS[failureCode] ?? (intent.orderId === null ? null : 'REJECTED');
  const order = status && orderOf(intent, status);
  const fee = order?.status === 'CANCELLED' && cancellationFee ? { feeFen: nearestFen(cancellationFee) } : {};
  end(intent, { to: 'FAILED', failureCode, order, mayAppear: false, ...fee }, at);
}

/** An order that appears after a failure, and stands. */
function lateOrder(intent: IntentRecord, plan: Plan): Step | null {
  if (plan.end !== 'fail' || !plan.lateOrder || intent.orderId !== null) return null;
  const { afterMs = 0, amountPaid } = plan.lateOrder;
  return {
    atMs: msOf(intent.updatedAt) + afterMs,
    take(at) {
      const order = orderOf(intent, 'CONFIRMED');
      if (amountPaid !== undefined) order.amountPaidFen = nearestFen(amountPaid);
      updateIntent(intent, lateOrderOf(intent, { kind: 'finish', type: 'order.late_stands', order }), at);
    },
  };
}

const SHIP_AFTER_MS = 1000;

function shipping(intent: IntentRecord, plan: Plan): Step | null {
  const { shipAfterMs = SHIP_AFTER_MS } = plan.end === 'complete' ? plan : {};
  if (intent.trackingNumber !== null || shipAfterMs === null) return null;
  return {
    atMs: msOf(intent.completedAt) + shipAfterMs,
    take(at) {
      const trackingNumber = `TEST${intent.id.slice(-12)}`;
      const parcel = { trackingNumber, trackingCompany: '测试快递' };
      const order = { ...orderOf(intent, 'SHIPPED'), ...parcel, parcels: [parcel] };
      updateIntent(intent, orderChangeOf(intent, order), at);
    },
  };
}

/** Cancels the intent: at once while SUBMITTED; while PROCESSING the plan decides for the platform. */
export function cancelPurchase(
  intent: IntentRecord,
  request: ChangeRequest,
  plans: PurchasePlans,
  now: Date,
): void {
  const cancellation = decideChange('cancel', intent, request, { mayAppear: false, now });
  if (cancellation.kind === 'end') return updateIntent(intent, cancellation.ending, now);
  const { plan } = plans.planFor(intent);
  const holding: Holding = plan.end === 'hold' ? plan : {};
  updateIntent(intent, cancelRequestOf(now), now);
  if (holding.isShipped === true) {
    updateIntent(intent, cancelRefusalOf(CANCEL_REFUSAL_TEXTS.SHIPPED, now), now);
  } else {
    const feeFen = nearestFen(holding.cancellationFee ?? 0);
    const order = intent.orderId === null ? null : orderOf(intent, 'CANCELLED');
    end(intent, { to: 'CANCELLED', order, feeFen, mayAppear: false }, now);
  }
  checkCancel(intent);
}
