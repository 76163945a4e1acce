import { EXAMPLE_PURCHASE } from '@procurement-intents/contract';
import {
  acceptedOf,
  endingOf,
  lateOrderOf,
  orderChangeOf,
  type OrderDetails,
  presentIntent,
} from '@procurement-intents/domain';
import { expect, it } from 'vitest';
import { costOf } from '../../index.ts';
import { type IntentRecord, newIntent, updateIntent } from './intent-record.ts';

const AT = new Date('2026-03-01T00:00:00.000Z');
const TOTAL_FEN = 39_800;

function processing(): IntentRecord {
  const identity = { id: 'int_1', appId: 'app_1', idempotencyKey: 'k:1', requestHash: '' };
  return Object.assign(newIntent(EXAMPLE_PURCHASE, identity, AT, 0), {
    status: 'PROCESSING',
    processingAt: AT,
  });
}

const order = (status: OrderDetails['status'], amountPaidFen: number): OrderDetails => ({
  orderId: 'O1',
  status,
  amountPaidFen,
  parcels: [],
});

type Ending = [
  what: string,
  end: (intent: IntentRecord, paidFen: number) => void,
  costFen: (paidFen: number) => number,
];

const apply = (intent: IntentRecord, change: Parameters<typeof updateIntent>[1]) =>
  updateIntent(intent, change, AT);
const ends = (intent: IntentRecord, outcome: Parameters<typeof endingOf>[1]) =>
  apply(intent, endingOf(intent, outcome, AT));
const fails = (intent: IntentRecord, failed: OrderDetails | null, more: { feeFen?: number } = {}) =>
  ends(intent, {
    to: 'FAILED',
    failureCode: 'PROCESSING_TIMEOUT',
    order: failed,
    mayAppear: !failed,
    ...more,
  });
const appears = (intent: IntentRecord, ...[decision, answer]: LateOrder) => {
  fails(intent, null);
  apply(intent, lateOrderOf(intent, { kind: 'finish', ...decision }, answer));
};
type LateOrder = [
  decision: Omit<Parameters<typeof lateOrderOf>[1], 'kind'>,
  answer?: Parameters<typeof lateOrderOf>[2],
];
const changes = (intent: IntentRecord, paidFen: number, changed: Partial<OrderDetails>) => {
  ends(intent, { to: 'COMPLETED', order: order('CONFIRMED', paidFen) });
  apply(intent, orderChangeOf(intent, { ...order('DELIVERED', paidFen), ...changed }));
};
const NOTHING = () => 0;

const ENDINGS: Ending[] = [
  [
    'bought',
    (intent, paid) => ends(intent, { to: 'COMPLETED', order: order('CONFIRMED', paid) }),
    (paid) => paid,
  ],
  ['rejected', (intent, paid) => fails(intent, order('REJECTED', paid)), NOTHING],
  [
    'never confirmed, cancelled for a fee',
    (intent, paid) => fails(intent, order('CANCELLED', paid), { feeFen: 500 }),
    () => 500,
  ],
  [
    'cancelled by the caller for a fee',
    (intent, paid) =>
      ends(intent, { to: 'CANCELLED', order: order('CANCELLED', paid), feeFen: 500, mayAppear: false }),
    () => 500,
  ],
  [
    'a late order that stands',
    (intent, paid) => appears(intent, { type: 'order.late_stands', order: order('SHIPPED', paid) }),
    (paid) => paid,
  ],
  [
    'a late order that was cancelled for a fee',
    (intent, paid) =>
      appears(
        intent,
        { type: 'order.late_cancelled', order: order('CANCELLED', paid) },
        { ok: true, feeFen: 700 },
      ),
    () => 700,
  ],
  [
    'a late order that the shop has rejected',
    (intent, paid) => appears(intent, { type: 'order.found_without_effect', order: order('REJECTED', paid) }),
    NOTHING,
  ],
  [
    'withdrawn after it was bought',
    (intent, paid) => changes(intent, paid, { status: 'CANCELLED', refundedFen: paid }),
    NOTHING,
  ],
  ['refunded in part', (intent, paid) => changes(intent, paid, { refundedFen: 100 }), (paid) => paid - 100],
  [
    'refunded by more than was paid',
    (intent, paid) => changes(intent, paid, { refundedFen: paid + 100 }),
    NOTHING,
  ],
];

// At what was agreed, above and below it; found at its end, or accepted first.
const AMOUNTS = [TOTAL_FEN, 90_000, 30_000];
const CASES = AMOUNTS.flatMap((paidFen) =>
  [false, true].flatMap((isAccepted) => ENDINGS.map((ending) => [paidFen, isAccepted, ...ending] as const)),
);

it.each(CASES)(
  'an order of %i fen (accepted first: %s), %s, costs what was lost',
  (paidFen, isAccepted, _, end, costFen) => {
    const intent = processing();
    if (isAccepted) {
      apply(intent, acceptedOf(intent, { order: order('ACCEPTED', paidFen), acceptedMs: 0 }, 1, AT));
    }
    end(intent, paidFen);
    expect(costOf(presentIntent(intent, 'en'))).toBe(costFen(paidFen) / 100);
  },
);
