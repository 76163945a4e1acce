import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { REPOSITORY } from '../../src/config/config.ts';
import { type WritableDatabase, openDatabase } from '../../src/postgres/database.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { ensureDatabase, migrateDatabase } from '../../src/postgres/migrations/migrate.ts';
import { MIGRATIONS_DIR } from '../../src/open-database.ts';
import { findPreviousRelease, migrationsOf, prepareRelease } from '../../../../scripts/packages/releases.ts';
import { type Balancer, startBalancer } from '../hostile/balancer.ts';
import { runLength } from '../hostile/run-length.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import type { Signer } from '../support/sign.ts';
import { awaitFinished } from './await-finished.ts';
import { checkPromises, expectKept } from './check-promises.ts';
import { startMixedLoad } from './mixed-load.ts';
import { recordResult } from './record-result.ts';
import { type SandboxChild, startSandboxChild } from './sandbox-child.ts';
import { createServiceProcess, type ServiceProcess } from '../support/service-process.ts';

const REQUESTS = runLength(600, 50_000);
const CALLERS = runLength(4, 8);
const APPS = runLength(2, 20);
/** What a release after this one may add. */
const FUTURE = {
  '29990101000000_columns': `ALTER TABLE "intents" ADD COLUMN "futureNote" TEXT, ADD COLUMN "futureCount" INTEGER NOT NULL DEFAULT 7;
    CREATE TABLE "future" ("id" TEXT PRIMARY KEY)`,
  '29990102000000_index': `-- outside a transaction
    CREATE INDEX CONCURRENTLY IF NOT EXISTS "future_note" ON "intents" ("futureNote")`,
};

const run = promisify(execFile);
const commit = await findPreviousRelease();
const name = `releases_${randomBytes(6).toString('hex')}`;

interface Release {
  api: ServiceProcess;
  worker: ServiceProcess;
  start(): Promise<void>;
  end(): Promise<void>;
}

let dir: string;
let previousDir: string;
let databaseUrl: string;
let sandbox: SandboxChild;
let database: WritableDatabase;
let older: Release;
let newer: Release;
let balancer: Balancer;
const signers: Signer[] = [];

async function createRelease(repository: string, settings: Record<string, string>): Promise<Release> {
  const api = await createServiceProcess({ ...settings, ROLES: 'api' }, [], repository);
  const worker = await createServiceProcess(
    { ...settings, ROLES: 'worker', SHUTDOWN_DELAY_MS: '0' },
    [],
    repository,
  );
  const both = [api, worker];
  return {
    api,
    worker,
    start: async () => void (await Promise.all(both.map((one) => one.start()))),
    async end() {
      expect(await Promise.all(both.map((one) => one.terminate()))).toEqual([0, 0]);
    },
  };
}

/** By the older release, whose schema this is. */
async function addApp(env: NodeJS.ProcessEnv, index: number): Promise<void> {
  const cli = join(previousDir, 'apps/server/src/admin/apps-cli.ts');
  const { stdout } = await run(process.execPath, [cli, 'create', '--name', `app ${index}`, '--json'], {
    env,
  });
  signers.push(JSON.parse(stdout) as Signer);
}

const untilReady = (count: number) =>
  expect.poll(() => balancer.readyCount(), { timeout: 60_000, interval: 50 }).toBe(count);

describe.skipIf(commit === null)(
  `this release and the one before (${commit ?? 'unknown to git here'})`,
  () => {
    beforeAll(async () => {
      dir = mkdtempSync(join(tmpdir(), 'procurement-releases-'));
      previousDir = await prepareRelease(commit ?? '');
      await ensureDatabase(inject('adminUrl'), name);
      databaseUrl = Object.assign(new URL(inject('adminUrl')), { pathname: `/${name}` }).href;
      sandbox = await startSandboxChild(10);
      const settings = {
        ...sandbox.shopSettings(),
        DATABASE_URL: databaseUrl,
        SECRETS_KEY: randomBytes(32).toString('base64'),
        DEMO_APP_ID: 'app_demo_releases',
        DEMO_APP_SECRET: randomBytes(16).toString('hex'),
        SHUTDOWN_DELAY_MS: '1500',
        SHUTDOWN_DRAIN_MS: '10000',
      };
      older = await createRelease(previousDir, settings);
      newer = await createRelease(REPOSITORY, { ...settings, MIGRATE_ON_START: 'false' });
      await older.api.start();
      await older.worker.start();
      const env = { PATH: process.env['PATH'], ...COMPILE_CACHE, ...settings };
      for (let index = 0; index < APPS; index += 2)
        await Promise.all([addApp(env, index), addApp(env, index + 1)]);
      balancer = await startBalancer([older.api, newer.api]);
    }, 600_000);
    afterAll(async () => {
      await balancer?.stop();
      for (const release of [older, newer]) {
        await release?.api.stop();
        await release?.worker.stop();
      }
      await sandbox?.stop();
      await database?.$disconnect();
      const admin = new Client({ connectionString: inject('adminUrl') });
      await admin.connect();
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
      rmSync(dir, { recursive: true });
    });

    /** The migration of the newer release, as its operator starts it. */
    async function migrateForward(): Promise<string[]> {
      const cli = join(REPOSITORY, 'apps/server/src/admin/migrate-cli.ts');
      const env = { PATH: process.env['PATH'], ...COMPILE_CACHE, DATABASE_URL: databaseUrl };
      const { stdout } = await run(process.execPath, [cli, '--json'], { env });
      return (JSON.parse(stdout) as { applied: string[] }).applied;
    }

    async function migrateToFuture(): Promise<void> {
      const migrations = join(dir, 'migrations');
      cpSync(MIGRATIONS_DIR, migrations, { recursive: true });
      for (const [migration, sql] of Object.entries(FUTURE)) {
        mkdirSync(join(migrations, migration));
        writeFileSync(join(migrations, migration, 'migration.sql'), sql);
      }
      expect(await migrateDatabase(databaseUrl, migrations)).toEqual(Object.keys(FUTURE));
    }

    it(
      'serve and buy side by side on every schema, forward and back, without a failed request',
      async () => {
        await untilReady(1);
        const load = startMixedLoad({
          url: balancer.url,
          sandboxUrl: sandbox.url,
          signers,
          callers: CALLERS,
        });
        const untilShare = (share: number) => load.until(REQUESTS * share);
        await untilShare(0.1);
        const added = migrationsOf(REPOSITORY).filter((one) => !migrationsOf(previousDir).includes(one));
        expect(await migrateForward()).toEqual(added);
        await untilShare(0.2);

        await newer.start();
        await untilReady(2);
        await untilShare(0.4);
        // One that crashed or was moved, while the deploy rolls.
        await older.end();
        await older.start();
        await untilReady(2);
        await untilShare(0.5);
        await older.end();
        await untilShare(0.6);

        await migrateToFuture();
        await older.start();
        await untilReady(2);
        await newer.end();
        await untilShare(0.8);
        await newer.start();
        await untilReady(2);
        await untilShare(1);
        await load.stop();

        expect([...load.failed, ...balancer.failures()]).toEqual([]);
        // A machine that stands still for seconds refuses a few calls; a release that fails refuses many.
        expect(load.repeated).toBeLessThan(load.answered / 100);
        for (const count of balancer.counts()) expect(count).toBeGreaterThan(load.answered / 10);
        database = openDatabase(databaseUrl, { poolSize: 3, log: createLogger('silent') });
        await awaitFinished({ database }, 120_000);
        const ends = await database.intent.groupBy({ by: ['status'], orderBy: { status: 'asc' } });
        expect(ends.map(({ status }) => status)).toEqual(['COMPLETED', 'CANCELLED']);
        const { broken, repeated, ...figures } = await checkPromises({ database, sandbox }, load.promised);
        expectKept({ broken, repeated });
        const note = `${load.answered} requests, ${load.repeated} of them repeated, ${load.failed.length} failed; ${added.length} migrations between`;
        recordResult({ experiment: 'this release and the one before', ...figures, note });
      },
      runLength(300_000, 3_600_000),
    );
  },
);
