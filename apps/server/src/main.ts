import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { SERVICE_NAME } from '@procurement-intents/contract';
import { createAppDirectory } from './client-apps/app-directory.ts';
import { type DemoApp, ensureDemoApp } from './admin/demo-app.ts';
import { createAppStore } from './client-apps/store/app-store.ts';
import { createApi } from './api.ts';
import {
  type Config,
  ConfigError,
  dataFiles,
  readConfig,
  REPOSITORY,
  SANDBOX_TOKEN,
} from './config/config.ts';
import { readApiDocument } from './docs/pages.ts';
import { createRateLimiter } from './auth/rate-limit/rate-limiter.ts';
import { refuseUnreadable } from './http/refuse-unreadable.ts';
import { createDatabaseProbe } from './health/probe-database.ts';
import type { Clock } from './postgres/clock.ts';
import { ConnectionWatch } from './postgres/connection-watch.ts';
import { startDatabaseClock } from './postgres/database-clock.ts';
import { KeptPlans } from './postgres/kept-plans.ts';
import { type Database, openDatabase } from './postgres/database.ts';
import { countDeadJobs } from './queue/dead-jobs.ts';
import { startHttpServer } from './http/server.ts';
import { createJobs } from './queue/jobs.ts';
import { BRIEF_LOCK_WAIT_MS } from './postgres/lock-waits.ts';
import { createLogger, type Logger } from './observability/logger.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';
import { openRedis } from './auth/rate-limit/redis.ts';
import { startSandboxProcess } from './admin/sandbox-process.ts';
import type { SecretBox } from './sealing/secret-box.ts';
import type { ProcessingContext } from './purchasing/processing-context.ts';
import { createListStore, LIST_CONNECTIONS } from './intents/store/list-store.ts';
import { createOrderLookups } from './purchasing/store/order-lookups.ts';
import { createPageVerdicts } from './intents/product-page-cache.ts';
import type { OnMove } from './intents/store/intent-row.ts';
import { createIntentStore } from './intents/store/intent-store.ts';
import { createPurchaseStore, type PurchaseStore } from './purchasing/store/purchase-store.ts';
import { measurePlatform } from './platforms/with-metrics.ts';
import { countOrderAlarms } from './purchasing/order-alarms.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { startPrivateServer } from './observability/private-server.ts';
import { openConfiguredDatabase, openRecipientBox, openSecretBox } from './open-database.ts';
import { guardPlatform } from './platforms/with-circuit-breaker.ts';
import { closePlatforms, createPlatforms } from './platforms/platform-directory.ts';
import { renderStartScreen } from './admin/start-screen.ts';
import { startWorker } from './purchasing/start-worker.ts';

// Where V8 sees that most objects of a place in the code live on, as requests do that wait for the database right after
// the start, it makes them in old memory from then on, and each keeps its whole request there.
setFlagsFromString('--no-allocation-site-pretenuring');

const QUEUE_POOL_SIZE = 4;
// More due intents than these need no exact number.
const DUE_COUNTED = 10_000;

interface Started {
  config: Config;
  database: Database;
  log: Logger;
  shutdown: Shutdown;
  connections: ConnectionWatch;
  metrics: Metrics;
  clock: Clock;
  isDatabaseUp: () => Promise<boolean>;
}

async function start(config: Config, shutdown: Shutdown): Promise<string> {
  const log = createLogger(config.logLevel);
  const sandboxUrl = config.roles.includes('sandbox') ? await startSandbox(config, shutdown) : null;
  if (config.roles.every((role) => role === 'sandbox')) return `Sandbox ${sandboxUrl}/   Stop: Ctrl-C\n`;
  if (config.needlessSettings.length > 0) {
    const { roles, needlessSettings: settings } = config;
    log.warn({ roles, settings }, `processes of this role should not be given ${settings.join(', ')}`);
  }
  if (config.isTraced) {
    // Loaded when asked for: it is the largest of the libraries.
    const { startTracing } = await import('./observability/tracing.ts');
    shutdown.onClose(startTracing(SERVICE_NAME));
  }
  // Answers from here on, so that nobody takes a long migration for a process that hangs.
  const gauges = { countDue: notOpened, countDead: notOpened };
  const metrics = createMetrics({
    countDue: () => gauges.countDue(),
    countDead: () => gauges.countDead(),
    isDatabaseUp: () => readiness.isDatabaseUp(),
  });
  await startOperations({ config, shutdown, metrics });
  const { url, embedded, canQueueMigrate } = await openConfiguredDatabase(config, {
    postgres: (line) => log.debug({ postgres: line }),
    migration: (line) => log.warn(line),
    phase: (phase) => (readiness.phase = phase),
  });
  readiness.phase = 'starting';
  if (embedded) {
    shutdown.onClose(() => embedded.stop());
    void embedded.exited.then(() => shutdown.run(1, 'the embedded Postgres has ended'));
  }
  const connections = new ConnectionWatch();
  const plans = new KeptPlans();
  shutdown.onClose(async () => plans.stop());
  const pooled = { log, shutdown, connections, plans };
  const database = openPool(url, config, pooled);
  await plans.start(database);
  const clock = await startDatabaseClock(database, log);
  const isDatabaseUp = createDatabaseProbe(database);
  readiness.isDatabaseUp = isDatabaseUp;
  const onMove: OnMove = (...move) => metrics.intentMoved(...move);
  const brief = openPool(url, { databasePoolSize: 2 }, pooled, BRIEF_LOCK_WAIT_MS);
  const recipients = openRecipientBox(config);
  const stores = { recipients, onMove, brief };
  const purchases = createPurchaseStore(database, stores);
  gauges.countDue = () => purchases.countDue(clock.now(), DUE_COUNTED);
  gauges.countDead = () => countDeadJobs(database);
  const started: Started = { config, database, ...pooled, metrics, clock, isDatabaseUp };
  const forLists = openDatabase(url, { ...LIST_CONNECTIONS, log });
  shutdown.onClose(() => forLists.$disconnect());
  const lists = createListStore(forLists);
  const context = createContext(started, { intents: createIntentStore(database, stores), purchases, lists });
  if (config.roles.includes('worker')) {
    // Connections of its own: calls that keep the API's busy must not hold up purchases.
    const own = openPool(url, config, pooled);
    // A transaction whose answer got lost can stay open on its connection: nothing but the next hand-over, which ends
    // it, may run there.
    const handOver = openPool(url, { databasePoolSize: 1 }, pooled);
    const handing = createPurchaseStore(handOver, { recipients });
    const takeDue: PurchaseStore['takeDue'] = (...take) => handing.takeDue(...take);
    const queue = { url, canMigrate: canQueueMigrate };
    await startWorkerRole(
      started,
      {
        ...context,
        intents: createIntentStore(own, stores),
        purchases: { ...createPurchaseStore(own, stores), takeDue },
      },
      queue,
    );
  }
  if (!config.roles.includes('api')) return 'The worker is running.   Stop: Ctrl-C\n';
  const secretBox = openSecretBox(config);
  const baseUrl = await startApi(started, context, secretBox);
  const demoApp = config.isProduction ? null : await makeDemoApp(started, secretBox, { baseUrl, sandboxUrl });
  const dataDir = embedded ? config.dataDir : null;
  return renderStartScreen({ baseUrl, sandboxUrl, demoApp, dataDir });
}

function openPool(
  url: string,
  { databasePoolSize }: Pick<Config, 'databasePoolSize'>,
  {
    log,
    shutdown,
    connections,
    plans,
  }: Pick<Started, 'log' | 'shutdown' | 'connections'> & { plans: KeptPlans },
  lockWaitMs?: number,
): Database {
  const wait = lockWaitMs === undefined ? {} : { lockWaitMs };
  const database = openDatabase(url, { poolSize: databasePoolSize, log, connections, plans, ...wait });
  shutdown.onClose(() => database.$disconnect());
  return database;
}

async function startSandbox(config: Config, shutdown: Shutdown): Promise<string> {
  const sandbox = await startSandboxProcess({
    repository: REPOSITORY,
    port: config.sandboxPort,
    token: SANDBOX_TOKEN,
    ordersFile: dataFiles(config.dataDir).sandboxOrders,
    env: { PATH: process.env['PATH'] },
  });
  shutdown.onClose(() => sandbox.stop());
  void sandbox.exited.then(() => shutdown.run(1, 'the sandbox has ended'));
  return `http://127.0.0.1:${config.sandboxPort}`;
}

function createContext(
  { config, database, log, clock, shutdown, connections, metrics }: Started,
  stores: Pick<ProcessingContext, 'intents' | 'purchases' | 'lists'>,
): ProcessingContext {
  const connected = createPlatforms(config.platforms);
  shutdown.onClose(() => closePlatforms(connected));
  const platforms = new Map(
    [...connected].map(([id, one]) => [
      id,
      guardPlatform(measurePlatform(one, metrics), (...change) => metrics.breakerChanged(...change)),
    ]),
  );
  const { graceMs, patienceMs, confirmTimeoutMs, orderTimeoutMs, inFlightMs } = config;
  return {
    ...stores,
    platforms,
    pageVerdicts: createPageVerdicts(clock),
    clock,
    log,
    recoveredAt: config.recoveredAt,
    graceMs,
    patienceMs,
    confirmTimeoutMs,
    orderTimeoutMs,
    inFlightMs,
    alarms: countOrderAlarms(metrics),
    connections,
    lookups: createOrderLookups(database),
  };
}

/** What the gauges ask before there is a database. */
const notOpened = (): Promise<number> => Promise.reject(new Error('the database is not open yet'));

async function startOperations({
  config,
  shutdown,
  metrics,
}: Pick<Started, 'config' | 'shutdown' | 'metrics'>): Promise<void> {
  if (config.privatePort === null) return;
  const whyNotReady = async (): Promise<string | null> => {
    if (shutdown.isStopping) return 'stopping';
    if (readiness.phase !== null) return readiness.phase;
    return (await readiness.isDatabaseUp()) ? null : 'the database does not answer';
  };
  const server = await startPrivateServer(
    { metrics, whyNotReady },
    { host: config.host, port: config.privatePort, portSetting: 'PRIVATE_PORT' },
  );
  shutdown.onClose(() => server.stop(0));
}

async function startWorkerRole(
  { config, log, shutdown }: Started,
  context: ProcessingContext,
  { url, canMigrate }: { url: string; canMigrate: boolean },
): Promise<void> {
  const jobs = createJobs(url, { poolSize: QUEUE_POOL_SIZE, log, canMigrate });
  const { workerConcurrency: concurrency, redactAfterDays } = config;
  const stopWorker = await startWorker({ context, jobs, concurrency, redactAfterDays });
  shutdown.onDrain(stopWorker);
}

async function startApi(
  { config, database, log, clock, shutdown, metrics, isDatabaseUp }: Started,
  context: ProcessingContext,
  secretBox: SecretBox,
): Promise<string> {
  const store = config.redisUrl === null ? null : openRedis(config.redisUrl, log);
  if (store) shutdown.onClose(async () => store.close());
  const { listener, messages, isProxy } = createApi({
    context,
    isDatabaseUp,
    metrics,
    log,
    apps: createAppDirectory({ repository: createAppStore(database), secretBox, clock }),
    limiter: createRateLimiter(clock, store),
    document: readApiDocument(join(REPOSITORY, 'openapi')),
    trustedProxies: config.trustedProxies,
    allowedOrigins: config.allowedOrigins,
    isDraining: () => shutdown.isStopping,
    isHttpsRequired: config.isProduction,
  });
  if (config.isProduction && config.tls === null && config.trustedProxies.length === 0) {
    log.warn('no request can arrive over https: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES');
  }
  const server = await startHttpServer(listener, {
    messages,
    isProxy,
    log,
    host: config.host,
    port: config.port,
    portSetting: 'PORT',
    tls: config.tls,
    refuseUnreadable,
  });
  shutdown.onDrain((timeoutMs) => server.stop(timeoutMs));
  return `${config.tls ? 'https' : 'http'}://${config.host.includes(':') ? `[${config.host}]` : config.host}:${server.port}`;
}

function makeDemoApp(
  { config, database, clock }: Started,
  secretBox: SecretBox,
  urls: { baseUrl: string; sandboxUrl: string | null },
): Promise<DemoApp> {
  return ensureDemoApp(
    { repository: createAppStore(database), secretBox, clock },
    {
      file: dataFiles(config.dataDir).demoApp,
      appId: config.demoAppId,
      appSecret: config.demoAppSecret,
      baseUrl: urls.baseUrl,
      sandboxUrl: urls.sandboxUrl ?? `http://127.0.0.1:${config.sandboxPort}`,
    },
  );
}

/** What `/readyz` tells: the step of the start, then whether the database answers. */
const readiness: { phase: string | null; isDatabaseUp: () => Promise<boolean> } = {
  phase: 'starting',
  isDatabaseUp: async () => false,
};
const shutdown = createShutdown();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void shutdown.run(0));
// The bootstrap that started us was killed: nobody is left who could stop us.
process.on('disconnect', () => void shutdown.run(0));
try {
  const config = readConfig(process.env);
  const screen = await start(config, shutdown);
  shutdown.times = { delayMs: config.shutdownDelayMs, drainMs: config.shutdownDrainMs };
  readiness.phase = null;
  process.stdout.write(screen);
} catch (error) {
  const text = error instanceof ConfigError ? error.message : `cannot start: ${(error as Error).message}`;
  await shutdown.run(1, text);
}
