import type { IntentStatus } from '@procurement-intents/contract';

type Combination<Choices extends Record<string, readonly unknown[]>> = {
  -readonly [Name in keyof Choices]: Choices[Name][number];
};

/** Every choice of every name with every choice of all others. */
export function combine<const Choices extends Record<string, readonly unknown[]>>(
  choices: Choices,
): Combination<Choices>[] {
  let all: object[] = [{}];
  for (const [name, values] of Object.entries(choices))
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  return all as Combination<Choices>[];
}

/** What the money of an intent follows from. Amounts in fen: nothing known, nothing, less, all, more. */
const MONEY = {
  orderStatus: [null, 'PLACED', 'SHIPPED', 'DELIVERED', 'CANCELLED'],
  amountPaidFen: [null, 0n, 398_00n],
  refundedFen: [null, 0n, 300_00n, 398_00n, 500_00n],
  cancellationFeeFen: [null, 0n, 5_00n],
} as const;

const STATUSES = ['DRAFT', 'SUBMITTED', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
STATUSES satisfies readonly IntentStatus[];

const FAILURES = [null, 'OUT_OF_STOCK', 'PLATFORM_UNAVAILABLE', 'PRICE_CHANGED', 'PRODUCT_NOT_FOUND'];

/** Which of its times an intent has. */
const TIMES = combine({
  orderAcceptedAt: [true, false],
  completedAt: [true, false],
  processingAt: [true, false],
  submittedAt: [true, false],
});
// The first and the last moment of a day and of a month, and a moment between.
const MOMENTS = [
  '2026-10-31T23:59:59.999Z',
  '2026-11-01T00:00:00.000Z',
  '2026-11-01T12:34:56.789Z',
  '2026-11-02T23:59:59.999Z',
  '2026-11-03T00:00:00.000Z',
].map((at) => Date.parse(at));
const PLATFORMS = ['PLATFORM_A', 'PLATFORM_B'] as const;

/** One of the list: a stride that shares no factor with the number of combinations mixes it with all of them. */
const pick = <T>(list: readonly T[], index: number): T => list[index % list.length]!;

/** An intent for every combination of money, with times, users and products of all kinds in turn. */
export function pricedIntents(appIds: readonly string[], productUrls: readonly string[]) {
  return combine({ status: STATUSES, ...MONEY }).map((money, index) => {
    const n = index * 7 + Math.floor(index / 11);
    const has = pick(TIMES, n);
    const time = (name: keyof typeof has, afterMs: number): Date | null =>
      has[name] ? new Date(pick(MOMENTS, n + afterMs) + (n % 3) * afterMs) : null;
    return {
      ...money,
      appId: pick(appIds, n),
      userId: `user_${n % 13}`,
      platform: pick(PLATFORMS, n + (index % 5)),
      productUrl: pick(productUrls, n + (index % 3)),
      title: `Case ${index}`,
      // Amounts that no two sums share, so that their order in a report is certain.
      priceFen: BigInt(100 + index ** 2),
      quantity: 1 + (n % 3),
      failureCode: money.status === 'FAILED' ? pick(FAILURES, index) : null,
      orderId: money.orderStatus === null ? null : `A${index}`,
      createdAt: new Date(pick(MOMENTS, n)),
      updatedAt: new Date(pick(MOMENTS, n) + index),
      submittedAt: time('submittedAt', 1),
      processingAt: time('processingAt', 2),
      orderAcceptedAt: time('orderAcceptedAt', 3),
      completedAt: time('completedAt', 4),
    };
  });
}
