import { CancelWaits } from '../intents/cancel-waits.ts';
import { Exports } from '../exports/exports.ts';
import type { IntentsContext } from '../intents/intents-context.ts';
import { createProductPageCache } from '../platforms/page-check/product-page-cache.ts';
import type { SweeperDeps } from '../intents/start-sweepers.ts';
import { createIntentStore } from '../intents/store/intent-store.ts';
import { createIntentSweeps } from '../intents/store/intent-sweeps.ts';
import { LIST_CONNECTIONS } from '../intents/store/list-reader.ts';
import { createListStore } from '../intents/store/list-store.ts';
import { PAGE_CONNECTIONS } from '../intents/store/read-plain-pages.ts';
import type { Database } from '../postgres/database.ts';
import { openPool, type Service } from './service-parts.ts';

/** Opens the connections of the lists of Apps, of intents as of deliveries. */
export const openLists = (service: Service): Database => openPool(service, LIST_CONNECTIONS);

/** The dependencies of the verbs on intents. @param lists - of {@link openLists}. */
export function openIntents(service: Service, lists: Database): IntentsContext {
  const { config, shared, database, stores, platforms, clock, log, blockedShops, shutdown, callCounter } =
    service;
  const { recoveredAt, graceMs } = config;
  return {
    intents: createIntentStore(database, stores),
    lists: createListStore({ lists, pages: openPool(service, PAGE_CONNECTIONS) }, stores.recipients),
    platforms,
    productPageCache: createProductPageCache(clock),
    exports: new Exports(() => shutdown.isStopping, callCounter),
    cancelWaits: new CancelWaits(),
    isSupplierBlocked: blockedShops.isBlocked,
    connections: shared.connections,
    clock,
    log,
    recoveredAt,
    graceMs,
  };
}

/** What the sweepers of intents in a worker work with. */
export const openIntentSweepers = ({ config, log }: Service, database: Database): SweeperDeps => ({
  sweeps: createIntentSweeps(database),
  log,
  redactAfterDays: config.redactAfterDays,
});
