import type { FailureCode, IntentStatus } from '@procurement-intents/contract';
import type {
  ProcessingReportView,
  SpendGroup,
  SpendReportView,
} from '@procurement-intents/contract/procurement';
import { toCsv } from '../csv.ts';
import { fenToYuan } from '../money.ts';
import type { Period } from './report-period.ts';
import { indexShops, shopOf } from './shop-key.ts';

/** What was spent. Amounts in fen. */
interface Spend {
  orders: bigint;
  quantity: bigint;
  paidFen: bigint;
  refundedFen: bigint;
  feesFen: bigint;
}

/** What was spent for a group; null: for products of no supplier. */
export interface SpendOfGroup extends Spend {
  group: string | null;
  /** Of a supplier. */
  name?: string;
  /** Of a user. */
  appId?: string;
}

const NOTHING: Spend = { orders: 0n, quantity: 0n, paidFen: 0n, refundedFen: 0n, feesFen: 0n };

const plus = (one: Spend, other: Spend): Spend => ({
  orders: one.orders + other.orders,
  quantity: one.quantity + other.quantity,
  paidFen: one.paidFen + other.paidFen,
  refundedFen: one.refundedFen + other.refundedFen,
  feesFen: one.feesFen + other.feesFen,
});

const netOf = ({ paidFen, refundedFen, feesFen }: Spend): bigint => paidFen - refundedFen + feesFen;

interface NamedShop {
  id: string;
  name: string;
  shopKey: string;
}

/** What was spent at each supplier, from what was spent for each product, whose `group` is its address. */
export function bySupplier(products: readonly SpendOfGroup[], shops: readonly NamedShop[]): SpendOfGroup[] {
  const steps = bySupplierSteps(products, shops);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

// Some milliseconds, with the longest addresses.
const PRODUCTS_OF_A_STEP = 50;

/** As {@link bySupplier}, in steps of some milliseconds: a host can do other work between them. */
export function* bySupplierSteps(
  products: readonly SpendOfGroup[],
  shops: readonly NamedShop[],
): Generator<undefined, SpendOfGroup[]> {
  const byKey = indexShops(shops.map((shop) => [shop.shopKey, shop] as const));
  const sums = new Map<NamedShop | null, Spend>();
  for (const [index, product] of products.entries()) {
    if (index % PRODUCTS_OF_A_STEP === PRODUCTS_OF_A_STEP - 1) yield;
    const shop = product.group === null ? null : shopOf(product.group, byKey);
    sums.set(shop, plus(sums.get(shop) ?? NOTHING, product));
  }
  return [...sums].map(([shop, spend]) =>
    shop ? { group: shop.id, name: shop.name, ...spend } : { group: null, ...spend },
  );
}

const presentSums = (spend: Spend) => ({
  orders: Number(spend.orders),
  quantity: Number(spend.quantity),
  paid: fenToYuan(spend.paidFen),
  refunded: fenToYuan(spend.refundedFen),
  fees: fenToYuan(spend.feesFen),
  net: fenToYuan(netOf(spend)),
});

const presentPeriod = ({ from, to }: Period) => ({ from: from.toISOString(), to: to.toISOString() });

const byText = (one: SpendOfGroup, other: SpendOfGroup): number =>
  (one.group ?? '') < (other.group ?? '') ? -1 : 1;

function byNet(one: SpendOfGroup, other: SpendOfGroup): number {
  const difference = netOf(other) - netOf(one);
  if (difference !== 0n) return difference > 0n ? 1 : -1;
  return byText(one, other);
}

/** The report of spending as callers see it. */
export function presentSpend(
  groupBy: SpendGroup,
  period: Period,
  groups: readonly SpendOfGroup[],
): SpendReportView {
  const isByTime = groupBy === 'day' || groupBy === 'month';
  return {
    ...presentPeriod(period),
    groupBy,
    rows: groups.toSorted(isByTime ? byText : byNet).map(({ group, name, appId, ...spend }) => ({
      ...(group !== null && { group }),
      ...(name !== undefined && { name }),
      ...(appId !== undefined && { appId }),
      ...presentSums(spend),
    })),
    total: presentSums(groups.reduce<Spend>(plus, NOTHING)),
  };
}

const SUMS = ['orders', 'quantity', 'paid', 'refunded', 'fees', 'net'];
const NAMES: Partial<Record<SpendGroup, string[]>> = { supplier: ['name'], user: ['appId'] };

/** The rows of the report of spending. */
export const spendCsv = ({ groupBy, rows }: SpendReportView): string =>
  toCsv(
    [groupBy, ...(NAMES[groupBy] ?? []), ...SUMS],
    rows.map(({ group, ...row }) => ({ ...row, [groupBy]: group ?? null })),
  );

/** How many intents have come to a status, and for COMPLETED ones how long that took. */
export interface OutcomeCount {
  status: IntentStatus;
  failureCode: FailureCode | null;
  count: bigint;
  /** Milliseconds from submission in which 50, 95 and 99 % have completed. */
  percentiles: readonly number[] | null;
}

/** The report of processing as callers see it. */
export function presentProcessing(period: Period, counts: readonly OutcomeCount[]): ProcessingReportView {
  const [p50, p95, p99] = counts.find(({ status }) => status === 'COMPLETED')?.percentiles ?? [];
  return {
    ...presentPeriod(period),
    total: Number(counts.reduce((sum, { count }) => sum + count, 0n)),
    outcomes: counts.map(({ status, failureCode, count }) => ({
      status,
      ...(failureCode !== null && { failureCode }),
      count: Number(count),
    })),
    ...(p50 !== undefined && p95 !== undefined && p99 !== undefined && { timeToComplete: { p50, p95, p99 } }),
  };
}

/** The rows of the report of processing, with the times on the row of COMPLETED ones. */
export const processingCsv = ({ outcomes, timeToComplete }: ProcessingReportView): string =>
  toCsv(
    ['status', 'failureCode', 'count', 'p50', 'p95', 'p99'],
    outcomes.map((row) => ({ ...row, ...(row.status === 'COMPLETED' && timeToComplete) })),
  );
