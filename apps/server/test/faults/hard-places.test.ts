import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { ROUTES } from '@procurement-intents/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { findServerUser } from '../../src/postgres/embedded/unprivileged-user.ts';
import { isLongRun, runLength } from '../hostile/run-length.ts';
import type { Signer } from '../support/sign.ts';
import { awaitFinished, lastEnd } from './await-finished.ts';
import { callApi } from './call-api.ts';
import { checkPromises, expectKept } from './check-promises.ts';
import { type FaultWorld, startFaultWorld, type Unit, type WorldOptions } from './fault-world.ts';
import { createKillSwitch } from './kill-points.ts';
import { type Load, startLoad } from './load-driver.ts';
import { startOwnCluster } from './own-cluster.ts';
import { recordResult } from './record-result.ts';

const endings: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function startWorld(options: WorldOptions = {}): Promise<FaultWorld> {
  const world = await startFaultWorld(options);
  endings.push(() => world.stop());
  return world;
}

/** Ends the load, and holds what was promised against what there is. */
async function conclude(world: FaultWorld, load: Load, experiment: string, endedAt: Date): Promise<void> {
  await load.stop();
  await awaitFinished(world, 60_000);
  const finishMs = Math.max(0, (await lastEnd(world)).getTime() - endedAt.getTime());
  const { broken, repeated, ...figures } = await checkPromises(world, load.promised);
  recordResult({ experiment, ...figures, finishMs });
  expectKept({ broken, repeated });
}

/** Only these two may come of a fault of the database. */
function expectRefusedWell(load: Load): void {
  const refused = load.answers.filter(({ status }) => status >= 500);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.filter(({ status, code }) => status !== 503 || code !== 50301)).toEqual([]);
}

const SMALL_DISK = 64 * 1024 * 1024;
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/**
 * A database on a disk of 64 MB of its own; null where no disk can be made. Its server has no other: while the disk is full
 * no checkpoint succeeds, and nobody could make or drop a database there.
 */
async function startSmallDisk(): Promise<{ url: string; fill(): void; clear(): void } | null> {
  const dir = mkdtempSync(join(tmpdir(), 'procurement-disk-'));
  endings.push(() => rmSync(dir, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK}`, 'tmpfs', dir], { stdio: 'ignore' });
  } catch {
    return null;
  }
  endings.push(() => void execFileSync('umount', [dir]));
  const user = findServerUser();
  if (user) chownSync(dir, user.uid, user.gid);
  const cluster = await startOwnCluster();
  endings.push(() => cluster.stop());
  const url = new URL(cluster.url);
  const template = url.pathname.slice(1);
  url.pathname = '/postgres';
  const admin = new Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`CREATE TABLESPACE "small" LOCATION '${dir}'`);
  await admin.query(`CREATE DATABASE "small" TEMPLATE "${template}" TABLESPACE "small"`);
  await admin.end();
  url.pathname = '/small';
  const ballast = join(dir, 'ballast');
  const clear = () => writeFileSync(ballast, '');
  endings.push(clear);
  return {
    url: url.href,
    fill() {
      try {
        for (let size = 0; ; size += 65_536) writeFileSync(ballast, Buffer.alloc(65_536), { flag: 'a' });
      } catch {
        // No space is left, which is what it was for.
      }
    },
    clear,
  };
}

describe('a service in a hard place', () => {
  it.runIf(canMount)(
    'with a full disk refuses what it cannot keep with 50301, and still reads',
    async (test) => {
      const disk = await startSmallDisk();
      if (disk === null) return test.skip('this machine lets nobody mount');
      const world = await startWorld({ databaseUrl: disk.url });
      const load = startLoad(world, { callers: 4, pauseMs: 10 });
      while (load.promised.length < 10) await delay(20);
      disk.fill();
      while (!load.answers.some(({ status }) => status === 503)) await delay(20);
      const read = async (): Promise<number | undefined> => {
        const [api] = world.apis;
        const [signer] = world.signers as [Signer];
        const { path } = ROUTES.listIntents;
        return (await callApi({ port: api?.process.port ?? 0, signer, method: 'GET', path }))?.status;
      };
      // On a busy machine a read can wait too long behind the creates that fail.
      await expect.poll(read, { timeout: 30_000, interval: 200 }).toBe(200);
      await delay(runLength(0, 5000));
      disk.clear();
      const endedAt = new Date();
      expectRefusedWell(load);
      await conclude(world, load, 'disk full', endedAt);
    },
    120_000,
  );

  it('with all its connections taken refuses with 50301 in time, and goes on once they are free', async () => {
    const world = await startWorld({ settings: { DATABASE_POOL_SIZE: '3' } });
    const locker = new Client({ connectionString: world.databaseUrl });
    await locker.connect();
    endings.push(() => locker.end());
    const load = startLoad(world, { callers: 12 });
    while (load.promised.length < 20) await delay(20);
    await locker.query('BEGIN');
    await locker.query('LOCK TABLE "intents" IN ACCESS EXCLUSIVE MODE');
    while (!load.answers.some(({ status }) => status === 503)) await delay(20);
    await delay(runLength(0, 10_000));
    await locker.query('ROLLBACK');
    const endedAt = new Date();
    expectRefusedWell(load);
    await conclude(world, load, 'connections exhausted', endedAt);
  }, 180_000);

  it(
    'with clocks ten minutes apart buys as ever, by the time of the database',
    async () => {
      const preload = join(import.meta.dirname, 'shift-date.ts');
      const world = await startWorld({
        workers: 2,
        nodeArgs: ['--import', preload],
        settingsOf: (role, index) => ({
          SHIFT_MS: role === 'api' ? '600000' : (['-600000', '300000'][index] ?? ''),
        }),
      });
      const startedAt = Date.now();
      const load = startLoad(world, { callers: 4, limit: runLength(24, 400) });
      await conclude(world, load, 'clocks 10 minutes apart', new Date());
      const rows = await world.database.intent.findMany();
      const times = rows.flatMap(({ createdAt, updatedAt }) => [createdAt.getTime(), updatedAt.getTime()]);
      expect(Math.min(...times)).toBeGreaterThan(startedAt - 5000);
      expect(Math.max(...times)).toBeLessThan(Date.now() + 5000);
    },
    runLength(180_000, 120_000),
  );

  it.runIf(isLongRun)(
    'that is asked to stop in the middle of a purchase ends well, and another one goes on',
    async () => {
      const world = await startWorld({ workers: 2 });
      const exits: (number | null)[] = [];
      const load = startLoad(world, { callers: 4, pauseMs: 30 });
      const [worker] = world.workers as [Unit];
      for (const when of ['before', 'after', 'before', 'after', 'before', 'after'] as const) {
        const ended: Promise<number | null>[] = [];
        const steps = createKillSwitch(worker, () => ended.push(worker.process.terminate()), {
          isDeadly: false,
        });
        await steps.arm({ step: 'order', when });
        exits.push(...(await Promise.all(ended)));
        await worker.process.start();
      }
      const endedAt = new Date();
      await conclude(world, load, 'SIGTERM in a purchase', endedAt);
      expect(exits).toEqual(exits.map(() => 0));
    },
    runLength(180_000, 120_000),
  );
});
