import { INTENT_STATUSES, type FailureCode } from '@procurement-intents/contract';
import type { SpendGroup } from '@procurement-intents/contract/procurement';
import { keptFenOf } from './kept-amount.ts';
import { type OrderedIntent, placedAtOf } from './order-of-intent.ts';
import type { OutcomeCount, SpendOfGroup } from './present-reports.ts';
import type { Period } from './report-period.ts';

// The sums of the reports, from intents that a host has in memory. `report-store.ts` of the server has statements of the same;
// `rules-in-sql.test.ts` holds both to one answer.

const isWithin = (at: Date, { from, to }: Period): boolean => at >= from && at <= to;

type Group = Pick<SpendOfGroup, 'group' | 'appId'>;
const GROUPS: Record<SpendGroup, (intent: OrderedIntent) => Group> = {
  platform: ({ platform }) => ({ group: platform }),
  supplier: ({ productUrl }) => ({ group: productUrl }),
  user: ({ userId, appId }) => ({ group: userId, appId }),
  app: ({ appId }) => ({ group: appId }),
  day: (intent) => ({ group: placedAtOf(intent).toISOString().slice(0, 10) }),
  month: (intent) => ({ group: placedAtOf(intent).toISOString().slice(0, 7) }),
};

/** What bought intents have cost, and what the others have cost all the same. Orders that may still fail cost nothing. */
function spendOf(intent: OrderedIntent): Omit<SpendOfGroup, 'group'> {
  const isBought = intent.status === 'COMPLETED';
  return {
    orders: isBought ? 1n : 0n,
    quantity: isBought ? BigInt(intent.quantity) : 0n,
    paidFen: isBought ? (intent.amountPaidFen ?? intent.totalFen) : 0n,
    refundedFen: isBought ? (intent.refundedFen ?? 0n) : 0n,
    feesFen: keptFenOf(intent),
  };
}

/**
 * What was spent for each group, for the orders that were placed in a period; products for `supplier`: see `bySupplier`.
 * `report-store.ts` of the server has it in SQL: `rules-in-sql.test.ts` holds both to one answer.
 */
export function sumSpend(
  intents: readonly OrderedIntent[],
  groupBy: SpendGroup,
  period: Period,
): SpendOfGroup[] {
  const counted = intents.filter(
    (intent) =>
      intent.orderStatus !== null &&
      (['COMPLETED', 'CANCELLED'].includes(intent.status) ||
        (intent.status === 'FAILED' && keptFenOf(intent) > 0n)) &&
      isWithin(placedAtOf(intent), period),
  );
  const sums = new Map<string, SpendOfGroup>();
  for (const intent of counted) {
    const group = GROUPS[groupBy](intent);
    const key = JSON.stringify(group);
    const spend = spendOf(intent);
    const sum = sums.get(key);
    sums.set(key, sum ? { ...group, ...plus(sum, spend) } : { ...group, ...spend });
  }
  return [...sums.values()];
}

const SUMS = ['orders', 'quantity', 'paidFen', 'refundedFen', 'feesFen'] as const;
type Sums = Pick<SpendOfGroup, (typeof SUMS)[number]>;
const plus = (one: Sums, other: Sums): Sums =>
  Object.fromEntries(SUMS.map((name) => [name, one[name] + other[name]])) as unknown as Sums;

/**
 * What became of the intents that were created in a period, drafts aside, in the order of statuses, then of counts.
 * `report-store.ts` of the server has it in SQL: `rules-in-sql.test.ts` holds both to one answer.
 */
export function countOutcomes(intents: readonly OrderedIntent[], period: Period): OutcomeCount[] {
  const counted = intents.filter(
    ({ status, createdAt }) => status !== 'DRAFT' && isWithin(createdAt, period),
  );
  // No Map.groupBy, which Node 20 does not have: tests of integrators run there.
  const byOutcome = new Map<string, OrderedIntent[]>();
  for (const intent of counted) {
    const { status, failureCode } = intent;
    const key = JSON.stringify([status, status === 'FAILED' ? failureCode : null]);
    byOutcome.set(key, [...(byOutcome.get(key) ?? []), intent]);
  }
  const counts = [...byOutcome].map(([key, group]): OutcomeCount => {
    const [status, failureCode] = JSON.parse(key) as [OutcomeCount['status'], FailureCode | null];
    const percentiles = status === 'COMPLETED' ? percentilesOf(group.flatMap(tookMs)) : null;
    return { status, failureCode, count: BigInt(group.length), percentiles };
  });
  const rankOf = ({ status }: OutcomeCount) => INTENT_STATUSES.indexOf(status);
  return counts.sort(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      Number(b.count - a.count) ||
      // Without a code last, as in the database.
      (b.failureCode === null || (a.failureCode !== null && a.failureCode < b.failureCode) ? -1 : 1),
  );
}

const tookMs = ({ completedAt, submittedAt, createdAt }: OrderedIntent): number[] =>
  completedAt === null ? [] : [completedAt.getTime() - (submittedAt ?? createdAt).getTime()];

/** The smallest of the values that 50, 95 and 99 % do not exceed. */
function percentilesOf(values: readonly number[]): number[] | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  return [0.5, 0.95, 0.99].map((share) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
}
