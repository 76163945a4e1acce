import { type Database } from '../postgres/database.ts';
import { createAlarmCounter } from '../purchasing/order-alarms.ts';
import { type WorkerDeps } from '../purchasing/start-worker.ts';
import { createOrderFeeds } from '../purchasing/store/order-feeds.ts';
import { createOrderLookups } from '../purchasing/store/order-lookups.ts';
import { createPurchaseStore } from '../purchasing/store/purchase-store.ts';
import { dueIntents } from '../purchasing/store/take-due-intents.ts';
import { dueLookups } from '../purchasing/store/take-due-lookups.ts';
import type { Service } from './service-parts.ts';

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
