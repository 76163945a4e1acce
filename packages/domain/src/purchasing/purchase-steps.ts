import type { FailureCode } from '@procurement-intents/contract';
import type { CancelAnswer, FindAnswer, OrderFacts, PageAnswer, PlaceAnswer } from './answers.ts';
import type { PurchaseBounds, PurchaseState } from './purchase-rules.ts';

/** One purchase as an attempt sees it. */
export interface Purchase<Order extends OrderFacts> {
  intent: PurchaseState;
  evidence: Evidence<Order>;
  now: Date;
  bounds: PurchaseBounds;
}

/** What one attempt has learned from the outside so far. */
export interface Evidence<Order extends OrderFacts> {
  /** The look-up that comes first, where an order may exist. */
  found?: FindAnswer<Order>;
  page?: PageAnswer;
  /** The answer to the order that this attempt has sent. */
  placed?: PlaceAnswer<Order>;
  /** The look-up that comes last: before an end without an order, and for the order whose number was reused. */
  foundLast?: FindAnswer<Order>;
  /** Whether the caller has changed since the create what a platform compares. */
  isChanged?: boolean;
  /** The answer to the order that was sent again only to have the platform compare it. */
  compared?: PlaceAnswer<Order>;
  cancelled?: CancelAnswer;
  /** This process is about to end: calls that broke off say nothing about the platform. */
  isStopping?: boolean;
}

/** A call that has to be answered before more can be decided. */
export type Question<Order extends OrderFacts> =
  | { kind: 'findOrder'; isLast: boolean; bothNumbers: boolean }
  | { kind: 'readPage'; isLastTry: boolean }
  /** The timeline tells whether the intent was changed. */
  | { kind: 'readChanges' }
  /**
   * The promise that an order may appear is committed first. `mustCompare`: before it the row is marked, so that an order
   * found later is compared.
   */
  | { kind: 'placeOrder'; unitPriceFen: number; isLastTry: boolean; mustCompare: boolean }
  | { kind: 'compareOrder'; isLastTry: boolean }
  /** `doubt`: its content is another than the intent's, or may be; people are notified. */
  | { kind: 'cancelOrder'; order: Order; doubt: OrderDoubt | null };

/** The number was used before, with other content; or the platform does not compare the order of a changed intent. */
export type OrderDoubt = 'reused' | 'uncompared';

/**
 * How a purchase ends. `order` is the platform's, known and dead unless COMPLETED; null when there is none.
 * `mayTurnUp` says that one may appear all the same, and then it is looked for and cancelled later.
 */
export type Outcome<Order extends OrderFacts> =
  | { to: 'COMPLETED'; order: Order }
  | {
      to: 'FAILED';
      failureCode: FailureCode;
      order: Order | null;
      feeFen?: number;
      mayTurnUp: boolean;
    }
  | { to: 'CANCELLED'; order: Order | null; feeFen: number; mayTurnUp: boolean };

/** What an attempt writes, and nothing after it. */
export type Decision<Order extends OrderFacts> =
  | ({ kind: 'end'; outcome: Outcome<Order> } & TakenBack)
  /** Looks for an order that may still appear, at `until` at the latest. */
  | ({ kind: 'wait'; until: Date } & TakenBack)
  | Retry
  /** After a pause, without a trace: only this service was in the way. */
  | { kind: 'postpone' }
  /** The platform has the order and has not confirmed it yet. */
  | { kind: 'awaitConfirmation'; order: Order; acceptedMs: number }
  /** The caller's cancellation was refused; the purchase goes on. */
  | { kind: 'refuseCancel'; reason: string };

export interface Retry extends TakenBack {
  kind: 'retry';
  reason: string;
  /** The pause that the platform asks for. */
  retryAfterMs?: number | undefined;
  /** The platform did nothing wrong, so no pause is needed. */
  isOurDelay?: boolean;
  /** The connection has ended with an answer, so the order may be sent again at once, after a look-up. */
  mayResend?: boolean;
  /** The page is gone since then; the next look is due {@link PAGE_GONE_MS} later. */
  pageGoneAt?: Date;
  /** The number was used before, with other content: the row is marked, and people are notified. */
  isReused?: boolean;
}

interface TakenBack {
  /** This attempt promised an order that certainly was not sent: the row's promise is again as it was claimed. */
  takesBackPromise?: boolean;
}

export type Step<Order extends OrderFacts> = Question<Order> | Decision<Order>;

/** The names of the calls; a step of any other kind ends the attempt. */
const QUESTIONS: ReadonlySet<string> = new Set<Question<never>['kind']>([
  'findOrder',
  'readPage',
  'readChanges',
  'placeOrder',
  'compareOrder',
  'cancelOrder',
]);

export function isQuestion<Order extends OrderFacts>(step: Step<Order>): step is Question<Order> {
  return QUESTIONS.has(step.kind);
}
