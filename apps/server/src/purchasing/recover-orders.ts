import type { PlatformId } from '@procurement-intents/contract';
import type { Platform, PlatformOrder } from '../platforms/platform.ts';
import { decideRecovery, type RecoveryStep } from '@procurement-intents/domain';
import { intentIdOf } from '../intent-rows/merchant-order-no.ts';
import type { IntentRow } from '../intent-rows/intent-row.ts';
import type { Database } from '../postgres/database.ts';
import { createOrderLookups, type OrderLookups } from './store/order-lookups.ts';
import { type RecoveredIntents, recoveredIntents } from './store/recovered-intents.ts';

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

export interface RecoveryDeps {
  platforms: ReadonlyMap<PlatformId, Pick<Platform, 'listChangedOrders'>>;
  purchases: RecoveredIntents;
  lookups: Pick<OrderLookups, 'schedule'>;
  timeoutMs: number;
}

/** The dependencies of a recovery, on this database. */
export const openRecovery = (
  database: Database,
  platforms: Pick<RecoveryDeps, 'platforms' | 'timeoutMs'>,
): RecoveryDeps => ({
  ...platforms,
  purchases: recoveredIntents(database),
  lookups: createOrderLookups(database),
});

export interface Recovery {
  /** The number of orders that the platforms list. */
  seen: number;
  orders: RecoveredOrder[];
  /** Platforms without an answer, with the reason. */
  unasked: { platform: PlatformId; reason: string }[];
}

/**
 * Compares the platforms' lists of orders with the intents. With `isApplied` it schedules cancellations and adoptions for
 * the workers; without it nothing changes. Safe to repeat.
 */
export async function recoverOrders(
  deps: RecoveryDeps,
  { since, isApplied }: { since: Date; isApplied: boolean },
): Promise<Recovery> {
  const recovery: Recovery = { seen: 0, orders: [], unasked: [] };
  for (const [platform, shop] of deps.platforms) {
    let cursor: string | undefined;
    do {
      const page = await shop.listChangedOrders(
        { changedSince: since, ...(cursor !== undefined && { cursor }) },
        { timeoutMs: deps.timeoutMs },
      );
      if (!page.ok) {
        recovery.unasked.push({ platform, reason: page.reason });
        break;
      }
      recovery.seen += page.orders.length;
      const found = await comparePage(deps, platform, page.orders);
      recovery.orders.push(...found);
      if (isApplied) for (const order of found) await apply(deps, order);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
  return recovery;
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
  const { intentId, merchantOrderNo, platform, step } = found;
  if (intentId === null || merchantOrderNo === null) return;
  // An intent that has ended, was deleted or has found the order meanwhile is not adopted: the look-up decides then.
  const isAdopted = step === 'adopt' && (await purchases.adoptOrder(intentId, merchantOrderNo));
  if (step === 'report' || isAdopted) return;
  if (await purchases.knowsOrder(intentId, found.orderId)) return;
  await lookups.schedule({ intentId, merchantOrderNo, platform });
}
