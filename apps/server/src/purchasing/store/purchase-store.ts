import { endIntents } from '../../intent-rows/end-intents.ts';
import { openStore, type StoreOptions } from '../../intent-rows/store-options.ts';
import type { Database } from '../../postgres/database.ts';
import { claimIntents } from './claim-intents.ts';
import { markOrdersInFlight } from './mark-in-flight.ts';
import { readPurchases } from './read-purchases.ts';
import { updatePurchases } from './update-purchases.ts';

export type PurchaseStore = ReturnType<typeof createPurchaseStore>;

/** What workers read and write of intents. */
export function createPurchaseStore(database: Database, options: StoreOptions) {
  const parts = openStore(options);
  return {
    ...claimIntents(database, parts),
    ...markOrdersInFlight(database),
    ...updatePurchases(database, parts),
    ...endIntents(database, parts),
    ...readPurchases(database),
  };
}
