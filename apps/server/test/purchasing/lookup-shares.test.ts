import { describe, expect, it, type TestContext, vi } from 'vitest';
import { reconcileOrderJobs } from '../../src/purchasing/reconcile-order.job.ts';
import { type FrontCall, relay } from '../support/front-gateway.ts';
import { startFrontedService } from '../support/purchase-driver.ts';

// What Apps owe in looks for late orders, with a worker that has 16 places for them at each shop.
const WAIT_OPTIONS = { timeout: 30_000, interval: 50 };
/** How many places one App takes, then two and three, when each comes after the one before has its share. */
const HELD = [12, 15, 16];
const { queue } = reconcileOrderJobs.PLATFORM_A;

/** A service of its own for a test, with four Apps, and a shop that may be silent about its orders. */
async function startService({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  // Longer than anybody is waited for here: a place that hangs does not become free in between.
  const { service, gateway, stop } = await startFrontedService({ isWorking: true, orderTimeoutMs: 120_000 });
  const hanging: FrontCall[] = [];
  onTestFinished(async () => {
    await service.database.orderLookup.deleteMany();
    // Looks that hang come to their end.
    for (const call of hanging) call.drop();
    gateway.reset();
    await stop();
  });
  const apps = await Promise.all([1, 2, 3, 4].map(async () => (await service.addApp()).appId));

  /** The shop is silent about all numbers but this one. */
  function answerOnly(merchantOrderNo: string): void {
    gateway.handle = async (call) => {
      if (call.kind !== 'find' || call.path.includes(merchantOrderNo)) await relay(call);
      else hanging.push(call);
    };
  }

  /** Looks of intents that are gone, due for longer than any other's. */
  const seedDue = (appId: string, count: number) => service.database.$executeRaw`
    INSERT INTO "order_lookups" ("intentId", "appId", "platform", "merchantOrderNo", "step", "dueAt", "createdAt")
    SELECT 'int_' || no, ${appId}, 'PLATFORM_A', no, 0, now() - interval '1 minute', now()
    FROM (SELECT md5(${appId} || n) AS no FROM generate_series(1, ${count}) AS n) AS numbers`;

  async function countJobs(appId: string, state: 'active' | 'created'): Promise<number> {
    const [row] = await service.database.$queryRaw<{ jobs: bigint }[]>`
      SELECT count(*) AS jobs FROM "pgboss"."job"
      WHERE "name" = ${queue} AND "state"::text = ${state} AND "group_id" = ${appId}`;
    return Number(row?.jobs);
  }

  return {
    apps,
    hanging,
    answerOnly,
    seedDue,
    countJobs,
    async owe(appId: string): Promise<{ merchantOrderNo: string; isDone: () => Promise<boolean> }> {
      await service.database.$executeRaw`
        INSERT INTO "order_lookups" ("intentId", "appId", "platform", "merchantOrderNo", "step", "dueAt", "createdAt")
        SELECT 'int_' || md5(${appId}), ${appId}, 'PLATFORM_A', md5(${appId}), 0, now(), now()`;
      const where = { appId };
      const read = () => service.database.orderLookup.findFirstOrThrow({ where });
      return { ...(await read()), isDone: async () => (await read()).step > 0 };
    },
    /** Lets these Apps owe many looks, one App after the other, until each has its share of the places. */
    async fillPlaces(greedy: readonly string[]): Promise<void> {
      answerOnly('nothing');
      for (const [index, appId] of greedy.entries()) {
        await seedDue(appId, 600);
        await vi.waitFor(() => expect(hanging).toHaveLength(HELD[index] ?? NaN), WAIT_OPTIONS);
      }
    },
  };
}

describe.concurrent('what an App owes in looks', { timeout: 180_000 }, () => {
  it.for([{ greedyCount: 1 }, { greedyCount: 2 }])(
    'delays the look of another one by none, though the shop is silent about $greedyCount of them',
    async ({ greedyCount }, test) => {
      const { apps, answerOnly, fillPlaces, owe } = await startService(test);
      await fillPlaces(apps.slice(0, greedyCount));
      const { merchantOrderNo, isDone } = await owe(apps[3] ?? '');
      answerOnly(merchantOrderNo);
      await vi.waitFor(async () => expect(await isDone()).toBe(true), WAIT_OPTIONS);
    },
  );

  it('delays the look of another one until the next of theirs ends, when three have all places', async (test) => {
    const { apps, hanging, answerOnly, fillPlaces, owe } = await startService(test);
    await fillPlaces(apps.slice(0, 3));
    const { merchantOrderNo, isDone } = await owe(apps[3] ?? '');
    answerOnly(merchantOrderNo);
    hanging.shift()?.drop();
    await vi.waitFor(async () => expect(await isDone()).toBe(true), WAIT_OPTIONS);
  });

  it('waits in its own rows, and no more than a hundred looks of it in the queue', async (test) => {
    const { apps, answerOnly, seedDue, countJobs } = await startService(test);
    const [greedy = '', other = ''] = apps;
    answerOnly('nothing');
    await seedDue(greedy, 5000);
    await vi.waitFor(
      async () => expect(await countJobs(greedy, 'created')).toBeGreaterThanOrEqual(64),
      WAIT_OPTIONS,
    );
    await seedDue(other, 3);
    await vi.waitFor(async () => expect(await countJobs(other, 'active')).toBeGreaterThan(0), WAIT_OPTIONS);
    expect(await countJobs(greedy, 'created')).toBeLessThan(100);
  });
});
