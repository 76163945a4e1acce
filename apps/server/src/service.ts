import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@procurement-intents/contract';
import { BEARER_LIMITS } from '@procurement-intents/contract/bearer';
import { createRateLimiter } from './auth/rate-limit/rate-limiter.ts';
import { openRedis } from './auth/rate-limit/redis.ts';
import { createAppDirectory } from './client-apps/app-directory.ts';
import type { AppsDeps } from './client-apps/manage-apps.ts';
import { createAppStore } from './client-apps/store/app-store.ts';
import { REPOSITORY } from './config/config.ts';
import { ownSandboxProduct } from './config/sandbox-product.ts';
import { createCallCountSweeper, startCountingCalls } from './call-counts/count-calls.ts';
import { CallCount } from './fair-share/call-count.ts';
import { openEvents } from './composition/open-events.ts';
import { consolePages } from './console/pages.ts';
import { loopbackOrigins } from './console/loopback-origins.ts';
import { docsPages, readDocuments } from './docs/pages.ts';
import { tryOptions } from './docs/try-article.ts';
import { healthHandlers } from './health/routes.ts';
import { BodyBudget } from './http/body/body-budget.ts';
import { createExpressApp } from './http/express-app.ts';
import { createMessageClasses } from './http/messages.ts';
import { findOperations, mountContract } from './http/operations.ts';
import { servePages } from './http/pages.ts';
import { createPipeline } from './http/pipeline.ts';
import { trustProxies } from './http/trusted-proxies.ts';
import type { IntentsContext } from './intents/intents-context.ts';
import { intentHandlers } from './intents/routes.ts';
import { startIntentSweepers } from './intents/start-sweepers.ts';
import { startArchiving } from './archive/start-archiving.ts';
import type { StoreOptions } from './intent-rows/intent-row.ts';
import { openCallCounts } from './composition/open-call-counts.ts';
import { connectCompany } from './composition/connect-company.ts';
import { askGateways, askQuotingGateways, connectPlatforms } from './composition/connect-platforms.ts';
import { serveHttp, type Served } from './composition/serve-http.ts';
import { type CompanySide, startCompanySweepers } from './composition/open-company.ts';
import { startRequestRedactor } from './composition/open-company-purchases.ts';
import { openRecipientBox, openSecretBox } from './open-keys.ts';
import { ConnectionWatch } from './postgres/connection-watch.ts';
import { startDatabaseClock } from './postgres/database-clock.ts';
import { createDatabaseProbe } from './postgres/probe-database.ts';
import { PreparedStatements } from './postgres/prepared-statements.ts';
import type { ProcessingContext } from './purchasing/processing-context.ts';
import { startWorker } from './purchasing/start-worker.ts';
import { dueIntents } from './purchasing/store/take-due-intents.ts';
import { publishing } from './events/store/publish.ts';
import { countDeadJobs } from './queue/dead-jobs.ts';
import { deliveryHealth } from './webhooks/store/delivery-health.ts';
import { createJobs, type Jobs } from './queue/jobs.ts';
import { BlockedShops } from './suppliers/blocked-shops.ts';
import { createShopStore } from './suppliers/store/shop-store.ts';
import { openIntents, openIntentSweepers, openLists } from './composition/open-intents.ts';
import { openArchiving, watchArchive } from './composition/open-archiving.ts';
import { openPurchasing } from './composition/open-purchasing.ts';
import { openPool, type Service, type ServiceParts } from './composition/service-parts.ts';
import { openPublishing } from './composition/open-events.ts';
import { startPublisher } from './events/start-publisher.ts';
import { openDelivering, openWebhooks } from './composition/open-webhooks.ts';
import { startDelivering } from './webhooks/start-delivering.ts';

/** Where the console is built. */
const CONSOLE_FOLDER = join(REPOSITORY, 'apps/console/dist');

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
    onMove: (...move) => metrics.intentMoved(...move),
  };
  const database = openPool(parts, { ...shared, poolSize: config.databasePoolSize });
  await shared.plans.start(database);
  shutdown.onClose(() => shared.plans.stop());
  const clock = parts.clock ?? (await startDatabaseClock(database, log));
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
  await blockedShops.start();
  shutdown.onClose(() => blockedShops.stop());
  const countedCalls = startCountingCalls(openCallCounts(database), log);
  shutdown.onClose(() => countedCalls.stop());
  const platforms = connectPlatforms(parts, countedCalls);
  const callCount = new CallCount();
  const own = { shared, callCount, countedCalls, stores, database, clock, isDatabaseUp, platforms };
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
  const { config, log, shutdown } = service;
  // A separate pool, so that calls of the API do not delay purchases.
  const database = openPool(service, { ...service.shared, poolSize: config.databasePoolSize });
  // A transaction of a dispatch can stay open on its connection when its reply is lost. The next dispatch ends it, so
  // nothing else may use that connection.
  const dispatchPool = openPool(service, { ...service.shared, poolSize: 1 });
  const purchasing = openPurchasing(service, database, dispatchPool);
  const context = { ...purchasing.context, ...changed };
  const stopWorker = await startWorker({ ...purchasing, context, jobs, concurrency });
  const redactor = startRequestRedactor({ database, log, afterDays: config.redactAfterDays });
  const callSweeper = createCallCountSweeper(openCallCounts(database), log);
  callSweeper.start();
  const stops = [
    startIntentSweepers(openIntentSweepers(service, database)),
    startArchiving({ ...openArchiving(database), log }),
    startCompanySweepers(database, service.clock, log),
    () => redactor.stop(),
    () => callSweeper.stop(),
    startPublisher({ events: openPublishing(database), eventDays: config.eventDays, log }),
    startDelivering(openDelivering(service, database)),
    stopWorker,
    askGateways(service, context.platforms, config.platforms),
  ];
  return shutdown.onDrain((timeoutMs) => Promise.all(stops.map((stop) => stop(timeoutMs))));
}

/** A running API. */
export interface ServedApi extends Served {
  /** Whether the console is served. */
  hasConsole: boolean;
  /** The dependencies for managing Apps. */
  apps: AppsDeps;
  /** The dependencies of its verbs. */
  intents: IntentsContext;
  /** Users, keys and sessions of the company. */
  company: Pick<CompanySide, 'identity' | 'keys' | 'clients'>;
}

/** Starts the API role: serves the operations and pages at the configured address. */
export async function startApiRole(service: Service): Promise<ServedApi> {
  const { config, clock, log, metrics, shutdown } = service;
  const lists = openLists(service);
  const intents = openIntents(service, lists);
  const counts = config.redisUrl === null ? null : openRedis(config.redisUrl, log);
  if (counts) shutdown.onClose(async () => counts.close());
  const apps = { store: createAppStore(service.database), secretBox: openSecretBox(config), clock };
  const isDraining = () => shutdown.isStopping;
  const health = healthHandlers({ isDatabaseUp: service.isDatabaseUp, clock, isDraining });
  // Known once the server listens, where no setting names it.
  let publicUrl = config.publicUrl ?? '';
  // Without PUBLIC_URL the console is opened on this machine, by whichever name.
  const consoleOrigins = (): string[] =>
    config.publicUrl === null ? loopbackOrigins(publicUrl) : [new URL(config.publicUrl).origin];
  const limiter = createRateLimiter(clock, counts);
  const { eventHandlers, readEvents } = openEvents(service);
  const { handlers: webhooks, openAppWebhooks } = openWebhooks(service, lists);
  const company = connectCompany(service, {
    apps,
    counts,
    limiter,
    intents,
    readEvents,
    openAppWebhooks,
    publicUrl: () => publicUrl,
    console: config.hasConsole ? { origins: consoleOrigins, sandbox: ownSandboxProduct(config), log } : null,
  });
  await company.identity.passwords.prepare();
  shutdown.onDrain(askQuotingGateways(service));
  const express = createExpressApp();
  const isProxy = trustProxies(express, config.trustedProxies);
  const listener = createPipeline({
    apps: createAppDirectory(apps),
    limiter,
    // The signed operations are found first.
    operations: findOperations([
      ...mountContract(contract, { ...health, ...intentHandlers(intents), ...eventHandlers, ...webhooks }),
      ...company.operations,
    ]),
    errorShapes: company.errorShapes,
    credentials: company.credentials,
    consoleOrigins,
    pages: servePages(
      docsPages(readDocuments(REPOSITORY), tryOptions(config)),
      ...(config.hasConsole ? [consolePages(CONSOLE_FOLDER)] : []),
    ),
    isHttpsRequired: config.isProduction,
    allowedOrigins: config.allowedOrigins,
    isTraced: config.isTraced,
    isProxy,
    callCount: service.callCount,
    appCalls: service.countedCalls.apps,
    appUses: company.uses,
    ...(service.processingMs !== undefined && { processingMs: service.processingMs }),
    clock,
    log,
    metrics,
  });
  const messages = createMessageClasses(express, new BodyBudget(service.bodyBudget));
  const served = await serveHttp(service, listener, { messages, isProxy });
  publicUrl ||= served.baseUrl;
  return { ...served, hasConsole: config.hasConsole && existsSync(CONSOLE_FOLDER), apps, intents, company };
}
