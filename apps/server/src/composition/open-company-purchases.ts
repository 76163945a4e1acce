import type { PlatformId } from '@procurement-intents/contract';
import { BEARER_LIMITS } from '@procurement-intents/contract/bearer';
import { companyIntentHandlers } from '../company-intents/routes.ts';
import { personRights } from '../company-intents/store/person-rights.ts';
import type { Clock } from '../clock.ts';
import { type FactSources, readFacts } from '../dashboard/read-facts.ts';
import { dashboardHandlers } from '../dashboard/routes.ts';
import { readDashboard } from '../dashboard/store/read-counts.ts';
import { contractHandlers } from '../contracts/routes.ts';
import { createContractStore } from '../contracts/store/contract-store.ts';
import type { StoreOptions } from '../intent-rows/intent-row.ts';
import type { IntentsContext } from '../intents/intents-context.ts';
import { createCompanyListStore } from '../intents/store/list-store.ts';
import { intentAdder } from '../intents/store/insert-intents.ts';
import { orderChecks } from '../intents/store/order-checks.ts';
import { recordedIntents } from '../intents/store/recorded-intents.ts';
import { orderHandlers } from '../orders/routes.ts';
import { createOrderStore } from '../orders/store/order-store.ts';
import type { Database } from '../postgres/database.ts';
import { requestHandlers } from '../purchase-requests/routes.ts';
import { createRequestStore } from '../purchase-requests/store/request-store.ts';
import { ALL_INTENT_JOBS } from '../purchasing/intent-jobs.ts';
import { dueIntents } from '../purchasing/store/take-due-intents.ts';
import { readQueueDepth } from '../queue/queue-depth.ts';
import { reportHandlers } from '../reports/routes.ts';
import { createReportStore } from '../reports/store/report-store.ts';
import type { BlockedShops } from '../suppliers/blocked-shops.ts';
import { supplierHandlers } from '../suppliers/routes.ts';
import { createSupplierStore } from '../suppliers/store/supplier-store.ts';
import { openFigureStores } from './open-figure-stores.ts';

/** What the company's purchases are made of. */
export interface PurchasesParts {
  /** With `COMPANY_CONNECTIONS`. */
  database: Database;
  stores: StoreOptions;
  intents: IntentsContext;
  blockedShops: BlockedShops;
  platforms: readonly PlatformId[];
}

export type PurchasesHandlers = ReturnType<typeof openCompanyPurchases>;

/** One handler for each operation on what the company asks for, buys and has agreed. */
export function openCompanyPurchases({ database, stores, intents, blockedShops, platforms }: PurchasesParts) {
  const { clock } = intents;
  const { recipients } = stores;
  const contracts = createContractStore(database);
  const facts = openFacts({ database, platforms, clock });
  const requests = createRequestStore(database, { recipients, contracts });
  const recorded = recordedIntents(database, stores);
  return {
    ...supplierHandlers({ suppliers: createSupplierStore(database), blockedShops, clock }),
    ...contractHandlers({ contracts, clock }),
    ...requestHandlers({ requests, intents, addIntent: intentAdder(stores) }),
    ...reportHandlers({ reports: createReportStore(database), clock }),
    ...dashboardHandlers({ read: () => readFacts(facts), clock }),
    ...companyIntentHandlers({
      intents,
      lists: createCompanyListStore(database, recipients),
      recorded,
      rightsOfPerson: personRights(database),
    }),
    ...orderHandlers({
      orders: createOrderStore(database),
      intents,
      recorded,
      requestCheck: orderChecks(database),
      refreshes: new Map(),
    }),
  };
}

/** Where the dashboard reads. */
function openFacts({
  database,
  platforms,
  clock,
}: Pick<PurchasesParts, 'database' | 'platforms'> & { clock: Clock }): FactSources {
  const { queueCounted } = BEARER_LIMITS;
  const { counts, breakers } = openFigureStores(database);
  return {
    platforms,
    readCounts: readDashboard(database),
    countDue: () => dueIntents(database).countDue(clock.now(), queueCounted),
    readQueue: () => readQueueDepth(database, ALL_INTENT_JOBS, queueCounted),
    readCalls: counts.read,
    readStopped: breakers.read,
  };
}
