import type { PlatformId } from '@procurement-intents/contract';
import type { ListOrdersResult, Platform, PlatformOrder } from '../platforms/platform.ts';
import { decideRecovery, ENDLESS_LIST, isEndlessList, type RecoveryStep } from '@procurement-intents/domain';
import { intentIdOf } from '../intent-rows/merchant-order-no.ts';
import { retryTransient } from '../postgres/retry-transient.ts';
import type { IntentRow } from '../intent-rows/intent-row.ts';
import type { OrderLookups } from './store/order-lookups.ts';
import type { RecoveredIntents } from './store/recovered-intents.ts';

export interface RecoveredOrder {
  platform: PlatformId;
  orderId: string;
  merchantOrderNo: string | null;
  status: PlatformOrder['status'];
  /** The id in the number, whether or not the intent exists. */
  intentId: string | null;
  intentStatus: IntentRow['status'] | null;
  step: RecoveryStep;
}

type OrderList = Pick<Platform, 'listChangedOrders'>;

export interface RecoveryDeps {
  platforms: ReadonlyMap<PlatformId, OrderList>;
  purchases: RecoveredIntents;
  lookups: Pick<OrderLookups, 'schedule'>;
  timeoutMs: number;
}

interface Unread {
  platform: PlatformId;
  reason: string;
  /** Where to go on in a list that is too long: every change before was read. Missing when nothing would be gained. */
  readUpTo?: Date | undefined;
}

export interface Recovery {
  /** The number of orders that the platforms list. */
  seen: number;
  orders: RecoveredOrder[];
  /** Platforms whose list was not read to its end, with the reason. */
  unasked: Unread[];
}

// Purchases go on meanwhile, and may hold a row for a moment: half a minute in all, before an order is given up.
const ATTEMPTS = { atMost: 10, pauseMs: 500 };

interface RecoveryOptions {
  since: Date;
  isApplied: boolean;
}

/**
 * Compares the platforms' lists of orders with the intents. With `isApplied` it schedules cancellations and adoptions for
 * the workers; without it nothing changes. Safe to repeat.
 */
export async function recoverOrders(deps: RecoveryDeps, options: RecoveryOptions): Promise<Recovery> {
  const recovery: Recovery = { seen: 0, orders: [], unasked: [] };
  for (const [platform, shop] of deps.platforms) {
    const unread = await recoverFrom(deps, [platform, shop], options, recovery);
    if (unread !== null) recovery.unasked.push({ platform, ...unread });
  }
  return recovery;
}

/** Reads the list of one platform, oldest change first. Null when its end was reached. */
async function recoverFrom(
  deps: RecoveryDeps,
  [platform, shop]: [PlatformId, OrderList],
  { since: changedSince, isApplied }: RecoveryOptions,
  recovery: Recovery,
): Promise<Omit<Unread, 'platform'> | null> {
  let cursor: string | null = null;
  let readUpTo: Date | undefined;
  for (let pages = 0; ; pages += 1) {
    const page: ListOrdersResult = await shop.listChangedOrders(
      { changedSince, ...(cursor !== null && { cursor }) },
      { timeoutMs: deps.timeoutMs },
    );
    if (!page.ok) return { reason: page.reason };
    recovery.seen += page.orders.length;
    const found = await retryTransient(ATTEMPTS, () => comparePage(deps, platform, page.orders));
    recovery.orders.push(...found);
    if (isApplied) for (const order of found) await retryTransient(ATTEMPTS, () => apply(deps, order));
    readUpTo = oldestSince(changedSince, page.orders) ?? readUpTo;
    if (isEndlessList({ cursor, pages }, page.nextCursor)) return { reason: ENDLESS_LIST, readUpTo };
    if (page.nextCursor === null) return null;
    cursor = page.nextCursor;
  }
}

/** The oldest change of the page, as its order within the page is not promised; undefined unless it is after `since`. */
function oldestSince(since: Date, orders: readonly PlatformOrder[]): Date | undefined {
  const times = orders.flatMap(({ updatedAt }) => (updatedAt ? [updatedAt.getTime()] : []));
  const oldest = Math.min(...times);
  return Number.isFinite(oldest) && oldest > since.getTime() ? new Date(oldest) : undefined;
}

async function comparePage(
  { purchases }: RecoveryDeps,
  platform: PlatformId,
  orders: readonly PlatformOrder[],
): Promise<RecoveredOrder[]> {
  const idOf = ({ merchantOrderNo }: PlatformOrder) =>
    merchantOrderNo === undefined ? null : intentIdOf(merchantOrderNo);
  const ids = orders.map(idOf).filter((id) => id !== null);
  const known = new Map((await purchases.findMany(ids)).map((row) => [row.id, row]));
  return orders.flatMap((order) => {
    const intentId = idOf(order);
    const intent = (intentId === null ? undefined : known.get(intentId)) ?? null;
    const step = decideRecovery(order, intentId !== null, intent);
    if (step === null) return [];
    const { orderId, merchantOrderNo = null, status } = order;
    return [
      { platform, orderId, merchantOrderNo, status, intentId, intentStatus: intent?.status ?? null, step },
    ];
  });
}

async function apply({ purchases, lookups }: RecoveryDeps, found: RecoveredOrder): Promise<void> {
  const { intentId, orderId, merchantOrderNo, platform, step } = found;
  if (intentId === null || merchantOrderNo === null) return;
  // An intent that has ended, was deleted or has found the order meanwhile is not adopted: the look-up decides then.
  const isAdopted = step === 'adopt' && (await purchases.adoptOrder(intentId, { orderId, merchantOrderNo }));
  if (step === 'report' || isAdopted) return;
  if (await purchases.knowsOrder(intentId, orderId)) return;
  await lookups.schedule({ intentId, merchantOrderNo, platform });
}
