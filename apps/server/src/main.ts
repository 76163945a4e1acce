import { setFlagsFromString } from 'node:v8';
import { SERVICE_NAME } from '@procurement-intents/contract';
import { ensureDemoApp } from './startup/demo-app.ts';
import { ensureFirstAdmin } from './startup/first-admin.ts';
import { startSandboxProcess } from './startup/sandbox-process.ts';
import { renderStartScreen } from './startup/start-screen.ts';
import { type Config, ConfigError, dataFiles, readConfig, REPOSITORY } from './config/config.ts';
import { SANDBOX_TOKEN } from './config/platform-config.ts';
import { startPrivateServer } from './health/private-server.ts';
import { Readiness } from './health/readiness.ts';
import { createLogger, type Logger } from './observability/logger.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { openConfiguredDatabase, type OpenedDatabase } from './open-database.ts';
import { openService, type ServedApi, startApiRole, startWorkerRole } from './service.ts';
import { Shutdown } from './shutdown.ts';

// V8 allocates objects of a code location in the old generation once most of them have survived, as requests do that
// wait for the database right after the start. Each such object then keeps its request until a full garbage collection.
setFlagsFromString('--no-allocation-site-pretenuring');

// Time for closing connections after the drain; then the process exits in any case.
const CLOSE_MS = 1500;

const shutdown = new Shutdown();
const readiness = new Readiness(shutdown);

/** Stops the process. A `reason` means an emergency: it is printed, and the drain begins without delay. */
async function end(exitCode: number, reason?: string): Promise<void> {
  if (shutdown.isStopping) return;
  if (reason !== undefined) {
    process.stderr.write(`${reason}\n`);
    shutdown.times = { ...shutdown.times, delayMs: 0 };
  }
  const { delayMs, drainMs } = shutdown.times;
  setTimeout(() => process.exit(exitCode || 1), delayMs + drainMs + CLOSE_MS).unref();
  await shutdown.run((error) => void process.stderr.write(`${String(error)}\n`));
  process.exit(exitCode);
}

/** Starts the configured roles. @returns the text to print for the person who started the process. */
async function start(config: Config): Promise<string> {
  const log = createLogger(config.logLevel);
  const sandboxUrl = config.roles.includes('sandbox') ? await startSandbox(config) : null;
  if (config.roles.every((role) => role === 'sandbox')) return `Sandbox ${sandboxUrl}/   Stop: Ctrl-C\n`;
  warnOfNeedlessSettings(config, log);
  if (config.isTraced) {
    // Loaded only when used: it is the largest library.
    const { startTracing } = await import('./observability/tracing.ts');
    shutdown.onClose(startTracing(SERVICE_NAME));
  }
  const metrics = createMetrics();
  // Started before the migration, so that a long one does not look like a process that hangs.
  await startOperations(config, metrics);
  const opened = await openDatabase(config, log);
  readiness.phase = 'starting';
  const service = await openService({ config, opened, log, metrics, shutdown });
  readiness.isDatabaseUp = service.isDatabaseUp;
  const startWorker = () =>
    config.roles.includes('worker') && !shutdown.isStopping && startWorkerRole(service);
  if (!config.roles.includes('api')) {
    await startWorker();
    return 'The worker is running.   Stop: Ctrl-C\n';
  }
  const api = await startApiRole(service);
  const admin = await ensureFirstAdmin(api.company.identity, config);
  const demoApp = config.isProduction ? null : await makeDemoApp(config, api, sandboxUrl);
  // Its loops begin last: they take no time from what a slow machine waits for.
  await startWorker();
  const dataDir = opened.embedded ? config.dataDir : null;
  const { platforms } = config;
  return renderStartScreen({ ...api, sandboxUrl, demoApp, platforms, admin, dataDir });
}

function warnOfNeedlessSettings({ roles, needlessSettings: settings }: Config, log: Logger): void {
  if (settings.length === 0) return;
  log.warn({ roles, settings }, `processes of this role should not be given ${settings.join(', ')}`);
}

async function startSandbox({ sandboxPort: port, dataDir }: Config): Promise<string> {
  const sandbox = await startSandboxProcess({
    repository: REPOSITORY,
    port,
    token: SANDBOX_TOKEN,
    ordersFile: dataFiles(dataDir).sandboxOrders,
    env: { PATH: process.env['PATH'], SANDBOX_SPEED: process.env['SANDBOX_SPEED'] },
  });
  shutdown.onClose(() => sandbox.stop());
  void sandbox.exited.then(() => end(1, 'the sandbox has exited'));
  return `http://127.0.0.1:${port}`;
}

async function startOperations({ host, privatePort: port }: Config, metrics: Metrics): Promise<void> {
  if (port === null) return;
  const whyNotReady = (): Promise<string | null> => readiness.whyNot();
  const server = await startPrivateServer(
    { metrics, whyNotReady },
    { host, port, portSetting: 'PRIVATE_PORT' },
  );
  shutdown.onClose(() => server.stop(0));
}

async function openDatabase(config: Config, log: Logger): Promise<OpenedDatabase> {
  const opened = await openConfiguredDatabase(config, {
    postgres: (line) => log.debug({ postgres: line }),
    migration: (line) => log.warn(line),
    phase: (phase) => (readiness.phase = phase),
  });
  const { embedded } = opened;
  if (embedded) {
    shutdown.onClose(() => embedded.stop());
    void embedded.exited.then(() => end(1, 'the embedded Postgres has exited'));
  }
  return opened;
}

function makeDemoApp(config: Config, { apps, baseUrl }: ServedApi, sandboxUrl: string | null) {
  return ensureDemoApp(apps, {
    file: dataFiles(config.dataDir).demoApp,
    appId: config.demoAppId,
    appSecret: config.demoAppSecret,
    baseUrl,
    sandboxUrl: sandboxUrl ?? `http://127.0.0.1:${config.sandboxPort}`,
  });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
// The bootstrap process that started this one was killed and can no longer stop it.
process.on('disconnect', () => void end(0));
try {
  const config = readConfig(process.env);
  const screen = await start(config);
  shutdown.times = { delayMs: config.shutdownDelayMs, drainMs: config.shutdownDrainMs };
  readiness.phase = null;
  process.stdout.write(screen);
} catch (error) {
  const text = error instanceof ConfigError ? error.message : `cannot start: ${(error as Error).message}`;
  await end(1, text);
}
