import { existsSync } from 'node:fs';
import { BEARER_LIMITS } from '@procurement-intents/contract/bearer';
import { startCallFigures } from './call-figures/call-figures.ts';
import { CallCounter } from './fair-share/call-counter.ts';
import type { StoreOptions } from './intent-rows/intent-row.ts';
import { openFigureStores } from './composition/open-figure-stores.ts';
import { askGateways, askQuotingGateways, connectPlatforms } from './composition/connect-platforms.ts';
import { serveHttp, type Served } from './composition/serve-http.ts';
import type { CompanySide } from './composition/open-company.ts';
import { openRecipientBox } from './open-keys.ts';
import { ConnectionWatch } from './postgres/connection-watch.ts';
import { startDatabaseClock } from './postgres/database-clock.ts';
import { createDatabaseProbe } from './postgres/probe-database.ts';
import { PreparedStatements } from './postgres/prepared-statements.ts';
import { retryTransient, WHILE_STARTING } from './postgres/retry-transient.ts';
import type { ProcessingContext } from './purchasing/processing-context.ts';
import { startWorker } from './purchasing/start-worker.ts';
import { dueIntents } from './purchasing/store/take-due-intents.ts';
import { publishing } from './events/store/publish.ts';
import { countDeadJobs } from './queue/dead-jobs.ts';
import { deliveryHealth } from './webhooks/store/delivery-health.ts';
import { createJobs, type Jobs } from './queue/jobs.ts';
import { BlockedShops } from './suppliers/blocked-shops.ts';
import { createShopStore } from './suppliers/store/shop-store.ts';
import { watchArchive } from './composition/open-archiving.ts';
import { type Api, openApi } from './composition/open-api.ts';
import { CONSOLE_FOLDER, openPipeline } from './composition/open-pipeline.ts';
import { openPurchasing } from './composition/open-purchasing.ts';
import { openPool, type Service, type ServiceParts } from './composition/service-parts.ts';
import { startWorkerLoops } from './composition/start-worker-loops.ts';

const QUEUE_POOL_SIZE = 4;

/** Opens what every role needs, without starting a role. */
export async function openService(parts: ServiceParts): Promise<Service> {
  const { config, log, metrics, shutdown } = parts;
  const shared = {
    connections: parts.connections ?? new ConnectionWatch(),
    plans: new PreparedStatements(),
  };
  const stores: StoreOptions = {
    recipients: openRecipientBox(config),
    onStatusChange: (...change) => metrics.statusChanged(...change),
  };
  const database = openPool(parts, { ...shared, poolSize: config.databasePoolSize });
  await shared.plans.start(database);
  shutdown.onClose(() => shared.plans.stop());
  const clock =
    parts.clock ?? (await retryTransient(WHILE_STARTING, () => startDatabaseClock(database, log)));
  const isDatabaseUp = createDatabaseProbe(database);
  metrics.watchDatabase({
    countDue: () => dueIntents(database).countDue(clock.now(), BEARER_LIMITS.queueCounted),
    countDead: () => countDeadJobs(database),
    unpublishedSeconds: () => publishing(database).unpublishedSeconds(),
    ...watchArchive(database),
    ...deliveryHealth(database),
    isDatabaseUp,
  });
  const blockedShops = new BlockedShops(createShopStore(database), log);
  await retryTransient(WHILE_STARTING, () => blockedShops.start());
  shutdown.onClose(() => blockedShops.stop());
  const callFigures = startCallFigures(openFigureStores(database), log);
  shutdown.onClose(() => callFigures.stop());
  const platforms = connectPlatforms(parts, callFigures);
  const callCounter = new CallCounter();
  const own = { shared, callCounter, callFigures, stores, database, clock, isDatabaseUp, platforms };
  return { ...parts, ...own, blockedShops };
}

/** Creates the queue without starting it. */
export function openJobs({ opened, log }: Pick<Service, 'opened' | 'log'>): Jobs {
  const { url, canQueueMigrate: canMigrate } = opened;
  return createJobs(url, { poolSize: QUEUE_POOL_SIZE, log, canMigrate });
}

/** Replacements for parts of the service in a worker role. */
export type WorkerParts = Partial<Pick<ProcessingContext, 'platforms'>> & {
  jobs?: Jobs;
  concurrency?: number;
};

/** Starts the worker role, which buys due intents. The result stops it; otherwise the shutdown does. */
export async function startWorkerRole(
  service: Service,
  { jobs = openJobs(service), concurrency = service.config.workerConcurrency, ...changed }: WorkerParts = {},
): Promise<(timeoutMs: number) => Promise<unknown>> {
  const { config, shutdown } = service;
  // A separate pool, so that calls of the API do not delay purchases.
  const database = openPool(service, { ...service.shared, poolSize: config.databasePoolSize });
  // A transaction of a dispatch can stay open on its connection when its reply is lost. The next dispatch ends it, so
  // nothing else may use that connection.
  const dispatchPool = openPool(service, { ...service.shared, poolSize: 1 });
  const purchasing = openPurchasing(service, database, dispatchPool);
  const context = { ...purchasing.context, ...changed };
  const stopWorker = await startWorker({ ...purchasing, context, jobs, concurrency });
  const stops = [
    ...startWorkerLoops(service, database),
    stopWorker,
    askGateways(service, context.platforms, config.platforms),
  ];
  return shutdown.onDrain((timeoutMs) => Promise.all(stops.map((stop) => stop(timeoutMs))));
}

/** A running API. */
export interface ServedApi extends Served, Pick<Api, 'apps' | 'intents'> {
  /** Whether the console is served. */
  hasConsole: boolean;
  /** Users, keys and sessions of the company. */
  company: Pick<CompanySide, 'identity' | 'keys' | 'clients'>;
}

/** Starts the API role: serves the operations and pages at the configured address. */
export async function startApiRole(service: Service): Promise<ServedApi> {
  const { config, shutdown } = service;
  // Known once the server listens, where no setting names it.
  let publicUrl = config.publicUrl ?? '';
  const api = openApi(service, () => publicUrl);
  shutdown.onDrain(askQuotingGateways(service));
  const { listener, messages, isProxy } = openPipeline(service, api);
  const served = await serveHttp(service, listener, { messages, isProxy });
  publicUrl ||= served.baseUrl;
  const hasConsole = config.hasConsole && existsSync(CONSOLE_FOLDER);
  return { ...served, hasConsole, apps: api.apps, intents: api.intents, company: api.company };
}
