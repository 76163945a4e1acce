import type { IntentStatus } from '@procurement-intents/contract';
import { transition } from '../intents/transition.ts';
import { isReported } from '../is-reported.ts';
import {
  type AgreedAmount,
  chargeOf,
  orderFields,
  type OrderDetails,
  type TimelineEvent,
  withCharge,
} from './order-details.ts';

/** What the start of a purchase writes, and its event. */
export function startOf({ status: from }: { status: IntentStatus }, at: Date) {
  const fields = { ...transition('start', from, at), processingAt: at };
  return { fields, event: { type: 'intent.processing', from, to: fields.status } as const };
}

/**
 * What an order writes that the platform has accepted and not confirmed, and its events. Nothing new: no fields and no
 * event.
 */
export function acceptedOf(
  intent: AgreedAmount & { orderId: string | null; orderAcceptedAt: Date | null },
  order: OrderDetails,
  at: Date,
) {
  const charge = chargeOf(order, intent, false);
  const accepted: TimelineEvent = { type: 'order.accepted', detail: order.orderId };
  const events = withCharge(intent.orderId === null ? accepted : null, charge);
  const fields = events.event && {
    ...orderFields(order),
    ...charge.fields,
    orderAcceptedAt: intent.orderAcceptedAt ?? at,
  };
  return { fields: fields ?? {}, ...events, charge };
}

/** What a caller's request writes to cancel an intent that is PROCESSING, and its event. The intent is due at once. */
export function cancelRequestOf(at: Date) {
  return {
    fields: { cancelRequestedAt: at, cancelRefusal: null },
    event: { type: 'intent.cancel_requested' },
  } as const;
}

/** What the platform's refusal of a cancellation writes, and its event. */
export function cancelRefusalOf(reason: string) {
  return {
    fields: { cancelRequestedAt: null, cancelRefusal: reason },
    event: { type: 'intent.cancel_refused', detail: reason },
  } as const;
}

// The first attempts show what goes wrong; thousands of equal entries would only fill the timeline.
const ALL_SHOWN = 10;

/**
 * The event of an attempt without a result; null when it is not reported. The first ten attempts are reported, then only
 * each that doubles the number of attempts.
 *
 * @param attempts - the number of attempts, this one included.
 */
export function attemptEvent(attempts: number, reason: string): TimelineEvent | null {
  const type = 'intent.attempt_failed';
  if (!isReported(attempts, ALL_SHOWN)) return null;
  return { type, detail: attempts <= ALL_SHOWN ? reason : `${reason} (attempt ${attempts})` };
}
