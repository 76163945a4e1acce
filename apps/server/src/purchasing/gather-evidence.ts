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
import { findByNumbers } from './find-by-numbers.ts';
import { merchantOrderNosOf } from '../intent-rows/merchant-order-no.ts';
import { alarmDoubt } from './order-alarms.ts';
import { type Attempt, boundsOf, fenceOf, placeBeforeSecondsOf, stopwatch } from './processing-context.ts';
import { PURCHASE_PAGE_TIMEOUT_MS } from './intent-job.ts';

/** Asks the outside what a decision lacks. Null when this attempt is not the writer any more: nothing may follow. */
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
      // Whoever finds it later must not take it for the intent's own.
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

/** The platform's order of this intent, by its id or by its number; the number under which it is known is kept. */
async function findOrder(
  attempt: Attempt,
  { isLast, bothNumbers }: Extract<Question<PlatformOrder>, { kind: 'findOrder' }>,
): Promise<FindOrderResult | null> {
  const { context, row } = attempt;
  // The last look-up of a known order is for one that the platform does not find by its id.
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
 * Sends the order under the intent's number, at most at the intent's price. Until the time that is promised in the row
 * it may still appear, whatever was answered: a gateway's 5xx can be a proxy's, with the shop behind it still at work.
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
  // Committed before the call: whoever looks next knows that an order may be out. Lost to a cancellation or to a
  // newer attempt, nothing is sent; the intent is due again by their hand.
  if ((await context.purchases.markInFlight({ fence: fenceOf(row), inFlightMs })) === null) return null;
  // A process that slept in between could send when another attempt has already found nothing and decided. The gateway's
  // own time, and half of the time in flight, are left to an order that is sent at the last moment.
  const maySend = (): boolean => !signal.aborted && elapsedMs() <= context.inFlightMs / 2;
  return platform(attempt).placeOrder(orderRequestOf(attempt, unitPriceFen), {
    ...callOptions(attempt),
    isLastTry,
    maySend,
  });
}

/** A page that shows a product again was not gone. False when this attempt is not the writer any more. */
async function clearPageGone({ context, row }: Attempt): Promise<boolean> {
  if (row.pageGoneAt === null) return true;
  return context.purchases.update(fenceOf(row), { pageGoneAt: null }, context.clock.now());
}

/** Has an order that is found later compared before it counts. False when this attempt is not the writer any more. */
async function requireComparison(attempt: Attempt): Promise<boolean> {
  const { context, row } = attempt;
  if (row.mustCompareOrder) return true;
  attempt.row = { ...row, mustCompareOrder: true };
  return context.purchases.update(fenceOf(row), { mustCompareOrder: true }, context.clock.now());
}

/** What is ordered for the intent, at this price for one. */
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

// An attempt without a sign of life for 10 s is replaced. For half of that, one that is the writer stays the writer.
const STILL_WRITER_MS = 5000;

/**
 * Asks the platform to cancel the order, while this attempt is the writer. An attempt that was suspended since must not:
 * another one may have reported the order to the caller as confirmed.
 */
async function cancelOrder(attempt: Attempt, { orderId }: PlatformOrder): Promise<CancelOrderResult> {
  const { context, row } = attempt;
  const elapsedMs = stopwatch(context);
  if (!(await context.purchases.holds(fenceOf(row)))) {
    return { ok: false, kind: 'unclear', reason: TOO_LATE, isNotSent: true };
  }
  return platform(attempt).cancelOrder(orderId, {
    ...callOptions(attempt),
    maySend: () => elapsedMs() <= STILL_WRITER_MS,
  });
}
