import { FAILURE_BY_REJECT_REASON } from '@procurement-intents/contract/gateway/codes';
import type { CancelAnswer, OrderFacts } from './answers.ts';
import { type Outcome, type Retry, retryReason, type Step } from './purchase-steps.ts';

/** Ends the purchase. */
export const end = <Order extends OrderFacts>(outcome: Outcome<Order>): Step<Order> => ({
  kind: 'end',
  outcome,
});

type Failed<Order extends OrderFacts> = Extract<Outcome<Order>, { to: 'FAILED' }>;

const failed = <Order extends OrderFacts>(
  order: Order,
  failureCode: Failed<Order>['failureCode'],
): Failed<Order> => ({ to: 'FAILED', failureCode, order, mayAppear: false });

/** The outcome of an order that the platform has rejected. */
export const rejected = <Order extends OrderFacts>(order: Order): Failed<Order> =>
  failed(order, FAILURE_BY_REJECT_REASON[order.reason ?? 'OTHER']);

/** The outcome of an order that the shop itself has cancelled. */
export const cancelledByShop = <Order extends OrderFacts>(order: Order): Failed<Order> =>
  failed(order, 'PLATFORM_REJECTED');

/** The outcome of an order that the platform did not confirm in time and that was cancelled. */
export const unconfirmed = <Order extends OrderFacts>(order: Order, feeFen: number): Failed<Order> => ({
  ...failed({ ...order, status: 'CANCELLED' }, 'PROCESSING_TIMEOUT'),
  feeFen,
});

/** The outcome of an order that was cancelled because the caller had asked for it. */
export const cancelledAsAsked = <Order extends OrderFacts>(order: Order, feeFen: number): Outcome<Order> => ({
  to: 'CANCELLED',
  order: { ...order, status: 'CANCELLED' },
  feeFen,
  mayAppear: false,
});

/** Repeats a cancellation that got no definite answer, or a refusal that may change. */
export const retryCancel = (answer: Extract<CancelAnswer, { ok: false }>): Retry => ({
  kind: 'retry',
  reason: retryReason('cancelled', answer.reason),
  retryAfterMs: answer.kind === 'unclear' ? answer.retryAfterMs : undefined,
});
