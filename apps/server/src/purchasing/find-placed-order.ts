import type { CallOptions, FindOrderResult, Platform } from '../platforms/platform.ts';
import { platformOf } from '../intents/intents-context.ts';
import { isDead } from './order-patch.ts';
import { merchantOrderNosOf } from './merchant-order-no.ts';
import type { Run } from './processing-context.ts';

// An intent is claimed within a second of the end of its grace period. One that is still waiting so long after it was
// held up, perhaps by a failover that this process has not seen.
const ASK_FIRST_AFTER_MS = 10_000;

/** What the platform said, and under which number it knows the order. */
export type PlacedOrder = FindOrderResult & { merchantOrderNo?: string };

/** The platform's order of this intent, if one may exist. Asks nobody while none can. */
export async function findPlacedOrder(run: Run): Promise<PlacedOrder> {
  const { context, row, signal } = run;
  if (row.orderId !== null) {
    const options = { timeoutMs: context.orderTimeoutMs, signal, appId: row.appId };
    const found = await platformOf(context, row.platform).getOrder(row.orderId, options);
    // The platform has given this number, so "no such order" is a defect there and no answer.
    return found.ok && found.order === null ? { ok: false, kind: 'unclear', reason: 'ORDER_MISSING' } : found;
  }
  return isCertainlyUnsent(run) ? { ok: true, order: null } : askByNumber(run);
}

/** Asks the platform for the order of this intent's number; of both forms when the row may have been set back. */
export async function askByNumber(run: Run): Promise<PlacedOrder> {
  const { context, row, signal } = run;
  const numbers = merchantOrderNosOf(row);
  const platform = platformOf(context, row.platform);
  const options = { timeoutMs: context.orderTimeoutMs, signal, appId: row.appId };
  return findByNumbers(platform, mayHaveBeenSetBack(run) ? numbers : numbers.slice(0, 1), options);
}

/**
 * The order that the platform knows under one of the numbers; one that lives goes before one that does not.
 *
 * @param wantedOrderId - goes before others that do not live.
 */
export async function findByNumbers(
  platform: Platform,
  numbers: readonly string[],
  options: CallOptions,
  wantedOrderId: string | null = null,
): Promise<PlacedOrder> {
  let dead: PlacedOrder | null = null;
  for (const merchantOrderNo of numbers) {
    const found = await platform.findOrder(merchantOrderNo, options);
    if (!found.ok) return found;
    if (found.order && !isDead(found.order)) return { ...found, merchantOrderNo };
    const isWanted = found.order !== null && found.order.orderId === wantedOrderId;
    if (found.order && (dead === null || isWanted)) dead = { ...found, merchantOrderNo };
  }
  return dead ?? { ok: true, order: null };
}

/** Whether no order can exist: none was ever sent, as far as this row knows and can be believed. */
export function isCertainlyUnsent(run: Run): boolean {
  return run.row.placingUntil === null && !mayHaveBeenSetBack(run);
}

/**
 * Whether the row may be an older state of itself, whose order stands already: it is older than the last change of the
 * database's connections, or it comes late.
 */
export function mayHaveBeenSetBack(run: Run): boolean {
  return isOlderThanConnections(run) || isLate(run);
}

/**
 * Whether an order that is found may hold what the intent was before a change. Where the row has made a promise since it
 * was claimed, the order was asked for first, and sent with what the row still holds.
 */
export function mayHoldOlderContent(run: Run): boolean {
  const { placingUntil, processingAt } = run.row;
  const hasOwnPromise = placingUntil !== null && processingAt !== null && placingUntil >= processingAt;
  return !hasOwnPromise && mayHaveBeenSetBack(run);
}

function isOlderThanConnections({ context, row }: Run): boolean {
  const ageMs = context.clock.now().getTime() - row.createdAt.getTime();
  return ageMs >= context.connections.sinceChangeMs();
}

/**
 * Whether the row is older than a restored backup, its order was adopted before the first attempt, or it comes late for
 * its first order, as a draft does too that is submitted long after it was made.
 */
function isLate({ context, row }: Run): boolean {
  if (context.recoveredAt && row.createdAt < context.recoveredAt) return true;
  if (row.placingUntil && row.processingAt && row.placingUntil < row.processingAt) return true;
  const begunAt = row.processingAt ?? context.clock.now();
  return begunAt.getTime() - row.createdAt.getTime() > context.graceMs + ASK_FIRST_AFTER_MS;
}
