import { type CancelAnswer, isDead, type OrderFacts } from './answers.ts';
import { fenToYuan } from '../money.ts';
import type { Charge, OrderDetails } from './order-details.ts';

// All that operators are told about orders is decided here: when, and with what. Each change carries its alarms; a host
// raises them before it writes the change, so that a crash in between may repeat an alarm and loses none.

/** An order that a person must look at. Amounts in yuan. */
export type OrderAlarm =
  /** The platform charges more than the intent's total. */
  | { kind: 'overcharged'; orderId: string; detail: string }
  /** The platform knows the number of the intent with another content. */
  | { kind: 'number_reused' }
  /** The platform shows the order of another intent as this one's. */
  | { kind: 'order_id_reused'; orderId: string }
  /** The platform does not compare the order of a changed intent, so the order is cancelled; it is kept if that fails. */
  | { kind: 'uncompared' }
  /** The platform neither confirms the order nor cancels it. */
  | { kind: 'unconfirmed'; orderId: string; reason: string }
  /** The shop has cancelled the order of a completed intent. */
  | { kind: 'cancelled_by_shop'; orderId: string }
  /** The platform keeps money for an order that came to nothing. */
  | { kind: 'money_kept'; orderId: string; kept: number }
  /** The platform does not know an order that it has shown, of a completed intent or of one that has ended without it. */
  | { kind: 'missing'; orderId: string }
  /**
   * The order appeared after its intent had ended without one. `cancelled`, `stands` because the platform does not take
   * it back, or `undecided` while the platform gives no definite answer to the cancellation.
   */
  | {
      kind: 'late';
      orderId: string;
      outcome: 'cancelled' | 'stands' | 'undecided';
      amountPaid: number;
      fee?: number;
    };

/** `reused`: the number was used before with other content. `uncompared`: the platform has not compared the order. */
export type OrderDoubt = 'reused' | 'uncompared';

/** The platform did not confirm the order in time, and did not cancel it either when it was asked to. */
export interface Overdue {
  /** Its answer to the cancellation. */
  reason: string;
  /** The first refusal since the time to confirm was over. A refusal that came later than usual is not seen as the first. */
  isFirstRefusal: boolean;
}

// Attempts at what a platform does not decide are half a minute to a minute apart.
const ATTEMPTS_TO_ALARM = 10;

/** Whether an attempt that gets no further raises an alarm again. */
const isAlarmDue = (attempts: number): boolean => attempts % ATTEMPTS_TO_ALARM === 0;

/** The alarm for a charge, which is raised as often as its event. */
export const overchargeAlarms = (
  { orderId }: Pick<OrderDetails, 'orderId'>,
  { overcharged }: Charge,
): OrderAlarm[] => (overcharged ? [{ kind: 'overcharged', orderId, detail: overcharged.detail }] : []);

/** The alarm for money that the platform keeps for an order that came to nothing. */
export const keptAlarms = ({ orderId, amountPaidFen, refundedFen = 0 }: OrderDetails): OrderAlarm[] => [
  { kind: 'money_kept', orderId, kept: fenToYuan(amountPaidFen - refundedFen) },
];

/** The alarm for an order that the platform has shown and does not know. */
export const missingAlarms = (orderId: string): OrderAlarm[] => [{ kind: 'missing', orderId }];

/** The alarm for an order whose content differs from the intent's, or may differ. */
export const doubtAlarms = (doubt: OrderDoubt | null): OrderAlarm[] =>
  doubt === null ? [] : [{ kind: doubt === 'reused' ? 'number_reused' : 'uncompared' }];

/**
 * The alarm for an order that is neither confirmed nor cancelled: at the first refusal, and at every tenth attempt.
 *
 * @param attempts - the number of attempts, this one included.
 */
export const overdueAlarms = (
  { orderId }: Pick<OrderDetails, 'orderId'>,
  overdue: Overdue | undefined,
  attempts: number,
): OrderAlarm[] =>
  overdue && (overdue.isFirstRefusal || isAlarmDue(attempts))
    ? [{ kind: 'unconfirmed', orderId, reason: overdue.reason }]
    : [];

/** The alarm for a late order whose cancellation has ended. */
export const lateAlarm = (
  { orderId, amountPaidFen }: Pick<OrderDetails, 'orderId' | 'amountPaidFen'>,
  outcome: Extract<OrderAlarm, { kind: 'late' }>['outcome'],
  answer?: CancelAnswer,
): OrderAlarm => ({
  kind: 'late',
  orderId,
  outcome,
  amountPaid: fenToYuan(amountPaidFen),
  ...(answer?.ok && { fee: fenToYuan(answer.feeFen) }),
});

/**
 * The alarm for a late order whose cancellation has no answer, at every tenth attempt.
 *
 * @param attempts - the number of look-ups, this one included.
 */
export const undecidedAlarms = (
  order: OrderFacts & Pick<OrderDetails, 'amountPaidFen'>,
  attempts: number,
): OrderAlarm[] =>
  isAlarmDue(attempts) ? [lateAlarm(order, isDead(order) ? 'cancelled' : 'undecided')] : [];
