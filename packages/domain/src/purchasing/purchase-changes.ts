import type { IntentStatus } from '@procurement-intents/contract';
import type { IntentChange, TimelineEvent } from '../intents/intent-change.ts';
import { transition } from '../intents/transition.ts';
import { isReported } from '../is-reported.ts';
import type { OrderFacts } from './answers.ts';
import { isAdoptable, type RecoveredIntent } from './decide-recovery.ts';
import { afterRefusedCancel, afterRetry, afterWait, nextConfirmationAt } from './due.ts';
import { type OrderDoubt, overchargeAlarms, type Overdue, overdueAlarms } from './order-alarms.ts';
import { type AgreedAmount, chargeOf, orderFields, type OrderDetails, withCharge } from './order-details.ts';
import { mayOrderAppear, type PurchaseBounds, type PurchaseState } from './purchase-rules.ts';
import type { Decision, InFlightReversal, Question, Retry } from './purchase-steps.ts';

/** What the start of a purchase writes, and its event. */
export function startOf({ status: from }: { status: IntentStatus }, at: Date) {
  const fields = { ...transition('start', from, at), processingAt: at };
  return { fields, event: { type: 'intent.processing', from, to: fields.status }, isVisible: true } as const;
}

/** An order that the platform has accepted, and how long it has had it. One in doubt is not the intent's own. */
export interface Accepted {
  order: OrderDetails;
  acceptedMs: number;
  overdue?: Overdue;
  doubt?: OrderDoubt;
}

/**
 * What an order writes that the platform has accepted and not confirmed, its events and alarms. Nothing new: no fields
 * and no event.
 *
 * @param attempts - the number of attempts, this one included.
 */
export function acceptedOf(
  intent: AgreedAmount & { orderId: string | null; orderAcceptedAt: Date | null },
  { order, acceptedMs, overdue, doubt }: Accepted,
  attempts: number,
  at: Date,
) {
  const charge = chargeOf(order, intent, false);
  const accepted: TimelineEvent = { type: 'order.accepted', detail: order.orderId };
  const isNew = !doubt && intent.orderId !== order.orderId;
  const written = withCharge(isNew ? accepted : null, charge);
  const fields = written.event && {
    ...(!doubt && orderFields(order)),
    ...charge.fields,
    orderAcceptedAt: intent.orderAcceptedAt ?? at,
  };
  const alarms = [...overchargeAlarms(order, charge), ...overdueAlarms(order, overdue, attempts)];
  return {
    fields: { ...fields, orderCheckedAt: at },
    ...written,
    nextAttemptAt: nextConfirmationAt(acceptedMs, at),
    alarms,
  };
}

/** The fields of an intent that an order in flight has set. */
export type InFlightTimes = Pick<PurchaseState, 'orderInFlightUntil' | 'retryOrderAfter'>;

/** The times in flight as the intent was claimed with, when the order of this attempt was certainly not sent. */
export const revertedTimes = (
  { orderInFlightUntil, retryOrderAfter }: InFlightTimes,
  { revertsInFlight = false }: InFlightReversal,
): Partial<InFlightTimes> => (revertsInFlight ? { orderInFlightUntil, retryOrderAfter } : {});

/** What an attempt writes that only waits. */
export const waitOf = (
  intent: InFlightTimes & Pick<PurchaseState, 'processingAt'>,
  decision: Extract<Decision<OrderFacts>, { kind: 'wait' | 'postpone' }>,
  at: Date,
): IntentChange<Partial<InFlightTimes>> => ({
  fields: decision.kind === 'wait' ? revertedTimes(intent, decision) : {},
  event: null,
  isVisible: false,
  nextAttemptAt: afterWait(intent, decision, at),
});

/**
 * What an attempt without a definite answer writes, and its event.
 *
 * @param attempts - the number of attempts, this one included.
 */
export function retryOf(
  intent: InFlightTimes & Pick<PurchaseState, 'processingAt'>,
  decision: Retry,
  { attempts, at, bounds }: { attempts: number; at: Date; bounds: Pick<PurchaseBounds, 'retryBudgetMs'> },
) {
  const { reason, mayResend, pageGoneAt } = decision;
  return {
    fields: {
      ...revertedTimes(intent, decision),
      ...(mayResend && { retryOrderAfter: at }),
      ...(pageGoneAt && { pageGoneAt }),
    },
    event: attemptEvent(attempts, reason),
    isVisible: false,
    nextAttemptAt: afterRetry(intent, decision, at, bounds),
  };
}

/**
 * What an attempt writes before it makes a call, so that later attempts know; null: nothing. An order that is sent shows
 * that the page is there again. An order in doubt, or older than a change, must be compared when it is found.
 */
export function preparationOf(
  intent: Pick<PurchaseState, 'pageGoneAt' | 'mustCompareOrder'>,
  question: Question<OrderFacts>,
): IntentChange<Partial<Pick<PurchaseState, 'pageGoneAt' | 'mustCompareOrder'>>> | null {
  const isPlacing = question.kind === 'placeOrder';
  const isPageBack = isPlacing && intent.pageGoneAt !== null;
  const isDoubtful = isPlacing ? question.mustCompare : 'doubt' in question && question.doubt !== null;
  const mustCompare = isDoubtful && !intent.mustCompareOrder;
  if (!isPageBack && !mustCompare) return null;
  const fields = { ...(isPageBack && { pageGoneAt: null }), ...(mustCompare && { mustCompareOrder: true }) };
  return { fields, event: null, isVisible: false };
}

/** What the number writes under which the platform has the order; null when it is the intent's. */
export const orderNumberOf = (
  intent: { merchantOrderNo: string | null },
  merchantOrderNo: string | undefined,
): IntentChange<{ merchantOrderNo: string }> | null =>
  merchantOrderNo === undefined || merchantOrderNo === intent.merchantOrderNo
    ? null
    : { fields: { merchantOrderNo }, event: null, isVisible: false };

/**
 * What the adoption of an order writes after the database was restored, and its event: the intent is due at once, and its
 * next attempt asks for the order, and has its content compared: the intent may have changed since it was
 * sent. A draft that has an order was submitted before the restore: its lost submit is repeated. Null when the intent is
 * not open or has another order.
 */
export function adoptionOf(
  intent: AdoptingIntent,
  { orderId, merchantOrderNo }: { orderId: string; merchantOrderNo: string },
  at: Date,
) {
  if (!isAdoptable(intent, orderId)) return null;
  const { status: from, submittedAt, orderInFlightUntil } = intent;
  const submission = from === 'DRAFT' ? transition('submit', from, at) : null;
  const move = submission && { from, to: submission.status };
  return {
    fields: {
      merchantOrderNo,
      foundOrderId: orderId,
      mustCompareOrder: true,
      orderInFlightUntil: mayOrderAppear(intent, at) ? orderInFlightUntil : at,
      submittedAt: submittedAt ?? at,
      ...submission,
    },
    event: { type: 'intent.recovered', ...move, detail: merchantOrderNo },
    isVisible: true,
    nextAttemptAt: at,
  } satisfies IntentChange;
}

/** The fields of an intent by which an order is adopted. */
export interface AdoptingIntent extends RecoveredIntent, Pick<PurchaseState, 'orderInFlightUntil'> {
  submittedAt: Date | null;
}

/** What a caller's request writes to cancel an intent that is PROCESSING, and its event. */
export function cancelRequestOf(at: Date) {
  return {
    fields: { cancelRequestedAt: at, cancelRefusal: null },
    event: { type: 'intent.cancel_requested' },
    isVisible: false,
    nextAttemptAt: at,
  } as const;
}

/** What the platform's refusal of a cancellation writes, and its event. */
export function cancelRefusalOf(reason: string, at: Date) {
  return {
    fields: { cancelRequestedAt: null, cancelRefusal: reason },
    event: { type: 'intent.cancel_refused', detail: reason },
    isVisible: false,
    nextAttemptAt: afterRefusedCancel(at),
    endsCancel: true,
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
