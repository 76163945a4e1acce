import { describe, expect, it } from 'vitest';
import type { OrderedIntent } from './order-of-intent.ts';
import { countOutcomes, sumSpend } from './sum-reports.ts';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 21, 8, 0, seconds));
const intent = (changes: Partial<OrderedIntent> = {}): OrderedIntent =>
  ({
    appId: 'app_1',
    userId: 'user_1',
    platform: 'PLATFORM_A',
    status: 'COMPLETED',
    orderStatus: 'SHIPPED',
    failureCode: null,
    quantity: 2,
    totalFen: 400n,
    amountPaidFen: null,
    refundedFen: null,
    cancellationFeeFen: null,
    createdAt: at(0),
    submittedAt: at(0),
    processingAt: null,
    orderAcceptedAt: null,
    completedAt: at(1),
    ...changes,
  }) as OrderedIntent;
const period = { from: at(0), to: at(30) };
const NOTHING = { orders: 0n, quantity: 0n, paidFen: 0n, refundedFen: 0n, feesFen: 0n };

describe('spending', () => {
  it('adds up what was paid, paid back and lost, of orders that have been placed', () => {
    const intents = [
      intent(),
      intent({ amountPaidFen: 300n, refundedFen: 100n, quantity: 1 }),
      intent({ status: 'CANCELLED', orderStatus: 'CANCELLED', cancellationFeeFen: 5n }),
      intent({ status: 'PROCESSING', orderStatus: 'PLACED' }),
      intent({ status: 'FAILED', orderStatus: 'CANCELLED', cancellationFeeFen: 9n }),
      intent({ orderStatus: null }),
    ];
    const sums = { orders: 2n, quantity: 3n, paidFen: 700n, refundedFen: 100n, feesFen: 14n };
    expect(sumSpend(intents, 'platform', period)).toEqual([{ group: 'PLATFORM_A', ...sums }]);
  });

  it('counts by when the order was first known, both ends of the period included', () => {
    const intents = [at(-1), at(0), at(30), at(31)].map((time) => intent({ orderAcceptedAt: time }));
    expect(sumSpend(intents, 'app', period)).toMatchObject([{ group: 'app_1', orders: 2n }]);
  });

  it('keeps users of two Apps apart', () => {
    const cancelled = { status: 'CANCELLED', orderStatus: 'CANCELLED' } as const;
    const intents = [intent(cancelled), intent({ ...cancelled, appId: 'app_2' })];
    expect(sumSpend(intents, 'user', period)).toEqual([
      { group: 'user_1', appId: 'app_1', ...NOTHING },
      { group: 'user_1', appId: 'app_2', ...NOTHING },
    ]);
  });
});

it('outcomes come in the order of statuses, then of counts, with the times of completed ones', () => {
  const failed = (failureCode: string) => intent({ status: 'FAILED', failureCode, completedAt: null });
  const intents = [
    failed('OUT_OF_STOCK'),
    failed('PRICE_CHANGED'),
    failed('PRICE_CHANGED'),
    intent({ status: 'DRAFT' }),
    intent({ createdAt: at(31) }),
    ...[1, 2, 3, 4].map((seconds) => intent({ completedAt: at(seconds) })),
  ];
  expect(countOutcomes(intents, period)).toEqual([
    { status: 'COMPLETED', failureCode: null, count: 4n, percentiles: [2000, 4000, 4000] },
    { status: 'FAILED', failureCode: 'PRICE_CHANGED', count: 2n, percentiles: null },
    { status: 'FAILED', failureCode: 'OUT_OF_STOCK', count: 1n, percentiles: null },
  ]);
});
