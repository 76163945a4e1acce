import type { FailureCode } from '@procurement-intents/contract';
import type { PageAnswer } from '../product-page/page-answer.ts';
import type { CancelAnswer, FindAnswer, OrderFacts, PlaceAnswer } from './answers.ts';
import { doubtAlarms, type OrderAlarm, type OrderDoubt, type Overdue } from './order-alarms.ts';
import type { PurchaseBounds, PurchaseState } from './purchase-rules.ts';

/** The input of a decision about one purchase. */
export interface Purchase<Order extends OrderFacts> {
  intent: PurchaseState;
  evidence: Evidence<Order>;
  now: Date;
  bounds: PurchaseBounds;
  /** Whether the company buys nothing from the supplier of the product now, as `isOfBlockedSupplier` decides. */
  isSupplierBlocked: boolean;
}

/** The answers that one attempt has received so far. */
export interface Evidence<Order extends OrderFacts> {
  /** The look-up at the start of the attempt, if an order may exist. */
  found?: FindAnswer<Order>;
  page?: PageAnswer;
  /** The answer to the order that this attempt has sent. */
  placed?: PlaceAnswer<Order>;
  /** The look-up before an end without an order, or for the order whose number was reused. */
  foundLast?: FindAnswer<Order>;
  /** Whether the caller has changed fields that a platform compares since the create. */
  isChanged?: boolean;
  /** The answer to the order that was sent again only for the platform to compare it. */
  compared?: PlaceAnswer<Order>;
  cancelled?: CancelAnswer;
  /** The look-up after a cancellation without an answer, which may have been carried out. */
  foundAgain?: FindAnswer<Order>;
}

/**
 * A call whose answer the decision needs. `isLastTry`: no answer decides, too, so that a circuit breaker lets the call pass.
 */
export type Question<Order extends OrderFacts> =
  /** `doubt`: why the content of the order that it may find differs from the intent's. */
  | {
      kind: 'findOrder';
      isLast: boolean;
      bothNumbers: boolean;
      doubt: OrderDoubt | null;
      alarms: readonly OrderAlarm[];
    }
  /** Asks for a known order again, by its id. */
  | { kind: 'readOrder'; orderId: string }
  | { kind: 'readPage'; isLastTry: boolean }
  /** Reads from the timeline whether the caller has changed the intent. */
  | { kind: 'readChanges' }
  /**
   * Sends the order, after `orderInFlightUntil` is committed. With `mustCompare`, `mustCompareOrder` of the row is set
   * before both, so that an order found later is compared.
   */
  | { kind: 'placeOrder'; unitPriceFen: number; isLastTry: boolean; mustCompare: boolean }
  | { kind: 'compareOrder'; isLastTry: boolean }
  /** `doubt`: why the order's content may differ from the intent's. */
  | {
      kind: 'cancelOrder';
      order: Order;
      isLastTry: boolean;
      doubt: OrderDoubt | null;
      alarms: readonly OrderAlarm[];
    };

/**
 * How a purchase ends. `order` is the order on the platform, which is rejected or cancelled unless the intent is
 * COMPLETED; null without an order. With `mayAppear` an order may still appear: it is looked up and cancelled later.
 */
export type Outcome<Order extends OrderFacts> =
  /** `doubt`: the content of the order differs from the intent's, or may, and the platform does not take it back. */
  | { to: 'COMPLETED'; order: Order; doubt?: OrderDoubt }
  | {
      to: 'FAILED';
      failureCode: FailureCode;
      order: Order | null;
      feeFen?: number;
      mayAppear: boolean;
    }
  | { to: 'CANCELLED'; order: Order | null; feeFen: number; mayAppear: boolean };

/** The last step of an attempt, which it writes. */
export type Decision<Order extends OrderFacts> =
  | ({ kind: 'end'; outcome: Outcome<Order> } & InFlightReversal)
  /** Waits for an order that may still appear, until `until` at the latest. */
  | ({ kind: 'wait'; until: Date } & InFlightReversal)
  | Retry
  /** Tries again after a pause, without an event: the call waited in this service and did not reach the platform. */
  | { kind: 'postpone' }
  /** The platform has the order and has not confirmed it yet. */
  | { kind: 'awaitConfirmation'; order: Order; acceptedMs: number; overdue?: Overdue; doubt?: OrderDoubt }
  /** The platform refused the cancellation; the purchase continues. */
  | { kind: 'refuseCancel'; reason: string };

export interface Retry extends InFlightReversal {
  kind: 'retry';
  reason: string;
  /** The pause that the platform asked for. */
  retryAfterMs?: number | undefined;
  /** The delay was in this service, so the platform needs no pause. */
  isOurDelay?: boolean;
  /** The call ended with an answer, so the order may be sent again after a look-up, without a further wait. */
  mayResend?: boolean;
  /** When the page was first found missing; the next fetch is due 10 s later. */
  pageGoneAt?: Date;
}

export interface InFlightReversal {
  /** The order of this attempt was certainly not sent: the row gets the times back that it was claimed with. */
  revertsInFlight?: boolean;
}

export type Step<Order extends OrderFacts> = Question<Order> | Decision<Order>;

/** Whether each kind of step is a call; every other one ends the attempt. */
const IS_QUESTION: Record<Question<never>['kind'], true> & Record<Decision<never>['kind'], false> = {
  findOrder: true,
  readOrder: true,
  readPage: true,
  readChanges: true,
  placeOrder: true,
  compareOrder: true,
  cancelOrder: true,
  end: false,
  wait: false,
  retry: false,
  postpone: false,
  awaitConfirmation: false,
  refuseCancel: false,
};

export function isQuestion<Order extends OrderFacts>(step: Step<Order>): step is Question<Order> {
  return IS_QUESTION[step.kind];
}

/** Fails the attempt at a step that nobody carries out: its job must not end as if something had been written. */
export function failUnknownStep(step: never): never {
  throw new Error(`nothing carries out the step ${(step as Step<OrderFacts>).kind}`);
}

/** The order of this intent, as the order call or a look-up of this attempt has shown it. */
export function knownOrder<Order extends OrderFacts>(evidence: Evidence<Order>): Order | null {
  const { foundAgain, placed, compared, foundLast, found } = evidence;
  for (const answer of [foundAgain, placed, compared, foundLast, found])
    if (answer?.ok && answer.order) return answer.order;
  return null;
}

/** What each call is called in a timeline, by the name of its answer. */
export const CALLS = {
  found: 'order look-up',
  page: 'product page',
  placed: 'ordering',
  foundLast: 'order look-up',
  compared: 'comparing the order',
  cancelled: 'cancelling',
  foundAgain: 'order look-up',
} as const satisfies Record<keyof Omit<Evidence<OrderFacts>, 'isChanged'>, string>;

/** Why an attempt ends without a definite answer, as its timeline says it. */
export const retryReason = (call: keyof typeof CALLS, reason: string): string => `${CALLS[call]}: ${reason}`;

/** The pause that the platform asked for with an answer. */
export const pauseOf = (answer: { retryAfterMs?: number }): Pick<Retry, 'retryAfterMs'> =>
  answer.retryAfterMs === undefined ? {} : { retryAfterMs: answer.retryAfterMs };

/** The question whether the platform cancels the order, with the alarms for its content. */
export const cancelOrder = <Order extends OrderFacts>(
  order: Order,
  { isLastTry = false, doubt = null }: { isLastTry?: boolean; doubt?: OrderDoubt | null } = {},
): Extract<Question<Order>, { kind: 'cancelOrder' }> => ({
  kind: 'cancelOrder',
  order,
  isLastTry,
  doubt,
  alarms: doubtAlarms(doubt),
});
