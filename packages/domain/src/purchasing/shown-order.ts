import type { IntentChange, TimelineEvent } from '../intents/intent-change.ts';
import { isOwnOrder } from './decide-by-order.ts';
import type { OrderAlarm, OrderDoubt } from './order-alarms.ts';
import type { AgreedAmount, OrderDetails } from './order-details.ts';
import { acceptedOf } from './purchase-changes.ts';
import { knownOrderId, type PurchaseState } from './purchase-rules.ts';
import { knownOrder, type Purchase, type Step } from './purchase-steps.ts';

type ShowingIntent = PurchaseState & AgreedAmount;

/** The fields that an order writes which the platform has shown. */
type ShownFields = Partial<ReturnType<typeof acceptedOf>['fields']> & { foundOrderId?: string };

/**
 * What an attempt writes of an order that the platform has shown, before its next call or beside the step that ends it: no
 * later attempt then ends, or orders, as if there were no such order. The intent's own counts as accepted. Another, which is
 * not compared yet or for which nobody pays, is kept apart, so that it is not taken for the own one. Null: nothing new.
 */
export function shownOrderOf(
  purchase: Purchase<OrderDetails> & { intent: ShowingIntent },
  step: Step<OrderDetails>,
  at: Date,
): (IntentChange<ShownFields> & { alarms: OrderAlarm[] }) | null {
  const { intent, evidence } = purchase;
  const doubt = doubtOf(step);
  // Such a step writes the order itself.
  if ((step.kind === 'end' || step.kind === 'awaitConfirmation') && !doubt) return null;
  const order = knownOrder(evidence);
  if (!order || intent.orderId === order.orderId) return null;
  const fields = { foundOrderId: order.orderId, orderAcceptedAt: intent.orderAcceptedAt ?? at };
  const found = { fields, event: null, isVisible: false, alarms: [] };
  if (step.kind === 'end') return doubt && { ...found, event: differs(doubt) };
  if (!doubt && isOwnOrder(purchase, order)) {
    const { nextAttemptAt: _later, ...accepted } = acceptedOf(intent, { order, acceptedMs: 0 }, 1, at);
    return accepted;
  }
  return knownOrderId(intent) === order.orderId ? null : found;
}

function doubtOf(step: Step<OrderDetails>): OrderDoubt | null {
  if (step.kind === 'awaitConfirmation') return step.doubt ?? null;
  return step.kind === 'end' && step.outcome.to === 'COMPLETED' ? (step.outcome.doubt ?? null) : null;
}

const DETAILS = {
  reused: 'the platform has it with another content',
  uncompared: 'the platform has not compared it',
} as const satisfies Record<OrderDoubt, string>;

/** Tells that an intent is completed by an order that may not be what was asked for. */
const differs = (doubt: OrderDoubt): TimelineEvent => ({
  type: 'order.content_differs',
  detail: DETAILS[doubt],
});
