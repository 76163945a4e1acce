import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongRun, runLength } from '../hostile/run-length.ts';
import { awaitFinished } from './await-finished.ts';
import { checkPromises, expectKept } from './check-promises.ts';
import { type FaultWorld, startFaultWorld, WORLD_START_MS, type Unit } from './fault-world.ts';
import { startLoad } from './load-driver.ts';
import { readMetric } from './read-metric.ts';
import { recordResult } from './record-result.ts';
import { runJobs } from './run-jobs.ts';

const POISONED = 3;

let world: FaultWorld;
beforeAll(async () => {
  world = await startFaultWorld();
}, WORLD_START_MS);
afterAll(() => world.stop());

const jobs = (...args: string[]): Promise<unknown> => runJobs(world, ...args);
const listDead = async () => (await jobs('list')) as { intentId: string; queue: string; reason: string }[];

/** Their last try comes next, as after half a minute of tries. */
async function hastenTries(ids: readonly string[]): Promise<void> {
  await world.database.$executeRaw`
    UPDATE "pgboss"."job" SET "retry_limit" = 1, "start_after" = now() WHERE "singleton_key" = ANY(${ids})`;
}

describe('a job that fails on every try', () => {
  it(
    'ends in the dead-letter queue, holds up no other, rests there, and is bought once it is redriven',
    async () => {
      // The database refuses the outcome of some: a defect that no repetition mends.
      await world.database.$executeRaw`
        ALTER TABLE "intents" ADD CONSTRAINT "poison" CHECK ("status" <> 'COMPLETED' OR "quantity" <> 1)`;
      const poisoned = startLoad(world, {
        callers: 1,
        limit: POISONED,
        changes: { quantity: 1 },
        isCalm: true,
      });
      await poisoned.stop();
      const ids = poisoned.promised.map(({ id }) => id ?? '');
      const healthy = startLoad(world, { callers: 4, limit: 12 });
      await healthy.stop();
      const others = healthy.promised.map(({ id }) => id ?? '');
      const worker = world.workers[0] as Unit;
      while ((await readMetric(worker, 'procurement_dead_jobs')) !== POISONED) {
        await hastenTries(ids);
        await delay(200);
      }
      const dead = await listDead();
      expect(new Set(dead.map(({ intentId }) => intentId))).toEqual(new Set(ids));
      for (const { reason, queue } of dead) {
        expect(reason).toContain('23514');
        expect(queue).toMatch(/^intents\.process\./);
      }
      const where = { id: { in: others }, status: { in: ['COMPLETED' as const, 'CANCELLED' as const] } };
      while ((await world.database.intent.count({ where })) < others.length) await delay(50);

      // Due all the while, and not handed over: another job would only die too.
      await world.database.intent.updateMany({
        where: { id: { in: ids } },
        data: { nextAttemptAt: new Date(0) },
      });
      const isTaken = { id: { in: ids }, nextAttemptAt: { gt: new Date(0) } };
      while ((await world.database.intent.count({ where: isTaken })) < POISONED) await delay(50);
      expect(await countLiveJobs(ids)).toBe(0);

      await world.database.$executeRaw`ALTER TABLE "intents" DROP CONSTRAINT "poison"`;
      expect(await jobs('redrive', ids[0] ?? '')).toEqual({ redriven: 1 });
      expect(await jobs('redrive', '--all')).toEqual({ redriven: POISONED - 1 });
      await awaitFinished(world, 60_000);
      expect(await listDead()).toEqual([]);
      const { broken, repeated, ...figures } = await checkPromises(world, [
        ...poisoned.promised,
        ...healthy.promised,
      ]);
      recordResult({ experiment: 'poison jobs, redriven', ...figures });
      expectKept({ broken, repeated });
    },
    runLength(180_000, 120_000),
  );
});

async function countLiveJobs(ids: readonly string[]): Promise<number> {
  const [row] = await world.database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM "pgboss"."job"
    WHERE "singleton_key" = ANY(${ids}) AND "state" IN ('created', 'retry', 'active') AND "name" <> 'intents.dead'`;
  return row?.count ?? -1;
}

const WAITING = 100_000;
// A statement may take 2 s.
const CHUNK = 5000;
const CREATES = 300;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

describe.runIf(isLongRun)('a hundred thousand waiting jobs', () => {
  it('hold up no create; how fast they drain is measured', { timeout: 300_000 }, async () => {
    const worker = world.workers[0] as Unit;
    const measure = async (): Promise<number> => {
      const load = startLoad(world, { callers: 2, limit: CREATES, isCalm: true });
      await load.stop();
      return median(load.answers.map(({ tookMs }) => tookMs));
    };
    worker.process.pause();
    await measure();
    const emptyMs = await measure();
    for (let first = 1; first <= WAITING; first += CHUNK) {
      await world.database.$executeRaw`
        INSERT INTO "pgboss"."job" ("name", "data", "singleton_key", "policy", "expire_seconds", "heartbeat_seconds")
        SELECT 'intents.process.PLATFORM_B', jsonb_build_object('intentId', 'int_' || n), 'int_' || n, 'exclusive', 120, 10
        FROM generate_series(${first}::int, ${first + CHUNK - 1}::int) AS n`;
    }
    const fullMs = await measure();
    worker.process.resume();
    const startedAt = performance.now();
    const left = async (): Promise<number> => {
      const [row] = await world.database.$queryRaw<{ left: number }[]>`
        SELECT count(*)::int AS left FROM "pgboss"."job" WHERE "name" = 'intents.process.PLATFORM_B' AND "state" < 'active'`;
      return row?.left ?? WAITING;
    };
    while ((await left()) > 0 && performance.now() - startedAt < 200_000) await delay(250);
    const rate = Math.round((WAITING - (await left())) / ((performance.now() - startedAt) / 1000));
    const slower = Math.round((fullMs / emptyMs - 1) * 100);
    const note = `a create takes ${emptyMs.toFixed(1)} ms, then ${fullMs.toFixed(1)} ms (${slower} %); ${rate} jobs a second drained`;
    recordResult({ experiment: '100,000 waiting jobs', purchases: CREATES * 3, lost: 0, doubles: 0, note });
    expect(rate).toBeGreaterThan(0);
  });
});
