import type { StoreOptions } from '../../intent-rows/intent-row.ts';
import { createAttemptWriter } from '../../intent-rows/intent-writer.ts';
import type { Database } from '../../postgres/database.ts';
import { claimIntents } from './claim-intents.ts';
import { claimOrders } from './claim-orders.ts';
import { markOrdersInFlight } from './mark-in-flight.ts';
import { readPurchases } from './read-purchases.ts';

export type PurchaseStore = ReturnType<typeof createPurchaseStore>;

/** What workers read and write of intents. */
export function createPurchaseStore(database: Database, options: StoreOptions) {
  const { update, end } = createAttemptWriter(database, options);
  return {
    update,
    end,
    ...claimIntents(database, options),
    ...claimOrders(database),
    ...markOrdersInFlight(database),
    ...readPurchases(database),
  };
}
