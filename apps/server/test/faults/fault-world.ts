import { randomBytes } from 'node:crypto';
import type { WritableDatabase } from '../../src/postgres/database.ts';
import { openAppRegistry } from '../support/app-registry.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import type { Signer } from '../support/sign.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type SandboxChild, startSandboxChild } from './sandbox-child.ts';
import { createServiceProcess, type ServiceProcess } from '../support/service-process.ts';

export interface WorldOptions {
  /** Default: a database of its own on the Postgres of the whole run. */
  databaseUrl?: string;
  apis?: number;
  workers?: number;
  /** Callers; each may create ten a second. */
  apps?: number;
  sandboxSpeed?: number;
  settings?: Record<string, string>;
  /** Arguments of Node for each process. */
  nodeArgs?: string[];
  /** Settings of one process, by its role and number. */
  settingsOf?: (role: 'api' | 'worker', index: number) => Record<string, string>;
}

/** A process of the service with its wires: nothing reaches database or shops but through them. */
export interface Unit {
  process: ServiceProcess;
  database: FaultProxy;
  gateway: FaultProxy;
}

export interface FaultWorld {
  apis: Unit[];
  workers: Unit[];
  sandbox: SandboxChild;
  /** Past every wire. */
  databaseUrl: string;
  /** Past every wire, for the test's own eyes. */
  database: WritableDatabase;
  signers: Signer[];
  /** What the commands of operators are given. */
  operatorEnv: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

// Short enough that a purchase whose order was never sent is bought within the promise of 15 s.
const FAST = {
  PROCESSING_GRACE_MS: '300',
  PLATFORM_TIMEOUT_MS: '2000',
  PLATFORM_IN_FLIGHT_MS: '2000',
  PLATFORM_PATIENCE_MS: '120000',
  SHUTDOWN_DRAIN_MS: '5000',
};

/** How long the hook may take that starts a world: a busy machine needs several seconds for each process. */
export const WORLD_START_MS = 180_000;

/** Starts sandbox, API and worker processes over real wires, with Apps that may call. */
export async function startFaultWorld(options: WorldOptions = {}): Promise<FaultWorld> {
  const { apis = 1, workers = 1, apps = 10, settings = {} } = options;
  const testDatabase = options.databaseUrl === undefined ? await createTestDatabase() : null;
  const databaseUrl = options.databaseUrl ?? testDatabase?.url ?? '';
  const sandbox = await startSandboxChild(options.sandboxSpeed);
  const secretsKey = randomBytes(32);
  const common = {
    ...FAST,
    SECRETS_KEY: secretsKey.toString('base64'),
    DEMO_APP_ID: 'app_demo_faults',
    DEMO_APP_SECRET: randomBytes(16).toString('hex'),
    ...settings,
  };

  async function startUnit(role: 'api' | 'worker', index: number): Promise<Unit> {
    const database = await startFaultProxy(Number(new URL(databaseUrl).port));
    const gateway = await startFaultProxy(sandbox.port);
    const url = new URL(databaseUrl);
    url.port = String(database.port);
    const process = await createServiceProcess(
      {
        ...common,
        ROLES: role,
        DATABASE_URL: url.href,
        ...sandbox.shopSettings(gateway.port),
        ...options.settingsOf?.(role, index),
      },
      options.nodeArgs,
    );
    await process.start();
    return { process, database, gateway };
  }
  const startUnits = (role: 'api' | 'worker', first: number, count: number): Promise<Unit[]> =>
    Promise.all(Array.from({ length: count - first }, (_, index) => startUnit(role, first + index)));

  const { database, addApp } = openAppRegistry(databaseUrl, secretsKey);
  const signers: Signer[] = [];
  for (let count = 0; count < apps; count += 1) signers.push(await addApp());
  // The first API makes the demo App.
  const [first, workerUnits] = await Promise.all([startUnits('api', 0, 1), startUnits('worker', 0, workers)]);
  const units = { apis: [...first, ...(await startUnits('api', 1, apis))], workers: workerUnits };
  return {
    ...units,
    sandbox,
    databaseUrl,
    database,
    signers,
    operatorEnv: {
      PATH: process.env['PATH'],
      ...COMPILE_CACHE,
      ...common,
      DATABASE_URL: databaseUrl,
      ...sandbox.shopSettings(),
    },
    async stop() {
      for (const unit of [...units.apis, ...units.workers]) {
        await unit.process.stop();
        await unit.database.stop();
        await unit.gateway.stop();
      }
      await sandbox.stop();
      await database.$disconnect();
      await testDatabase?.drop();
    },
  };
}
