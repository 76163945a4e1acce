import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '#prisma';
import { INTENTS } from '../../src/intent-rows/intent-columns.ts';
import { processIntentJobs } from '../../src/purchasing/process-intent.job.ts';
import { runLength } from '../hostile/run-length.ts';
import { awaitFinished } from './await-finished.ts';
import { checkPromises, expectKept } from './check-promises.ts';
import { type FaultWorld, startFaultWorld, WORLD_START_MS, type Unit } from './fault-world.ts';
import { createKillSwitch, type KillPoint, nameOf } from './kill-points.ts';
import { startLoad } from './load-driver.ts';
import { recordResult } from './record-result.ts';

const DUPLICATED = runLength(20, 200);
const COPIES = 20;
/** Longer than the queue waits for a sign of life; in earnest, as long as a machine may swap or migrate. */
const PAUSE_MS = runLength(0, 30_000);

/** Enough that others are at every other step when the worker stops at one. */
const BURST = 30;
// One thread sends them all, so it can stand still between its last look at the time and the bytes of one order alone.
// For that one the shop keeps its word: the same number gives the same order.
const MAX_REPEATS = 1;

const NEXT_ATTEMPT_AT = Prisma.raw(INTENTS.name('nextAttemptAt'));

let world: FaultWorld;
beforeAll(async () => {
  world = await startFaultWorld({ workers: 2, settings: { PROCESSING_GRACE_MS: '1500' } });
}, WORLD_START_MS);
afterAll(() => world.stop());

/** Waits for the parcel's number, the last thing that anybody writes of a purchase. */
async function awaitShipped(): Promise<void> {
  while ((await world.database.intent.count({ where: { status: 'COMPLETED', trackingNumber: null } })) > 0)
    await delay(100);
}

describe('two workers', () => {
  it(
    `with ${COPIES} jobs for each purchase buy it once`,
    async () => {
      const load = startLoad(world, { callers: 10, limit: DUPLICATED });
      // Past the queue's own rule of one live job: a job without its policy, in one queue with those that have it.
      const duplicate = async (): Promise<number> => world.database.$executeRaw`
        INSERT INTO "pgboss"."job" ("name", "data", "singleton_key", "retry_limit", "expire_seconds", "heartbeat_seconds")
        SELECT "queue", jsonb_build_object('intentId', "id"), "id", 2, 120, 10
        FROM (SELECT "id", 'intents.process.' || "platform" AS "queue" FROM "intents"
          WHERE "status" = 'SUBMITTED' AND ${NEXT_ATTEMPT_AT} < now() + interval '1 second') AS due, generate_series(1, ${COPIES})`;
      let copies = 0;
      const isOpen = async () =>
        (await world.database.intent.count({ where: { status: { in: ['SUBMITTED', 'PROCESSING'] } } })) > 0;
      do {
        copies += await duplicate();
        await delay(100);
      } while (load.promised.some(({ id }) => id === null) || (await isOpen()));
      await load.stop();
      await awaitShipped();
      const { broken, repeated, ...figures } = await checkPromises(world, load.promised);
      recordResult({ experiment: 'duplicate jobs', ...figures, note: `${copies} copies` });
      expectKept({ broken, repeated });
      expect(copies).toBeGreaterThan(DUPLICATED * COPIES * 0.5);
      expect(Object.values(processIntentJobs).length).toBe(3);
    },
    runLength(180_000, 180_000),
  );

  it.each(
    runLength<KillPoint[]>(
      [{ step: 'order', when: 'before' }],
      [
        { step: 'claim', when: 'after' },
        { step: 'placing', when: 'after' },
        { step: 'order', when: 'before' },
        { step: 'order', when: 'after' },
        { step: 'outcome', when: 'before' },
      ],
    ).map((point) => [nameOf(point), point] as const),
  )(
    'of which one stands still %s: the other one buys, and the sleeper writes nothing when it wakes',
    async (_name, point) => {
      const [first, second] = world.workers as [Unit, Unit];
      await second.process.terminate();
      const steps = createKillSwitch(first, () => first.process.pause(), { isDeadly: false });
      const asleep = steps.arm(point);
      const load = startLoad(world, { callers: BURST, limit: BURST });
      await asleep;
      await load.stop();
      await second.process.start();
      await awaitFinished(world, 60_000);
      await awaitShipped();
      await delay(PAUSE_MS);
      // Parcels are followed until they arrive; nobody waits for that here.
      const outcome = {
        id: true,
        status: true,
        orderId: true,
        amountPaidFen: true,
        completedAt: true,
      } as const;
      const rows = () => world.database.intent.findMany({ orderBy: { id: 'asc' }, select: outcome });
      const moves = { type: { startsWith: 'intent.' } };
      const before = { rows: await rows(), events: await world.database.intentEvent.count({ where: moves }) };
      await second.process.terminate();
      first.process.resume();
      // Awake is who buys again; by then it has done with what it slept over.
      const known = before.rows.map(({ id }) => id);
      const later = startLoad(world, { callers: 1, limit: 1 });
      await later.stop();
      await awaitFinished(world, 60_000);
      await awaitShipped();
      const isNew = { intentId: { notIn: known }, ...moves };
      const news = await world.database.intentEvent.count({ where: isNew });
      expect((await rows()).filter(({ id }) => known.includes(id))).toEqual(before.rows);
      expect(await world.database.intentEvent.count({ where: moves })).toBe(before.events + news);
      const { broken, repeated, ...figures } = await checkPromises(world, [
        ...load.promised,
        ...later.promised,
      ]);
      recordResult({ experiment: `worker paused ${nameOf(point)}`, ...figures });
      expectKept({ broken, repeated }, MAX_REPEATS);
      await second.process.start();
    },
    runLength(180_000, 180_000),
  );
});
