import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createSandbox } from '@procurement-intents/sandbox';
import { createApi } from '../src/api.ts';
import { createAppDirectory } from '../src/client-apps/app-directory.ts';
import { createApp, type NewApp } from '../src/client-apps/manage-apps.ts';
import { createAppStore } from '../src/client-apps/store/app-store.ts';
import { REPOSITORY, sandboxShop, SANDBOX_TOKEN } from '../src/config/config.ts';
import { readApiDocument } from '../src/docs/pages.ts';
import type { BodyBudgetLimits } from '../src/http/body/body-budget.ts';
import { createRateLimiter } from '../src/auth/rate-limit/rate-limiter.ts';
import { refuseUnreadable } from '../src/http/refuse-unreadable.ts';
import { createDatabaseProbe } from '../src/health/probe-database.ts';
import { type Clock, systemClock } from '../src/postgres/clock.ts';
import { ConnectionWatch } from '../src/postgres/connection-watch.ts';
import { type Database, openDatabase } from '../src/postgres/database.ts';
import { KeptPlans } from '../src/postgres/kept-plans.ts';
import { countDeadJobs } from '../src/queue/dead-jobs.ts';
import { startHttpServer } from '../src/http/server.ts';
import { createJobs } from '../src/queue/jobs.ts';
import { BRIEF_LOCK_WAIT_MS } from '../src/postgres/lock-waits.ts';
import { createLogger, type Logger } from '../src/observability/logger.ts';
import { createSecretBox } from '../src/sealing/secret-box.ts';
import type { ProcessingContext } from '../src/purchasing/processing-context.ts';
import { createListStore, LIST_CONNECTIONS } from '../src/intents/store/list-store.ts';
import { createOrderLookups } from '../src/purchasing/store/order-lookups.ts';
import { createPageVerdicts } from '../src/intents/product-page-cache.ts';
import { createRecipientBox } from '../src/intents/store/recipient-box.ts';
import type { OnMove } from '../src/intents/store/intent-row.ts';
import { createIntentStore } from '../src/intents/store/intent-store.ts';
import { createPurchaseStore } from '../src/purchasing/store/purchase-store.ts';
import { measurePlatform } from '../src/platforms/with-metrics.ts';
import { countOrderAlarms } from '../src/purchasing/order-alarms.ts';
import { createMetrics } from '../src/observability/metrics.ts';
import { closePlatforms, createPlatforms } from '../src/platforms/platform-directory.ts';
import { startWorker } from '../src/purchasing/start-worker.ts';
import { PLATFORMS } from '@procurement-intents/contract';
import { type CallOptions, signedRequest, type Signer } from './sign.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestServiceOptions {
  /** Runs the worker role too. Default false. */
  isWorking?: boolean;
  clock?: Clock;
  graceMs?: number;
  patienceMs?: number;
  orderTimeoutMs?: number;
  confirmTimeoutMs?: number;
  inFlightMs?: number;
  recoveredAt?: Date;
  trustedProxies?: string[];
  allowedOrigins?: string[];
  /** Divides every delay of the sandbox. Default 1. */
  sandboxSpeed?: number;
  /** Default: silent. */
  log?: Logger;
  isHttpsRequired?: boolean;
  tls?: { cert: Buffer; key: Buffer };
  processingMs?: number;
  bodyBudget?: BodyBudgetLimits;
  /** Puts something between the service and its database: takes the address, gives another. */
  routeDatabase?: (url: string) => Promise<string>;
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

export type TestService = Awaited<ReturnType<typeof startTestService>>;

/** The real service in this process: real Postgres, real HTTP, real sandbox, on ports of its own. */
export async function startTestService(options: TestServiceOptions = {}) {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? createLogger('silent');
  const testDatabase = await createTestDatabase();
  const databaseUrl = (await options.routeDatabase?.(testDatabase.url)) ?? testDatabase.url;
  const connections = new ConnectionWatch(() => clock.now().getTime());
  const plans = new KeptPlans();
  const database = openDatabase(databaseUrl, { poolSize: 10, log, connections, plans });
  // Past whatever a test puts between the service and its database.
  const ownDatabase = openDatabase(testDatabase.url, { poolSize: 1, log });
  const syncClock = await followClock(ownDatabase, options.clock);
  const brief = openDatabase(databaseUrl, {
    poolSize: 2,
    log,
    connections,
    plans,
    lockWaitMs: BRIEF_LOCK_WAIT_MS,
  });
  const listDatabase = openDatabase(databaseUrl, { ...LIST_CONNECTIONS, log });
  await plans.start(ownDatabase);

  const sandbox = createSandbox({ dataFile: null, token: SANDBOX_TOKEN, speed: options.sandboxSpeed ?? 1 });
  const sandboxServer = createServer(sandbox.app);
  const sandboxPort = await listen(sandboxServer);
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;

  const platforms = createPlatforms(PLATFORMS.map((id) => sandboxShop(id, sandboxPort)));
  const recipients = createRecipientBox([randomBytes(32)]);
  const onMove: OnMove = (...move) => metrics.intentMoved(...move);
  const stores = { recipients, onMove, brief };
  const purchases = createPurchaseStore(database, stores);
  const isDatabaseUp = createDatabaseProbe(database);
  const metrics = createMetrics({
    countDue: () => purchases.countDue(clock.now(), 10_000),
    countDead: () => countDeadJobs(database),
    isDatabaseUp,
  });
  const context: ProcessingContext = {
    intents: createIntentStore(database, stores),
    purchases,
    lists: createListStore(listDatabase),
    pageVerdicts: createPageVerdicts(clock),
    platforms: new Map([...platforms].map(([id, one]) => [id, measurePlatform(one, metrics)])),
    clock,
    log,
    recoveredAt: options.recoveredAt ?? null,
    graceMs: options.graceMs ?? 0,
    patienceMs: options.patienceMs ?? 3000,
    confirmTimeoutMs: options.confirmTimeoutMs ?? 60_000,
    orderTimeoutMs: options.orderTimeoutMs ?? 2000,
    inFlightMs: options.inFlightMs ?? 3000,
    alarms: countOrderAlarms(metrics),
    connections,
    lookups: createOrderLookups(database),
  };
  const secretBox = createSecretBox(randomBytes(32));
  const appsDeps = { repository: createAppStore(database), secretBox, clock };
  const apps = createAppDirectory(appsDeps);
  let isDraining = false;
  const { listener, messages, isProxy } = createApi({
    context,
    apps,
    limiter: createRateLimiter(clock),
    isDatabaseUp,
    metrics,
    log,
    document: readApiDocument(join(REPOSITORY, 'openapi')),
    trustedProxies: options.trustedProxies ?? [],
    allowedOrigins: options.allowedOrigins ?? [],
    isHttpsRequired: options.isHttpsRequired ?? false,
    ...(options.processingMs !== undefined && { processingMs: options.processingMs }),
    ...(options.bodyBudget && { bodyBudget: options.bodyBudget }),
    isDraining: () => isDraining,
  });
  const server = await startHttpServer(listener, {
    messages,
    isProxy,
    host: '127.0.0.1',
    port: 0,
    portSetting: 'PORT',
    tls: options.tls ?? null,
    refuseUnreadable,
  });
  const { port } = server;
  const baseUrl = `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`;

  const jobs = createJobs(testDatabase.url, { poolSize: 4, log });
  const stopWorker = options.isWorking ? await startWorker({ context, jobs, concurrency: 16 }) : null;

  async function addApp(input: Partial<NewApp> = {}): Promise<Signer> {
    const { app, secret } = await createApp(appsDeps, {
      name: `app ${randomBytes(6).toString('hex')}`,
      ...input,
    });
    return { appId: app.id, appSecret: secret };
  }
  const signer = await addApp();

  async function call(method: string, path: string, call: CallOptions = {}): Promise<Answer> {
    await syncClock();
    const timestamp = String(clock.now().getTime());
    const request = signedRequest({ method, path, timestamp }, { signer, ...call });
    const response = await fetch(baseUrl + path, request);
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer['body'],
    };
  }

  return {
    baseUrl,
    port,
    sandboxUrl,
    sandbox,
    signer,
    database,
    plans,
    databaseUrl: testDatabase.url,
    context,
    recipients,
    jobs,
    metrics,
    appsDeps,
    addApp,
    syncClock,
    call,
    setDraining: (value: boolean) => {
      isDraining = value;
    },
    async stop() {
      await stopWorker?.(1000);
      await server.stop(0);
      await closePlatforms(platforms);
      await close(sandboxServer);
      sandbox.close();
      plans.stop();
      await Promise.all([database, brief, ownDatabase, listDatabase].map((one) => one.$disconnect()));
      await testDatabase.drop();
    },
  };
}
