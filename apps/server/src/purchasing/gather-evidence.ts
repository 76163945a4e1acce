import {
  cancelSentOf,
  type Evidence,
  failUnknownStep,
  type IntentChange,
  knownOrderId,
  mayStillSend,
  orderNumberOf,
  placeBeforeSecondsOf,
  preparationOf,
  type Purchase,
  type Question,
  shownOrderOf,
  type Step,
} from '@procurement-intents/domain';
import {
  type CallOptions,
  type CancelOrderResult,
  type FindOrderResult,
  type OrderRequest,
  type PlaceOrderResult,
  type Platform,
  type PlatformOrder,
} from '../platforms/platform.ts';
import { platformOf } from '../platforms/platform-of.ts';
import { findByNumbers } from './find-by-numbers.ts';
import { merchantOrderNosOf } from '../intent-rows/merchant-order-no.ts';
import { raiseAlarms, withRaised } from './order-alarms.ts';
import { ownOrder } from './own-order.ts';
import { type Attempt, boundsOf, callOptionsOf, mayCancelFor, stopwatch } from './processing-context.ts';
import { PURCHASE_PAGE_TIMEOUT_MS } from './intent-job.ts';
import type { AttemptRow } from './store/claim-intents.ts';
import { fenceOf, type Update } from '../intent-rows/intent-row.ts';

/** Makes the call that a decision needs. Null when a later attempt has begun: this one must stop. */
export async function gatherEvidence(
  attempt: Attempt,
  question: Question<PlatformOrder>,
): Promise<Evidence<PlatformOrder> | null> {
  if (!(await prepare(attempt, question))) return null;
  switch (question.kind) {
    case 'findOrder': {
      const answer = await findOrder(attempt, question);
      const found = answer && (await own(attempt, answer));
      return found && (question.isLast ? { foundLast: found } : { found });
    }
    case 'readOrder': {
      const answer = await platform(attempt).getOrder(question.orderId, callOptions(attempt));
      return { foundAgain: await own(attempt, answer) };
    }
    case 'readPage':
      return {
        page: await platform(attempt).fetchProductPage(attempt.row.productUrl, {
          ...callOptions(attempt),
          timeoutMs: PURCHASE_PAGE_TIMEOUT_MS,
          isGuarded: true,
          quantity: attempt.row.quantity,
          isLastTry: question.isLastTry,
        }),
      };
    case 'readChanges':
      return { isChanged: await attempt.context.purchases.hasChangedContent(attempt.row.id) };
    case 'placeOrder': {
      const answer = await placeOrder(attempt, question);
      return answer && { placed: await own(attempt, answer) };
    }
    case 'compareOrder': {
      const request = orderRequestOf(attempt, Number(attempt.row.priceFen));
      const options = { ...callOptions(attempt), isLastTry: question.isLastTry };
      return { compared: await own(attempt, await platform(attempt).placeOrder(request, options)) };
    }
    case 'cancelOrder': {
      const cancelled = await cancelOrder(attempt, question);
      return cancelled && { cancelled };
    }
    default:
      return failUnknownStep(question);
  }
}

/** Tells operators and later attempts what they must know of a call before it is made. False when a later one has begun. */
async function prepare(attempt: Attempt, question: Question<PlatformOrder>): Promise<boolean> {
  if ('alarms' in question) raiseAlarms(attempt.context, attempt.row, question.alarms);
  return write(attempt, preparationOf(attempt.row, question));
}

const platform = ({ context, row }: Attempt): Platform => platformOf(context, row.platform);

const own = <Answer extends FindOrderResult | PlaceOrderResult>({ context, row }: Attempt, answer: Answer) =>
  ownOrder(context, row, answer);

const callOptions = ({ context, row, signal }: Attempt): CallOptions =>
  callOptionsOf(context, { ...row, intentId: row.id }, signal);

/** Looks the order up by its id or its numbers. The row keeps the number under which the platform has it. */
async function findOrder(
  attempt: Attempt,
  { isLast, bothNumbers }: Extract<Question<PlatformOrder>, { kind: 'findOrder' }>,
): Promise<FindOrderResult | null> {
  const { row } = attempt;
  // The platform has not found a known order by its id, so the last look-up uses its number.
  const orderId = knownOrderId(row);
  if (orderId !== null && !isLast) return platform(attempt).getOrder(orderId, callOptions(attempt));
  const numbers = merchantOrderNosOf(row);
  const found = await findByNumbers(
    platform(attempt),
    bothNumbers ? numbers : numbers.slice(0, 1),
    callOptions(attempt),
    orderId,
  );
  return (await write(attempt, orderNumberOf(row, found.merchantOrderNo))) ? found : null;
}

/**
 * Sends the order under the intent's number, at most at the intent's price. It may appear until `orderInFlightUntil`,
 * whatever the answer: a 5xx can come from a proxy while the shop behind it still works on the order.
 */
async function placeOrder(
  attempt: Attempt,
  { unitPriceFen, isLastTry }: Extract<Question<PlatformOrder>, { kind: 'placeOrder' }>,
): Promise<PlaceOrderResult | null> {
  const { context, row, signal } = attempt;
  const elapsedMs = stopwatch(context);
  const { inFlightMs } = boundsOf(context);
  // Committed before the call, so that the next attempt knows of the order. When a cancellation or a later attempt
  // came first, nothing is sent; either has made the intent due again.
  if ((await context.purchases.markInFlight({ fence: fenceOf(row), inFlightMs })) === null) return null;
  // A process that was suspended since the commit could send after another attempt has found no order and decided.
  const maySend = (): boolean => !signal.aborted && mayStillSend(elapsedMs(), context);
  return platform(attempt).placeOrder(orderRequestOf(attempt, unitPriceFen), {
    ...callOptions(attempt),
    isLastTry,
    maySend,
  });
}

/** A change of the row that an attempt works with. */
export type AttemptChange = Update & IntentChange<Partial<AttemptRow>>;

/** Writes a change that the attempt itself continues with; null: nothing. False when a later attempt has begun. */
async function write(attempt: Attempt, change: AttemptChange | null): Promise<boolean> {
  if (change === null) return true;
  const { context, row } = attempt;
  attempt.row = { ...row, ...change.fields, version: row.version + (change.isVisible ? 1 : 0) };
  return context.purchases.update(fenceOf(row), change, context.clock.now());
}

/** Writes the order that the platform has shown, before `step`. False when a later attempt has begun: this one must stop. */
export function writeShownOrder(
  attempt: Attempt,
  purchase: Purchase<PlatformOrder> & { intent: AttemptRow },
  step: Step<PlatformOrder>,
): Promise<boolean> {
  const { context, row } = attempt;
  const change = shownOrderOf(purchase, step, context.clock.now());
  return write(attempt, change && withRaised(context, row, change));
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

/** Cancels the order while no later attempt can have begun. */
async function cancelOrder(
  attempt: Attempt,
  { order, isLastTry }: Extract<Question<PlatformOrder>, { kind: 'cancelOrder' }>,
): Promise<CancelOrderResult | null> {
  const { context } = attempt;
  const maySend = mayCancelFor(context);
  if (!(await recordCancel(attempt, order))) return null;
  return platform(attempt).cancelOrder(order.orderId, { ...callOptions(attempt), isLastTry, maySend });
}

/**
 * Commits that a cancellation is about to be sent, so that every later attempt knows of it. False when one has begun: then
 * none may be sent. The row of the attempt stays as it was claimed, for a cancellation that does not leave.
 */
function recordCancel({ context, row }: Attempt, order: PlatformOrder): Promise<boolean> {
  const { purchases, clock } = context;
  const change = cancelSentOf(row, order);
  return change ? purchases.update(fenceOf(row), change, clock.now()) : purchases.holds(fenceOf(row));
}
