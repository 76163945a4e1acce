import type { SentCancel } from './sent-cancel.ts';

/** The fields of an intent that an attempt decides by, as they were when the attempt claimed it. */
export interface PurchaseState extends SentCancel {
  /** The highest price of one piece. */
  priceFen: bigint;
  createdAt: Date;
  /** When the first attempt began. */
  processingAt: Date | null;
  /** The platform's id of the order; null until it is known. */
  orderId: string | null;
  /**
   * The platform's id of an order that it has shown and that is not taken for the intent's own: its content is not compared,
   * or nobody pays for it. Such an order is asked for, too, before anything else.
   */
  foundOrderId: string | null;
  /** When the platform was first known to have the order. */
  orderAcceptedAt: Date | null;
  /** Until then an order that was sent may still appear; null when none was sent. */
  orderInFlightUntil: Date | null;
  /** The order is not sent again before. */
  retryOrderAfter: Date | null;
  /** When the product page was first found missing. */
  pageGoneAt: Date | null;
  /** An order found by its number may have the content from before a change, even if the row records one since. */
  mustCompareOrder: boolean;
  /** When the caller asked to cancel; null without a request. */
  cancelRequestedAt: Date | null;
  /** Why the platform has refused the cancellation before. */
  cancelRefusal: string | null;
}

/** The time limits of a purchase, and what is known of the database that stores its row. */
export interface PurchaseBounds {
  /** How long an unavailable platform is retried before the purchase fails. */
  retryBudgetMs: number;
  /** How long an order may still appear after it was recorded as sent. */
  inFlightMs: number;
  /** How long an accepted order may stay unconfirmed. */
  confirmTimeoutMs: number;
  /** Time between submission and processing. */
  graceMs: number;
  /** When the database was last restored from a backup. */
  recoveredAt: Date | null;
  /** The time since a connection to the database last broke or reached another server. */
  connectedMs: number;
}

// An intent is claimed within a second after its grace period. A later first attempt may follow a failover that this
// process has not seen.
const ASK_FIRST_AFTER_MS = 10_000;

/** Whether an order that was sent may still appear. Until then only the platform's order ends a purchase. */
export function mayOrderAppear<State extends Pick<PurchaseState, 'orderInFlightUntil'>>(
  state: State,
  now: Date,
): state is State & { orderInFlightUntil: Date } {
  return state.orderInFlightUntil !== null && state.orderInFlightUntil > now;
}

/** Whether the price on the page is above the intent's price. */
export function isAbovePrice(
  page: { priceFen: number },
  { priceFen }: Pick<PurchaseState, 'priceFen'>,
): boolean {
  return BigInt(page.priceFen) > priceFen;
}

/** The time since the first attempt of the purchase began. */
export function processingMs({ processingAt }: Pick<PurchaseState, 'processingAt'>, now: Date): number {
  return now.getTime() - (processingAt ?? now).getTime();
}

/** Whether the retry budget of the purchase is used up. */
export function isPastRetryBudget(
  state: Pick<PurchaseState, 'processingAt'>,
  now: Date,
  { retryBudgetMs }: Pick<PurchaseBounds, 'retryBudgetMs'>,
): boolean {
  return processingMs(state, now) > retryBudgetMs;
}

/**
 * Whether an order was sent after the retry budget and got no definite answer. Until then an open circuit breaker may
 * have held every call back, which is no reason to fail.
 */
export function hadLastTry(
  { orderInFlightUntil, processingAt }: Pick<PurchaseState, 'orderInFlightUntil' | 'processingAt'>,
  { inFlightMs, retryBudgetMs }: Pick<PurchaseBounds, 'inFlightMs' | 'retryBudgetMs'>,
): boolean {
  if (orderInFlightUntil === null || processingAt === null) return false;
  const sentAtMs = orderInFlightUntil.getTime() - inFlightMs;
  return sentAtMs - processingAt.getTime() > retryBudgetMs;
}

/** The platform's id of the order that it has shown for the intent; null: none. No purchase ends without that order. */
export const knownOrderId = ({
  orderId,
  foundOrderId,
}: Pick<PurchaseState, 'orderId' | 'foundOrderId'>): string | null => orderId ?? foundOrderId;

/** How long the platform has had the order, as the row records it; 0 for an order that is new to the row. */
export function acceptedMs(
  intent: Pick<PurchaseState, 'orderId' | 'foundOrderId' | 'orderAcceptedAt' | 'processingAt'>,
  now: Date,
): number {
  const { orderAcceptedAt, processingAt } = intent;
  if (knownOrderId(intent) === null) return 0;
  return now.getTime() - (orderAcceptedAt ?? processingAt ?? now).getTime();
}

/** Whether a requested cancellation has been retried for the whole retry budget. */
export function isCancelOverdue(
  { cancelRequestedAt }: Pick<PurchaseState, 'cancelRequestedAt'>,
  now: Date,
  { retryBudgetMs }: Pick<PurchaseBounds, 'retryBudgetMs'>,
): boolean {
  return now.getTime() - (cancelRequestedAt ?? now).getTime() > retryBudgetMs;
}

/** Whether the database may have been set back since the row was made: by a failover, or to a backup. */
export function isOlderThanDatabase(
  { createdAt }: Pick<PurchaseState, 'createdAt'>,
  now: Date,
  { connectedMs, recoveredAt }: Pick<PurchaseBounds, 'connectedMs' | 'recoveredAt'>,
): boolean {
  return (
    now.getTime() - createdAt.getTime() >= connectedMs || (recoveredAt !== null && createdAt < recoveredAt)
  );
}

/** Whether the first attempt began late, or would if it began now. */
export const beginsLate = (
  { createdAt, processingAt }: Pick<PurchaseState, 'createdAt' | 'processingAt'>,
  now: Date,
  { graceMs }: Pick<PurchaseBounds, 'graceMs'>,
): boolean => (processingAt ?? now).getTime() - createdAt.getTime() > graceMs + ASK_FIRST_AFTER_MS;

/**
 * Whether the row may be an older version of itself, whose order exists already. True when the row was created before
 * the connections to the database last changed or before the backup was restored, when its order was adopted before
 * the first attempt, or when the first attempt is late, as after the submission of an old draft.
 */
export function mayHaveBeenSetBack(state: PurchaseState, now: Date, bounds: PurchaseBounds): boolean {
  const { orderInFlightUntil, processingAt } = state;
  if (isOlderThanDatabase(state, now, bounds)) return true;
  if (orderInFlightUntil !== null && processingAt !== null && orderInFlightUntil < processingAt) return true;
  return beginsLate(state, now, bounds);
}

/** Whether no order can exist: the row records none and cannot be an older version. */
export function isCertainlyUnsent(state: PurchaseState, now: Date, bounds: PurchaseBounds): boolean {
  return state.orderInFlightUntil === null && !mayHaveBeenSetBack(state, now, bounds);
}

/**
 * Whether an order that is found may have the content from before a change. If the row records an order sent since its
 * claim, a look-up came first and the order has the row's content. `mustCompareOrder` is set where an older order may
 * have been in progress during the look-up.
 */
export function mayHoldOlderContent(state: PurchaseState, now: Date, bounds: PurchaseBounds): boolean {
  const { orderInFlightUntil, processingAt, mustCompareOrder } = state;
  if (mustCompareOrder) return true;
  const wasSentSinceClaim =
    orderInFlightUntil !== null && processingAt !== null && orderInFlightUntil >= processingAt;
  return !wasSentSinceClaim && mayHaveBeenSetBack(state, now, bounds);
}
