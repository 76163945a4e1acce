import { PERMISSIONS } from '@procurement-intents/contract';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { createSandbox } from '@procurement-intents/sandbox';
import { createApp, type NewApp } from '../../src/client-apps/manage-apps.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { type PlatformConfig, SANDBOX_TOKEN } from '../../src/config/platform-config.ts';
import type { Clock } from '../../src/clock.ts';
import { ConnectionWatch } from '../../src/postgres/connection-watch.ts';
import { type Database, openDatabase, type WritableDatabase } from '../../src/postgres/database.ts';
import { retryTransient } from '../../src/postgres/retry-transient.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { createMetrics } from '../../src/observability/metrics.ts';
import { openOperator } from '../../src/operator.ts';
import { openJobs, openService, startApiRole, startWorkerRole, type WorkerParts } from '../../src/service.ts';
import { openIntentSweepers } from '../../src/composition/open-intents.ts';
import { openPublishing } from '../../src/composition/open-events.ts';
import { openDelivering, type SenderParts } from '../../src/composition/open-webhooks.ts';
import { openPurchasing } from '../../src/composition/open-purchasing.ts';
import type { ServiceParts } from '../../src/composition/service-parts.ts';
import { Shutdown } from '../../src/shutdown.ts';
import { type CallOptions, signedRequest, type Signer } from './sign.ts';
import { systemClock } from './system-clock.ts';
import { createTestDatabase } from './test-database.ts';

/** Settings that tests choose freely, beyond what an environment may say. */
type TestSettings = Pick<
  Config,
  | 'graceMs'
  | 'retryBudgetMs'
  | 'orderTimeoutMs'
  | 'confirmTimeoutMs'
  | 'lateMarginMs'
  | 'recoveredAt'
  | 'trustedProxies'
  | 'allowedOrigins'
  | 'webhookLoopbackOrigins'
  | 'tls'
>;

export interface TestServiceOptions
  extends Partial<TestSettings>, Pick<ServiceParts, 'clock' | 'processingMs' | 'bodyBudget'> {
  /** Runs the worker role too. Default false. */
  isWorking?: boolean;
  /** Divides every delay of the sandbox. Default 1. */
  sandboxSpeed?: number;
  /** Lets orders of the sandbox age by `clock`. Default: by the machine's. */
  isSandboxOnClock?: boolean;
  /** Default: silent. */
  log?: ServiceParts['log'];
  isHttpsRequired?: boolean;
  /** Product pages of every platform, beside those of the sandbox. */
  productUrlPrefixes?: readonly string[];
  /** Where every platform's prices are read. Default: on pages. */
  prices?: PlatformConfig['prices'];
  /** Platforms that the service is not connected to. */
  unconnected?: readonly PlatformConfig['id'][];
  /** Puts something between the service and its database: takes the address, gives another. */
  routeDatabase?: (url: string) => Promise<string>;
  /** Puts something between the service and the shops' gateways: takes the sandbox's origin, gives another. */
  routeGateway?: (sandboxUrl: string) => Promise<string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: { code: number; message: string; data: any };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/**
 * Lets the database's statements read the test's clock in place of the server's. The result hands on what the clock
 * shows now.
 */
async function followClock(database: Database, clock: Clock | undefined): Promise<() => Promise<void>> {
  if (!clock) return async () => {};
  await database.$executeRaw`CREATE TABLE "test_clock" ("at" timestamptz NOT NULL)`;
  await database.$executeRaw`INSERT INTO "test_clock" VALUES (${clock.now()})`;
  await database.$executeRaw`CREATE OR REPLACE FUNCTION "service_now"() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT "at" FROM "test_clock"'`;
  let shown = clock.now().getTime();
  let writing: Promise<unknown> = Promise.resolve();
  let isWanted = false;
  // Calls that come while the clock is being written share the next write, which takes the time as it is then.
  return async () => {
    if (!isWanted) {
      isWanted = true;
      writing = writing.then(() => {
        isWanted = false;
        return write(clock.now());
      });
    }
    await writing;
  };

  async function write(now: Date): Promise<void> {
    if (now.getTime() === shown) return;
    shown = now.getTime();
    await database.$executeRaw`UPDATE "test_clock" SET "at" = ${now}::timestamptz`;
  }
}

/** What Apps of tests may do unless a test says otherwise. */
const ALL_BUT_DRAFTING = PERMISSIONS.filter((permission) => permission !== 'intents:draft');

export type TestService = Awaited<ReturnType<typeof startTestService>>;

/** The real service in this process: real Postgres, real HTTP, real sandbox, on ports of its own. */
export async function startTestService(options: TestServiceOptions = {}) {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? createLogger('silent');
  const testDatabase = await createTestDatabase();
  const databaseUrl = (await options.routeDatabase?.(testDatabase.url)) ?? testDatabase.url;
  // Past whatever a test puts between the service and its database.
  const ownDatabase = openDatabase(testDatabase.url, { poolSize: 1, log });
  const syncClock = await followClock(ownDatabase, options.clock);

  const sandbox = createSandbox({
    dataFile: null,
    token: SANDBOX_TOKEN,
    speed: options.sandboxSpeed ?? 1,
    ...(options.isSandboxOnClock && { now: () => clock.now().getTime() }),
  });
  const sandboxServer = createServer(sandbox.app);
  const sandboxPort = await listen(sandboxServer);
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const gatewayUrl = (await options.routeGateway?.(sandboxUrl)) ?? sandboxUrl;

  const shutdown = new Shutdown();
  const metrics = createMetrics();
  const service = await openService({
    config: configOf(options, { databaseUrl, sandboxUrl, gatewayUrl }),
    opened: { url: databaseUrl, canQueueMigrate: true },
    log,
    metrics,
    shutdown,
    clock,
    connections: new ConnectionWatch(() => clock.now().getTime()),
    // Their rest follows the clock of the machine; tests of breakers put them around the shops themselves.
    wrapPlatform: (platform) => platform,
    ...(options.processingMs !== undefined && { processingMs: options.processingMs }),
    ...(options.bodyBudget && { bodyBudget: options.bodyBudget }),
  });
  const { baseUrl, port, apps, intents, company, stop: stopServing } = await startApiRole(service);
  const { context: worker, ...dispatches } = openPurchasing(service, service.database);
  // The object that the verbs have: a test changes it for them and for its own runs of jobs.
  const context = Object.assign(intents, worker, dispatches);
  const jobs = openJobs(service);
  const stopWorker = options.isWorking ? await startWorkerRole(service, { jobs }) : null;

  /** Tries again, as an operator would, when the machine has stood still for so long that a connection was lost. */
  const addApp = (input: Partial<NewApp> = {}): Promise<Signer> =>
    retryTransient({ atMost: 3 }, async () => {
      const name = `app ${randomBytes(6).toString('hex')}`;
      const { app, secret } = await createApp(apps, { name, permissions: ALL_BUT_DRAFTING, ...input });
      return { appId: app.id, appSecret: secret };
    });
  const signer = await addApp();

  async function call(method: string, path: string, call: CallOptions = {}): Promise<Answer> {
    await syncClock();
    const timestamp = String(clock.now().getTime());
    const request = signedRequest({ method, path, timestamp }, { signer, ...call });
    const response = await fetch(baseUrl + path, request);
    return {
      status: response.status,
      headers: response.headers,
      // Lines of an export are text.
      body: (isJson(response) ? await response.json() : await response.text()) as Answer['body'],
    };
  }

  return {
    baseUrl,
    port,
    sandboxUrl,
    sandbox,
    signer,
    /** Tests write what they like. */
    database: service.database as WritableDatabase,
    plans: service.shared.plans,
    databaseUrl: testDatabase.url,
    context,
    recipients: service.stores.recipients,
    jobs,
    metrics,
    callFigures: service.callFigures,
    appsDeps: apps,
    // Tests know the side by its scheme.
    bearer: company,
    addApp,
    syncClock,
    call,
    /** What the sweepers of intents do. */
    sweeps: openIntentSweepers(service, service.database).sweeps,
    /** What publishes events. */
    publishing: openPublishing(service.database),
    /** What sends webhooks. */
    openDelivering: (parts?: SenderParts, database = service.database) =>
      openDelivering(service, database, parts),
    /** What the commands of operators work with. */
    openOperator: () => openOperator({ ...service, url: databaseUrl }),
    /** The queue as another process has it. */
    openJobs: () => openJobs(service),
    /** Another worker role, as a process beside this one runs it. The result ends it. */
    startWorker: (parts: WorkerParts = {}) => startWorkerRole(service, parts),
    /** Stops the HTTP server as a shutdown does; the rest stays. */
    stopServing,
    setDraining: (value: boolean) => {
      shutdown.isStopping = value;
    },
    async stop() {
      await stopWorker?.(1000);
      shutdown.times = { delayMs: 0, drainMs: 0 };
      await shutdown.run((error) => {
        throw error;
      });
      await close(sandboxServer);
      sandbox.close();
      await ownDatabase.$disconnect();
      await testDatabase.drop();
    },
  };
}

/** What the environment of a process would say, and what the test has chosen. */
function configOf(
  options: TestServiceOptions,
  { databaseUrl, sandboxUrl, gatewayUrl }: Record<'databaseUrl' | 'sandboxUrl' | 'gatewayUrl', string>,
): Config {
  const { graceMs = 0, retryBudgetMs = 3000, confirmTimeoutMs = 60_000, orderTimeoutMs = 2000 } = options;
  const { lateMarginMs = 3000, recoveredAt = null, trustedProxies = [], allowedOrigins = [] } = options;
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    SANDBOX_PORT: new URL(sandboxUrl).port,
    PORT: '0',
  });
  const connected = config.platforms.filter(({ id }) => options.unconnected?.includes(id) !== true);
  const platforms = connected.map((shop) => ({
    ...shop,
    prices: options.prices ?? shop.prices,
    gatewayUrl: gatewayUrl + new URL(shop.gatewayUrl ?? '').pathname,
    productUrlPrefixes: [...shop.productUrlPrefixes, ...(options.productUrlPrefixes ?? [])],
  }));
  return {
    ...config,
    platforms,
    graceMs,
    retryBudgetMs,
    confirmTimeoutMs,
    orderTimeoutMs,
    lateMarginMs,
    recoveredAt,
    trustedProxies,
    allowedOrigins,
    webhookLoopbackOrigins: options.webhookLoopbackOrigins ?? config.webhookLoopbackOrigins,
    workerConcurrency: 16,
    tls: options.tls ?? null,
    isProduction: options.isHttpsRequired ?? false,
  };
}

const isJson = ({ headers }: Response): boolean =>
  (headers.get('content-type') ?? '').startsWith('application/json');
