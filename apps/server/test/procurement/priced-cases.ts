import type { IntentStatus } from '@procurement-intents/contract';
import fc from 'fast-check';

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

/** Amounts of any size, and those at which a rule turns. */
const fen = fc.option(fc.oneof(fc.constantFrom(0n, 1n, 398_00n), fc.bigInt(0n, 10_000_000_00n)), { freq: 3 });
const anyMoney = {
  orderStatus: fc.constantFrom(...MONEY.orderStatus),
  amountPaidFen: fen,
  refundedFen: fen,
  cancellationFeeFen: fen,
};

/** So many outcomes of intents, drawn at random. */
export const drawOutcomes = (count: number, seed: number) =>
  fc.sample(fc.record({ status: fc.constantFrom('COMPLETED', 'FAILED', 'CANCELLED'), ...anyMoney }), {
    numRuns: count,
    seed,
  });

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

/** So many intents as they can be, drawn at random: amounts, and times to the millisecond around those of {@link pricedIntents}. */
export function drawIntents(
  { count, seed }: { count: number; seed: number },
  appIds: readonly string[],
  productUrls: readonly string[],
) {
  const time = fc.date({
    min: new Date('2026-10-31T20:00:00.000Z'),
    max: new Date('2026-11-03T04:00:00.000Z'),
    noInvalidDate: true,
  });
  const perhaps = fc.option(time, { freq: 3 });
  const intent = fc.record({
    status: fc.constantFrom(...STATUSES),
    ...anyMoney,
    appId: fc.constantFrom(...appIds),
    userId: fc.constantFrom('user_1', 'user_2', 'user_drawn'),
    platform: fc.constantFrom(...PLATFORMS),
    productUrl: fc.constantFrom(...productUrls),
    priceFen: fc.bigInt(1n, 1_000_000_00n),
    quantity: fc.integer({ min: 1, max: 99 }),
    code: fc.constantFrom(...FAILURES),
    createdAt: time,
    updatedAt: time,
    submittedAt: perhaps,
    processingAt: perhaps,
    orderAcceptedAt: perhaps,
    completedAt: perhaps,
  });
  return fc.sample(intent, { numRuns: count, seed }).map(({ code, ...drawn }, index) => ({
    ...drawn,
    title: `Drawn ${index}`,
    failureCode: drawn.status === 'FAILED' ? code : null,
    orderId: drawn.orderStatus === null ? null : `D${index}`,
  }));
}
