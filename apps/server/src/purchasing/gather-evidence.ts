import { type Evidence, type Question, TOO_LATE } from '@procurement-intents/domain';
import {
  type CallOptions,
  type CancelOrderResult,
  type FindOrderResult,
  type OrderRequest,
  type PlaceOrderResult,
  type Platform,
  platformOf,
  type PlatformOrder,
} from '../platforms/platform.ts';
import { HEARTBEAT_PAUSE_MS } from '../queue/heartbeat.ts';
import { findByNumbers } from './find-by-numbers.ts';
import { merchantOrderNosOf } from '../intent-rows/merchant-order-no.ts';
import { alarmDoubt } from './order-alarms.ts';
import { type Attempt, boundsOf, fenceOf, placeBeforeSecondsOf, stopwatch } from './processing-context.ts';
import { PURCHASE_PAGE_TIMEOUT_MS } from './intent-job.ts';

/** Makes the call that a decision needs. Null when a later attempt has begun: this one must stop. */
export async function gatherEvidence(
  attempt: Attempt,
  question: Question<PlatformOrder>,
): Promise<Evidence<PlatformOrder> | null> {
  switch (question.kind) {
    case 'findOrder': {
      const found = await findOrder(attempt, question);
      return found && (question.isLast ? { foundLast: found } : { found });
    }
    case 'readPage':
      return {
        page: await platform(attempt).fetchProductPage(attempt.row.productUrl, {
          ...callOptions(attempt),
          timeoutMs: PURCHASE_PAGE_TIMEOUT_MS,
          isGuarded: true,
          isLastTry: question.isLastTry,
        }),
      };
    case 'readChanges':
      return { isChanged: await attempt.context.purchases.hasChangedContent(attempt.row.id) };
    case 'placeOrder': {
      const placed = await placeOrder(attempt, question);
      return placed && { placed };
    }
    case 'compareOrder': {
      const request = orderRequestOf(attempt, Number(attempt.row.priceFen));
      const options = { ...callOptions(attempt), isLastTry: question.isLastTry };
      return { compared: await platform(attempt).placeOrder(request, options) };
    }
    case 'cancelOrder': {
      const { order, doubt } = question;
      if (doubt) alarmDoubt(attempt, doubt);
      // Committed before the call, so that a later attempt does not accept this order as the intent's.
      if (doubt && !(await requireComparison(attempt))) return null;
      return { cancelled: await cancelOrder(attempt, order) };
    }
  }
}

const platform = ({ context, row }: Attempt): Platform => platformOf(context, row.platform);

const callOptions = ({ context, row, signal }: Attempt): CallOptions => ({
  timeoutMs: context.orderTimeoutMs,
  signal,
  appId: row.appId,
});

/** Looks the order up by its id or its numbers. The row keeps the number under which the platform has it. */
async function findOrder(
  attempt: Attempt,
  { isLast, bothNumbers }: Extract<Question<PlatformOrder>, { kind: 'findOrder' }>,
): Promise<FindOrderResult | null> {
  const { context, row } = attempt;
  // The platform has not found a known order by its id, so the last look-up uses its number.
  if (row.orderId !== null && !isLast) return platform(attempt).getOrder(row.orderId, callOptions(attempt));
  const numbers = merchantOrderNosOf(row);
  const found = await findByNumbers(
    platform(attempt),
    bothNumbers ? numbers : numbers.slice(0, 1),
    callOptions(attempt),
  );
  const { merchantOrderNo } = found;
  if (merchantOrderNo === undefined || merchantOrderNo === row.merchantOrderNo) return found;
  const patch = { merchantOrderNo };
  if (!(await context.purchases.update(fenceOf(row), patch, context.clock.now()))) return null;
  attempt.row = { ...row, ...patch };
  return found;
}

/**
 * Sends the order under the intent's number, at most at the intent's price. It may appear until `orderInFlightUntil`,
 * whatever the answer: a 5xx can come from a proxy while the shop behind it still works on the order.
 */
async function placeOrder(
  attempt: Attempt,
  { unitPriceFen, isLastTry, mustCompare }: Extract<Question<PlatformOrder>, { kind: 'placeOrder' }>,
): Promise<PlaceOrderResult | null> {
  const { context, row, signal } = attempt;
  if (!(await clearPageGone(attempt))) return null;
  if (mustCompare && !(await requireComparison(attempt))) return null;
  const elapsedMs = stopwatch(context);
  const { inFlightMs } = boundsOf(context);
  // Committed before the call, so that the next attempt knows of the order. When a cancellation or a later attempt
  // came first, nothing is sent; either has made the intent due again.
  if ((await context.purchases.markInFlight({ fence: fenceOf(row), inFlightMs })) === null) return null;
  // A process that was suspended since the commit could send after another attempt has found no order and decided. Half
  // of the time in flight remains for an order that is sent at the last moment.
  const maySend = (): boolean => !signal.aborted && elapsedMs() <= context.inFlightMs / 2;
  return platform(attempt).placeOrder(orderRequestOf(attempt, unitPriceFen), {
    ...callOptions(attempt),
    isLastTry,
    maySend,
  });
}

/** Clears `pageGoneAt` once the page shows a product again. False when a later attempt has begun. */
async function clearPageGone({ context, row }: Attempt): Promise<boolean> {
  if (row.pageGoneAt === null) return true;
  return context.purchases.update(fenceOf(row), { pageGoneAt: null }, context.clock.now());
}

/** Sets `mustCompareOrder`: an order found later must be compared first. False when a later attempt has begun. */
async function requireComparison(attempt: Attempt): Promise<boolean> {
  const { context, row } = attempt;
  if (row.mustCompareOrder) return true;
  attempt.row = { ...row, mustCompareOrder: true };
  return context.purchases.update(fenceOf(row), { mustCompareOrder: true }, context.clock.now());
}

/** The order of the intent at this unit price. */
function orderRequestOf({ context, row }: Attempt, unitPriceFen: number): OrderRequest {
  if (row.merchantOrderNo === null) throw new Error('the intent has no merchant order number');
  return {
    merchantOrderNo: row.merchantOrderNo,
    productUrl: row.productUrl,
    quantity: row.quantity,
    unitPriceFen,
    maxTotalFen: Number(row.totalFen),
    placeBeforeSeconds: placeBeforeSecondsOf(context),
    recipient: { name: row.recipientName, address: row.address, phone: row.phone },
    ...(row.remarks !== null && { remarks: row.remarks }),
  };
}

/**
 * Cancels the order while no later attempt can have begun. An attempt that was suspended must not cancel: a later one may
 * have reported the order to the caller as confirmed.
 */
async function cancelOrder(attempt: Attempt, { orderId }: PlatformOrder): Promise<CancelOrderResult> {
  const { context, row } = attempt;
  const elapsedMs = stopwatch(context);
  if (!(await context.purchases.holds(fenceOf(row)))) {
    return { ok: false, kind: 'unclear', reason: TOO_LATE, isNotSent: true };
  }
  return platform(attempt).cancelOrder(orderId, {
    ...callOptions(attempt),
    maySend: () => elapsedMs() <= HEARTBEAT_PAUSE_MS,
  });
}
