/** What an attempt knows of its intent, as it was when the attempt claimed it. */
export interface PurchaseState {
  /** The most that one piece may cost. */
  priceFen: bigint;
  createdAt: Date;
  /** When the first attempt began. */
  processingAt: Date | null;
  /** The platform's name of the order, once it is known. */
  orderId: string | null;
  /** Since when the platform has had the order, as far as we know. */
  orderAcceptedAt: Date | null;
  /** Until then an order that was promised may still appear; null when none was. */
  orderInFlightUntil: Date | null;
  /** The order is not sent again before. */
  retryOrderAfter: Date | null;
  /** Since when the product page is gone, as far as we know. */
  pageGoneAt: Date | null;
  /** An order found by its number may hold what the intent was before a change, although the row has promised one since. */
  mustCompareOrder: boolean;
  /** When the caller asked to cancel; null when nobody did. */
  cancelRequestedAt: Date | null;
  /** Why the platform has refused the cancellation before. */
  cancelRefusal: string | null;
}

/** The bounds under which a purchase runs, and what is known of the database that keeps its row. */
export interface PurchaseBounds {
  /** How long an unavailable platform is tried before the purchase fails. */
  retryBudgetMs: number;
  /** How long an order may still appear after it was promised. */
  inFlightMs: number;
  /** How long an accepted order may stay unconfirmed. */
  confirmTimeoutMs: number;
  /** Time between submission and processing. */
  graceMs: number;
  /** When the database was last restored from a backup. */
  recoveredAt: Date | null;
  /** How long the database's connections have been the same. */
  connectedMs: number;
}

/** A page has to be gone for this long, at two looks, before an accepted purchase fails of it. */
export const PAGE_GONE_MS = 10_000;

// An intent is claimed within a second of the end of its grace period. One that is still waiting so long after it was
// held up, perhaps by a failover that this process has not seen.
const ASK_FIRST_AFTER_MS = 10_000;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** The pause before the next attempt: half the time that has passed, so attempts thin out; 0.5 s to 30 s. */
export function pauseAfter(elapsedMs: number): number {
  return Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, elapsedMs / 2));
}

/** No end while an order may appear: until this time has passed, nothing but the platform's order ends a purchase. */
export function mayOrderAppear<State extends Pick<PurchaseState, 'orderInFlightUntil'>>(
  state: State,
  now: Date,
): state is State & { orderInFlightUntil: Date } {
  return state.orderInFlightUntil !== null && state.orderInFlightUntil > now;
}

/** Never above the price: whether the page asks more than the intent allows. */
export function isAbovePrice(
  page: { priceFen: number },
  { priceFen }: Pick<PurchaseState, 'priceFen'>,
): boolean {
  return BigInt(page.priceFen) > priceFen;
}

/** How long the purchase has been under way: the time since its first attempt began. */
export function processingMs({ processingAt }: Pick<PurchaseState, 'processingAt'>, now: Date): number {
  return now.getTime() - (processingAt ?? now).getTime();
}

/** Whether the platform has been tried for as long as a purchase may wait. */
export function isPastRetryBudget(
  state: Pick<PurchaseState, 'processingAt'>,
  now: Date,
  { retryBudgetMs }: Pick<PurchaseBounds, 'retryBudgetMs'>,
): boolean {
  return processingMs(state, now) > retryBudgetMs;
}

/**
 * Whether an order went out after the retry budget and brought no answer. Before, the time may have gone by behind an
 * open breaker, and nothing fails of that.
 */
export function hadLastTry(
  { orderInFlightUntil, processingAt }: Pick<PurchaseState, 'orderInFlightUntil' | 'processingAt'>,
  { inFlightMs, retryBudgetMs }: Pick<PurchaseBounds, 'inFlightMs' | 'retryBudgetMs'>,
): boolean {
  if (orderInFlightUntil === null || processingAt === null) return false;
  const sentAtMs = orderInFlightUntil.getTime() - inFlightMs;
  return sentAtMs - processingAt.getTime() > retryBudgetMs;
}

/** How long the platform has had the order, as far as the row knows; one that is news has all of its time before it. */
export function acceptedMs({ orderId, orderAcceptedAt, processingAt }: PurchaseState, now: Date): number {
  if (orderId === null) return 0;
  return now.getTime() - (orderAcceptedAt ?? processingAt ?? now).getTime();
}

/** Whether a cancellation has been asked for as long as one is tried: a purchase does not wait for one for ever. */
export function isCancelOverdue(
  { cancelRequestedAt }: Pick<PurchaseState, 'cancelRequestedAt'>,
  now: Date,
  { retryBudgetMs }: Pick<PurchaseBounds, 'retryBudgetMs'>,
): boolean {
  return now.getTime() - (cancelRequestedAt ?? now).getTime() > retryBudgetMs;
}

/** Whether the database may have been set back since the row was made: by a failover, or to a backup. */
function isOlderThanDatabase(
  { createdAt }: Pick<PurchaseState, 'createdAt'>,
  now: Date,
  { connectedMs, recoveredAt }: Pick<PurchaseBounds, 'connectedMs' | 'recoveredAt'>,
): boolean {
  return (
    now.getTime() - createdAt.getTime() >= connectedMs || (recoveredAt !== null && createdAt < recoveredAt)
  );
}

/** An intent that no attempt has begun to process, as its row shows it. */
export interface UnprocessedIntent {
  createdAt: Date;
  submittedAt: Date | null;
  merchantOrderNo: string | null;
}

/**
 * Whether an order may exist for an intent that no attempt has begun to process: its row has a number all the same, was
 * due before, or may be an older state of itself.
 */
export function mayHaveBeenOrdered(
  intent: UnprocessedIntent,
  now: Date,
  bounds: Pick<PurchaseBounds, 'connectedMs' | 'graceMs' | 'recoveredAt'>,
): boolean {
  const { submittedAt, merchantOrderNo } = intent;
  if (merchantOrderNo !== null || isOlderThanDatabase(intent, now, bounds)) return true;
  return submittedAt !== null && submittedAt.getTime() + bounds.graceMs <= now.getTime();
}

/**
 * Whether the row may be an older state of itself, whose order exists already: it is older than the last change of the
 * database's connections or than a restored backup, its order was adopted before the first attempt, or it comes late for
 * its first order, as a draft does too that is submitted long after it was made.
 */
export function mayHaveBeenSetBack(state: PurchaseState, now: Date, bounds: PurchaseBounds): boolean {
  const { createdAt, orderInFlightUntil, processingAt } = state;
  if (isOlderThanDatabase(state, now, bounds)) return true;
  if (orderInFlightUntil !== null && processingAt !== null && orderInFlightUntil < processingAt) return true;
  return (processingAt ?? now).getTime() - createdAt.getTime() > bounds.graceMs + ASK_FIRST_AFTER_MS;
}

/** Whether no order can exist: none was ever sent, as far as the row knows and can be believed. */
export function isCertainlyUnsent(state: PurchaseState, now: Date, bounds: PurchaseBounds): boolean {
  return state.orderInFlightUntil === null && !mayHaveBeenSetBack(state, now, bounds);
}

/**
 * Whether an order that is found may hold what the intent was before a change. Where the row has made a promise since it
 * was claimed, the order was asked for first, and sent with what the row still holds: a mark on the row says where an
 * older one may have been half-made then, and seen by nobody.
 */
export function mayHoldOlderContent(state: PurchaseState, now: Date, bounds: PurchaseBounds): boolean {
  const { orderInFlightUntil, processingAt, mustCompareOrder } = state;
  if (mustCompareOrder) return true;
  const hasOwnPromise =
    orderInFlightUntil !== null && processingAt !== null && orderInFlightUntil >= processingAt;
  return !hasOwnPromise && mayHaveBeenSetBack(state, now, bounds);
}
