import { type FailureCode, nearestFen } from '@procurement-intents/contract';
import { CANCEL_REFUSAL_TEXTS } from '@procurement-intents/contract/gateway/codes';
import {
  acceptedOf,
  cancelRefusalOf,
  cancelRequestOf,
  checkAllowed,
  checkCancel,
  endingOf,
  firstAttemptAt,
  orderChangeOf,
  type OrderDetails,
  type Outcome,
  startOf,
} from '@procurement-intents/domain';
import { addEvent, type Changes, updateIntent, updateUnseen, type IntentRecord } from './intent-record.ts';
import type { Plan, PurchaseRules } from './purchase-rules.ts';
import type { Holding } from './types.ts';

/** A step that the service takes by itself, and when it is due. */
interface Step {
  atMs: number;
  take(at: Date): void;
}

/** Runs every step of the purchase that is due at `now`, each at its own time. */
export function runPurchase(intent: IntentRecord, rules: PurchaseRules, graceMs: number, now: Date): void {
  for (;;) {
    const { plan, since } = rules.planFor(intent);
    const step = nextStep(intent, plan, graceMs);
    if (!step || step.atMs > now.getTime()) return;
    const isOrdering = intent.status !== 'SUBMITTED';
    const atMs = Math.max(step.atMs, intent.updatedAt.getTime(), isOrdering ? since.getTime() : 0);
    if (atMs > now.getTime()) return;
    step.take(new Date(atMs));
  }
}

function nextStep(intent: IntentRecord, plan: Plan, graceMs: number): Step | null {
  switch (intent.status) {
    case 'SUBMITTED': {
      const { submittedAt } = intent;
      const dueAt = submittedAt && firstAttemptAt(submittedAt, graceMs);
      return { atMs: msOf(dueAt), take: (at) => start(intent, at) };
    }
    case 'PROCESSING':
      return nextOrderStep(intent, plan);
    case 'COMPLETED':
      return shipping(intent, plan);
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
      return { atMs, take: (at) => fail(intent, plan.code, at) };
  }
}

function start(intent: IntentRecord, at: Date): void {
  const { fields, event } = startOf(intent, at);
  updateIntent(intent, fields, { ...event, at });
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
  const { fields, event } = acceptedOf(intent, orderOf(intent, 'ACCEPTED'), at);
  if (event) updateIntent(intent, fields, { ...event, at });
}

function complete(intent: IntentRecord, amountPaid: number | undefined, at: Date): void {
  const order = orderOf(intent, 'CONFIRMED');
  if (amountPaid !== undefined) order.amountPaidFen = nearestFen(amountPaid);
  end(intent, { to: 'COMPLETED', order }, {}, at);
}

/** @param own - what the service in memory makes up of the order. */
function end(intent: IntentRecord, outcome: Outcome<OrderDetails>, own: Changes, at: Date): void {
  const { fields, event, also } = endingOf(intent, outcome, at);
  updateIntent(intent, { ...fields, ...own }, { ...event, at });
  if (also) addEvent(intent, { ...also, at });
}

// Failures of a purchase whose order the platform has accepted; other purchases fail before there is an order.
const WITH_ORDER = new Set<FailureCode>([
  'OUT_OF_STOCK',
  'ADDRESS_UNDELIVERABLE',
  'PLATFORM_REJECTED',
  'PROCESSING_TIMEOUT',
]);

function fail(intent: IntentRecord, failureCode: FailureCode, at: Date): void {
  const orderId = WITH_ORDER.has(failureCode) ? orderIdOf(intent) : intent.orderId;
  const orderStatus = failureCode === 'PROCESSING_TIMEOUT' ? 'CANCELLED' : null;
  end(intent, { to: 'FAILED', failureCode, order: null, mayAppear: false }, { orderId, orderStatus }, at);
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
      const { fields, event } = orderChangeOf(intent, order);
      if (event) updateIntent(intent, fields, { ...event, at });
    },
  };
}

/** Cancels the intent: at once while SUBMITTED; while PROCESSING the plan decides for the platform. */
export function cancelPurchase(intent: IntentRecord, rules: PurchaseRules, now: Date): void {
  checkAllowed('cancel', intent.status);
  const from = intent.status;
  const { plan } = rules.planFor(intent);
  const holding: Holding = from === 'PROCESSING' && plan.end === 'hold' ? plan : {};
  if (from === 'PROCESSING') {
    const { fields, event } = cancelRequestOf(now);
    updateUnseen(intent, fields, { ...event, at: now });
  }
  if (holding.isShipped === true) {
    const { fields, event } = cancelRefusalOf(CANCEL_REFUSAL_TEXTS.SHIPPED);
    updateUnseen(intent, fields, { ...event, at: now });
  } else {
    const feeFen = nearestFen(holding.cancellationFee ?? 0);
    const orderStatus = intent.orderId === null ? null : 'CANCELLED';
    end(intent, { to: 'CANCELLED', order: null, feeFen, mayAppear: false }, { orderStatus }, now);
  }
  checkCancel(intent);
}
