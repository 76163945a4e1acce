import type { PlatformId } from '@procurement-intents/contract';
import type { Clock } from '../postgres/clock.ts';
import type { ConnectionWatch } from '../postgres/connection-watch.ts';
import type { Platform } from '../platforms/platform.ts';
import type { ProductPageCache } from './product-page-cache.ts';
import type { ListStore } from './store/list-store.ts';
import type { PurchaseStore } from '../purchasing/store/purchase-store.ts';
import type { IntentStore } from './store/intent-store.ts';

/** The dependencies of the verbs on intents. */
export interface IntentsContext {
  intents: IntentStore;
  purchases: PurchaseStore;
  lists: ListStore;
  platforms: ReadonlyMap<PlatformId, Platform>;
  productPageCache: ProductPageCache;
  clock: Clock;
  /** The database's connections: what is older than their last change may have been set back. */
  connections: Pick<ConnectionWatch, 'sinceChangeMs'>;
  /** When the database was last restored from a backup: older intents may have been ordered since the backup. */
  recoveredAt: Date | null;
  /** Time between submission and processing, during which updates and cancellation are free. */
  graceMs: number;
  /** How long a cancellation waits for the platform's answer. Default `LIMITS.cancelWaitMs`. */
  cancelWaitMs?: number;
}

/** What shows whether a row may be an older state of itself. */
export const historyOf = ({ graceMs, recoveredAt, connections }: IntentsContext) => ({
  graceMs,
  recoveredAt,
  connectedMs: connections.sinceChangeMs(),
});

export function platformOf(context: Pick<IntentsContext, 'platforms'>, id: PlatformId): Platform {
  const platform = context.platforms.get(id);
  if (!platform) throw new Error(`${id} is not connected`);
  return platform;
}
