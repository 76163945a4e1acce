import { archivingOf, submissionOf, unarchivingOf, updateOf } from '../src/intents/caller-changes.ts';
import type { IntentChange } from '../src/intents/intent-change.ts';
import type { CancelAnswer } from '../src/purchasing/answers.ts';
import { lateOrderOf } from '../src/purchasing/decide-late-order.ts';
import { decideTracking, orderChangeOf, type TrackedIntent } from '../src/purchasing/decide-tracking.ts';
import { attemptEndingOf, endingOf } from '../src/purchasing/ending.ts';
import type { OrderDetails } from '../src/purchasing/order-details.ts';
import {
  acceptedOf,
  adoptionOf,
  cancelRefusalOf,
  cancelRequestOf,
  orderNumberOf,
  preparationOf,
  retryOf,
  startOf,
  waitOf,
} from '../src/purchasing/purchase-changes.ts';
import type { PurchaseState } from '../src/purchasing/purchase-rules.ts';
import type { Outcome } from '../src/purchasing/purchase-steps.ts';
import { cancelSentOf } from '../src/purchasing/sent-cancel.ts';
import { shownOrderOf } from '../src/purchasing/shown-order.ts';
import { BOUNDS, NOW, purchaseState, unclear } from './test-purchase.ts';

const INTENT = { priceFen: 1050n, totalFen: 1050n, amountPaidFen: null, version: 1 };
const UNKNOWN = { ...INTENT, orderId: null, orderAcceptedAt: null };
const KNOWN = { ...UNKNOWN, orderId: 'ORD-1' };
const COMPLETED = {
  ...INTENT,
  orderId: 'ORD-1',
  completedAt: NOW,
  orderStatus: 'PLACED',
  refundedFen: null,
  parcels: null,
  orderMissingAt: null,
  missingReportedAt: null,
  cancelSentOrderId: null,
  isSentCancelRefused: false,
};
const order = (status: OrderDetails['status'], amountPaidFen = 1050): OrderDetails => ({
  orderId: 'ORD-1',
  status,
  amountPaidFen,
  parcels: [],
});
const accepted = (intent: typeof UNKNOWN | typeof KNOWN, amountPaidFen?: number) =>
  acceptedOf(intent, { order: order('ACCEPTED', amountPaidFen), acceptedMs: 0 }, 1, NOW);
const stands = { kind: 'finish', type: 'order.late_stands', order: order('SHIPPED') } as const;
const PROCESSING = { ...INTENT, status: 'PROCESSING', ...purchaseState() } as const;
const end = (outcome: Outcome<OrderDetails>) => endingOf(PROCESSING, outcome, NOW);
const cancelled = { to: 'CANCELLED', order: null, feeFen: 0, mayAppear: false } as const;
const tracked = (seen: OrderDetails | null, change: Partial<TrackedIntent> = {}, cancelled?: CancelAnswer) =>
  decideTracking(
    { ...COMPLETED, amountPaidFen: 1050n, ...change },
    { found: { ok: true, order: seen }, cancelled },
    NOW,
    false,
  );
const ENDED = { status: 'COMPLETED', archivedAt: null, version: 3 } as const;
const SENT = { cancelSentOrderId: 'ORD-1' };
const FEE = { ok: true, feeFen: 500 } as const;
const shown = (change: Partial<PurchaseState>) =>
  shownOrderOf(
    {
      intent: { ...INTENT, ...purchaseState(change) },
      evidence: { found: { ok: true, order: order('ACCEPTED') } },
      now: NOW,
      bounds: BOUNDS,
      isSupplierBlocked: false,
    },
    { kind: 'retry', reason: 'TIMEOUT' },
    NOW,
  );
const place = { kind: 'placeOrder', unitPriceFen: 1, isLastTry: false, mustCompare: true } as const;

/**
 * Every change that the domain makes of an intent: by which function, what it is, whether callers see it, and after how many
 * milliseconds the intent is due then.
 */
export const CHANGES: [
  of: string,
  what: string,
  isVisible: boolean,
  due: number | null | 'as before',
  IntentChange | null,
][] = [
  [
    'updateOf',
    'an update',
    true,
    'as before',
    updateOf({ ...INTENT, status: 'DRAFT' }, { quantity: 2 }, NOW),
  ],
  [
    'updateOf',
    'an update that no event reports',
    true,
    'as before',
    updateOf({ ...INTENT, version: 101, status: 'DRAFT' }, { quantity: 2 }, NOW),
  ],
  ['archivingOf', 'a mark of the archive', true, 'as before', archivingOf(ENDED, NOW)],
  ['unarchivingOf', 'its end', true, 'as before', unarchivingOf({ ...ENDED, archivedAt: NOW }, NOW)],
  ['submissionOf', 'a submission', true, 5000, submissionOf({ status: 'DRAFT' }, NOW, 5000)],
  ['startOf', 'the start of a purchase', true, 'as before', startOf({ status: 'SUBMITTED' }, NOW)],
  ['acceptedOf', 'a new order', true, 1000, accepted(UNKNOWN)],
  ['acceptedOf', 'an order that is known', false, 1000, accepted(KNOWN)],
  ['acceptedOf', 'a known order that costs too much', true, 1000, accepted(KNOWN, 9000)],
  [
    'preparationOf',
    'an order that is about to be sent',
    false,
    'as before',
    preparationOf(purchaseState(), place),
  ],
  [
    'orderNumberOf',
    'the number of an order',
    false,
    'as before',
    orderNumberOf({ merchantOrderNo: 'a' }, 'pi_a'),
  ],
  [
    'cancelSentOf',
    'a cancellation that is about to be sent',
    false,
    'as before',
    cancelSentOf(purchaseState(), order('ACCEPTED')),
  ],
  ['shownOrderOf', 'an order that the platform shows', true, 'as before', shown({})],
  [
    'shownOrderOf',
    'an order whose content is in doubt',
    false,
    'as before',
    shown({ mustCompareOrder: true }),
  ],
  ['cancelRequestOf', 'a request to cancel', false, 0, cancelRequestOf(NOW)],
  ['cancelRefusalOf', 'a refused cancellation', false, 500, cancelRefusalOf('already shipped', NOW)],
  ['waitOf', 'an attempt that waits', false, 500, waitOf(purchaseState(), { kind: 'postpone' }, NOW)],
  [
    'retryOf',
    'a failed attempt',
    false,
    500,
    retryOf(purchaseState(), { kind: 'retry', reason: 'TIMEOUT' }, { attempts: 1, at: NOW, bounds: BOUNDS }),
  ],
  [
    'adoptionOf',
    'an adopted order',
    true,
    0,
    adoptionOf(
      { ...purchaseState(), status: 'DRAFT', submittedAt: null },
      { orderId: 'ORD-1', merchantOrderNo: 'a' },
      NOW,
    ),
  ],
  ['endingOf', 'an end without an order', true, null, end(cancelled)],
  [
    'endingOf',
    'the end of a failure',
    true,
    null,
    end({ to: 'FAILED', failureCode: 'OUT_OF_STOCK', order: null, mayAppear: true }),
  ],
  ['endingOf', 'an end with an order', true, 500, end({ to: 'COMPLETED', order: order('CONFIRMED') })],
  [
    'endingOf',
    'an end with an order that is delivered',
    true,
    null,
    end({ to: 'COMPLETED', order: order('DELIVERED') }),
  ],
  [
    'attemptEndingOf',
    'the end by an attempt',
    true,
    null,
    attemptEndingOf(PROCESSING, { kind: 'end', outcome: cancelled }, NOW),
  ],
  ['orderChangeOf', 'a change of the order', true, 'as before', orderChangeOf(COMPLETED, order('SHIPPED'))],
  ['decideTracking', 'an order that is as it was', false, 500, tracked(order('CONFIRMED'))],
  ['decideTracking', 'an order that the platform does not show', false, 500, tracked(null)],
  ['decideTracking', 'an order that has shipped', true, 500, tracked(order('SHIPPED'))],
  ['decideTracking', 'an order that has arrived', true, null, tracked(order('DELIVERED'))],
  ['decideTracking', 'an order that costs less than before', true, 500, tracked(order('CONFIRMED', 1000))],
  [
    'decideTracking',
    'an order that was cancelled late for us',
    true,
    500,
    tracked(order('CANCELLED'), SENT, FEE),
  ],
  [
    'decideTracking',
    'the fee of a cancelled order that comes later',
    true,
    500,
    tracked(order('CANCELLED'), { ...SENT, orderStatus: 'CANCELLED' }, FEE),
  ],
  [
    'decideTracking',
    'a cancelled order whose fee stays unknown',
    false,
    500,
    tracked(order('CANCELLED'), { ...SENT, orderStatus: 'CANCELLED' }, unclear('TIMEOUT')),
  ],
  ['lateOrderOf', 'an order that appeared late', true, 'as before', lateOrderOf(null, stands)],
];
