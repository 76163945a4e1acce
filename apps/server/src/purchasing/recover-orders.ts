import type { PlatformId } from '@procurement-intents/contract';
import type { Platform, PlatformOrder } from '../platforms/platform.ts';
import { isDead } from '@procurement-intents/domain';
import { intentIdOf } from '../intent-rows/merchant-order-no.ts';
import type { OrderLookups } from './store/order-lookups.ts';
import type { IntentRow } from '../intent-rows/intent-row.ts';
import type { PurchaseStore } from './store/purchase-store.ts';

/**
 * What is to be done with an order of a platform after the database was restored: `cancel` one that no intent counts
 * as its own, `adopt` one that an open intent does not know yet, and `report` what people must judge: numbers that are
 * not of this service, or an intent that knows another order.
 */
export type RecoveryStep = 'cancel' | 'adopt' | 'report';

export interface RecoveredOrder {
  platform: PlatformId;
  orderId: string;
  merchantOrderNo: string | null;
  status: PlatformOrder['status'];
  /** The intent that the number is made of, whether or not it stands. */
  intentId: string | null;
  intentStatus: IntentRow['status'] | null;
  step: RecoveryStep;
}

type KnownIntent = Pick<IntentRow, 'id' | 'status' | 'orderId'>;

/** What is to be done with an order; null when all is well with it. */
export function decideRecovery(order: PlatformOrder, intent: KnownIntent | null): RecoveryStep | null {
  const isOurs = order.merchantOrderNo !== undefined && intentIdOf(order.merchantOrderNo) !== null;
  if (!isOurs) return 'report';
  if (intent?.orderId === order.orderId) return null;
  if (isDead(order)) return null;
  if (!intent) return 'cancel';
  if (intent.orderId !== null || intent.status === 'COMPLETED') return 'report';
  return intent.status === 'FAILED' || intent.status === 'CANCELLED' ? 'cancel' : 'adopt';
}

export interface RecoveryDeps {
  platforms: ReadonlyMap<PlatformId, Pick<Platform, 'listChangedOrders'>>;
  purchases: Pick<PurchaseStore, 'findMany' | 'adoptOrder' | 'knowsOrder'>;
  lookups: Pick<OrderLookups, 'schedule'>;
  timeoutMs: number;
}

export interface Recovery {
  /** Orders that changed since then, of all platforms that could be asked. */
  seen: number;
  orders: RecoveredOrder[];
  /** Platforms that could not be asked, with the reason. */
  unasked: { platform: PlatformId; reason: string }[];
}

/**
 * Holds the platforms' own lists of orders against the intents. With `isApplied` each cancellation and adoption is put
 * on record, for the workers to carry out; without it nothing changes. Repeating it is safe.
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
    const step = decideRecovery(order, intent);
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
  // An intent that has ended or gone meanwhile, or found the order itself, adopts nothing: the look tells them apart.
  const isAdopted = step === 'adopt' && (await purchases.adoptOrder(intentId, merchantOrderNo));
  if (step === 'report' || isAdopted) return;
  if (await purchases.knowsOrder(intentId, found.orderId)) return;
  await lookups.schedule({ intentId, merchantOrderNo, platform });
}
