import { CancelWaits } from '../intents/cancel-waits.ts';
import { Exports } from '../intents/exports.ts';
import { createProductPageCache } from '../intents/product-page-cache.ts';
import type { IntentsContext } from '../intents/intents-context.ts';
import { createIntentStore } from '../intents/store/intent-store.ts';
import { createListStore, LIST_CONNECTIONS } from '../intents/store/list-store.ts';
import { PAGE_CONNECTIONS } from '../intents/store/read-pages.ts';
import { type Database } from '../postgres/database.ts';
import { createAlarmCounter } from '../purchasing/order-alarms.ts';
import { type WorkerDeps } from '../purchasing/start-worker.ts';
import { createOrderFeeds } from '../purchasing/store/order-feeds.ts';
import { createOrderLookups } from '../purchasing/store/order-lookups.ts';
import { createPurchaseStore } from '../purchasing/store/purchase-store.ts';
import { dueIntents } from '../purchasing/store/take-due-intents.ts';
import { dueLookups } from '../purchasing/store/take-due-lookups.ts';
import { openPool, type Service } from './service-parts.ts';

/** Opens the connections of the lists of Apps, of intents as of deliveries. */
export const openLists = (service: Service): Database => openPool(service, LIST_CONNECTIONS);

/** The dependencies of the verbs on intents. @param lists - of {@link openLists}. */
export function openIntents(service: Service, lists: Database): IntentsContext {
  const { config, shared, database, stores, platforms, clock, log, blockedShops, shutdown, callCount } =
    service;
  const { recoveredAt, graceMs } = config;
  return {
    intents: createIntentStore(database, stores),
    lists: createListStore(lists, openPool(service, PAGE_CONNECTIONS), stores.recipients),
    platforms,
    productPageCache: createProductPageCache(clock),
    exports: new Exports(() => shutdown.isStopping, callCount),
    cancelWaits: new CancelWaits(),
    isSupplierBlocked: blockedShops.isBlocked,
    connections: shared.connections,
    clock,
    log,
    recoveredAt,
    graceMs,
  };
}

/**
 * What a worker works with.
 *
 * @param dispatches - connections for `takeDue` alone; default: `database`.
 */
export function openPurchasing(
  service: Service,
  database: Database,
  dispatches = database,
): Omit<WorkerDeps, 'jobs' | 'concurrency'> {
  const { config, shared, stores, platforms, clock, log, metrics, blockedShops } = service;
  const { recoveredAt, graceMs, retryBudgetMs, confirmTimeoutMs, orderTimeoutMs, lateMarginMs } = config;
  return {
    context: {
      purchases: createPurchaseStore(database, stores),
      lookups: createOrderLookups(database),
      platforms,
      isSupplierBlocked: blockedShops.isBlocked,
      countAlarm: createAlarmCounter(metrics),
      connections: shared.connections,
      clock,
      log,
      recoveredAt,
      graceMs,
      retryBudgetMs,
      confirmTimeoutMs,
      orderTimeoutMs,
      lateMarginMs,
    },
    feeds: createOrderFeeds(database),
    dueIntents: dueIntents(dispatches),
    dueLookups: dueLookups(dispatches),
  };
}
