import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Jobs } from '../../src/queue/jobs.ts';
import { Dispatcher } from '../../src/purchasing/dispatch-intents.ts';
import { ALL_INTENT_JOBS } from '../../src/purchasing/intent-jobs.ts';
import { processIntentJobs } from '../../src/purchasing/process-intent.job.ts';
import { processIntent } from '../../src/purchasing/process-intent.worker.ts';
import type { ProcessingContext } from '../../src/purchasing/processing-context.ts';
import { definitionOf } from '../../src/purchasing/intent-job.ts';
import { type FrontCall, relay } from '../support/front-gateway.ts';
import { hookPlatform, ledgerOf, startFrontedService } from '../support/purchase-driver.ts';
import { seedIntents } from '../support/seed-intents.ts';
import { storedEvents } from '../support/stored-intent.ts';

const WAIT_OPTIONS = { timeout: 15_000, interval: 50 };

let fronted: Awaited<ReturnType<typeof startFrontedService>>;
/** Ends what the test has started, also when it fails. */
let endings: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  fronted = await startFrontedService({ orderTimeoutMs: 2000, lateMarginMs: 1500, retryBudgetMs: 10_000 });
});
afterAll(() => fronted.stop());
beforeEach(() => fronted.gateway.reset());
afterEach(async () => {
  await Promise.all(endings.map((end) => end()));
  endings = [];
  await fronted.service.database.intent.updateMany({ data: { nextAttemptAt: null } });
});

/** A worker role of its own over the same database, and the tokens of the orders that it has sent. */
async function startWorkerProcess(concurrency = 8, beforeSending = async () => {}) {
  const sent: string[] = [];
  const context = hookPlatform(fronted.service.context, 'placeOrder', (real) => async (order, options) => {
    sent.push(order.merchantOrderNo);
    await beforeSending();
    // The time that a test holds it back is not the order's.
    return real(order, { ...options, maySend: () => true });
  });
  const stop = await fronted.service.startWorker({ platforms: context.platforms, concurrency });
  endings.push(() => stop(0));
  return { sent, stop };
}

async function seedDue(count: number): Promise<string[]> {
  const { service } = fronted;
  const productUrl = `${service.sandboxUrl}/a/items/ordinary`;
  const rows = await seedIntents(service, count, () => ({
    appId: service.signer.appId,
    productUrl,
    status: 'SUBMITTED',
    nextAttemptAt: service.context.clock.now(),
  }));
  return rows.map(({ id }) => id);
}
const tokenOf = (id: string) => id.slice('int_'.length);
const load = (id: string) => fronted.service.database.intent.findUniqueOrThrow({ where: { id } });
const typesOf = async (id: string) =>
  (await storedEvents(fronted.service.database, id)).map(({ type }) => type);

async function expectBoughtOnce(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const row = await vi.waitFor(async () => {
      const current = await load(id);
      expect(current.status).toBe('COMPLETED');
      return current;
    }, WAIT_OPTIONS);
    const orders = await ledgerOf(fronted.service, id);
    expect(orders).toMatchObject([{ orderId: row.orderId, postCount: 1 }]);
    const types = await typesOf(id);
    expect(types.filter((type) => type === 'intent.completed')).toHaveLength(1);
  }
}

describe('several worker processes over one database', () => {
  it('buy each of many due intents once, and share them', async () => {
    const bothAtWork = Promise.withResolvers<void>();
    const untilBoth = async (): Promise<void> => {
      if (processes.length === 2 && processes.every(({ sent }) => sent.length > 0)) bothAtWork.resolve();
      await bothAtWork.promise;
    };
    const processes: { sent: string[] }[] = [];
    for (let index = 0; index < 2; index += 1) processes.push(await startWorkerProcess(8, untilBoth));
    const ids = await seedDue(60);
    await expectBoughtOnce(ids);
    const sent = processes.map((one) => one.sent);
    expect(sent.flat().sort()).toEqual(ids.map(tokenOf).sort());
  });

  it('buy once although each of them is handed the same intent at the same time', async () => {
    const { service } = fronted;
    const gate = Promise.withResolvers<void>();
    const jobs = [1, 2, 3].map(() => fronted.service.openJobs());
    const started: string[] = [];
    for (const one of jobs) {
      endings.push(() => one.stop(0));
      await one.start();
      for (const job of ALL_INTENT_JOBS) await one.define(definitionOf(job, service.context.orderTimeoutMs));
    }
    const ids = await seedDue(8);
    for (let copy = 0; copy < jobs.length; copy += 1) {
      // As if the earlier copies belonged to processes that only seem to be dead.
      await service.database.$executeRaw`
        UPDATE pgboss.job SET singleton_key = singleton_key || '.' || ${copy}
        WHERE name = ${processIntentJobs.PLATFORM_A.queue} AND state = 'created'`;
      await service.database.$transaction((transaction) =>
        (jobs[0] as Jobs).add(processIntentJobs.PLATFORM_A, ids, transaction),
      );
    }
    await service.database.intent.updateMany({
      where: { id: { in: ids } },
      data: { nextAttemptAt: new Date(service.context.clock.now().getTime() + 1000) },
    });
    for (const one of jobs) {
      await one.work(processIntentJobs.PLATFORM_A, ids.length, async (id, signal) => {
        started.push(id);
        await gate.promise;
        await processIntent(service.context, id, signal);
      });
      one.wake(processIntentJobs.PLATFORM_A);
    }
    await vi.waitFor(() => expect(started).toHaveLength(ids.length * jobs.length), WAIT_OPTIONS);
    gate.resolve();
    const dispatcher = new Dispatcher({ ...service.context, jobs: jobs[0] as Jobs });
    endings.unshift(() => dispatcher.stop());
    dispatcher.start();
    await expectBoughtOnce(ids);
  });
});

describe('a worker process that is ended', () => {
  it('while the shop is at its order leaves a purchase that another one finds and does not repeat', async () => {
    const held = Promise.withResolvers<FrontCall>();
    fronted.gateway.handle = (call) =>
      call.kind === 'place' && call.turn === 1 ? held.resolve(call) : relay(call);
    const first = await startWorkerProcess();
    const [id = ''] = await seedDue(1);
    const call = await held.promise;
    await first.stop(1000);
    expect(await load(id)).toMatchObject({ status: 'PROCESSING', orderId: null });
    await call.pass();
    const second = await startWorkerProcess();
    await expectBoughtOnce([id]);
    expect([first.sent, second.sent]).toEqual([[tokenOf(id)], []]);
    expect(fronted.gateway.calls).toContain('find');
    call.drop();
  });

  it('and comes back to life with an answer writes nothing of it any more', async () => {
    const answered = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    // Frozen after the shop's answer: neither signal nor timeout reaches it.
    const frozen: ProcessingContext = hookPlatform(
      fronted.service.context,
      'placeOrder',
      (real) =>
        async (order, { timeoutMs }) => {
          const result = await real(order, { timeoutMs });
          reached.resolve();
          await answered.promise;
          return result;
        },
    );
    const [id = ''] = await seedDue(1);
    const zombie = processIntent(frozen, id, new AbortController().signal);
    await reached.promise;
    await fronted.service.database.intent.update({
      where: { id },
      data: { nextAttemptAt: fronted.service.context.clock.now() },
    });
    const living = await startWorkerProcess();
    await expectBoughtOnce([id]);
    // Its parcel's number is the last thing that anybody writes of it.
    await vi.waitFor(async () => expect(await typesOf(id)).toContain('order.shipped'), WAIT_OPTIONS);
    await living.stop(1000);
    const before = [await load(id), await typesOf(id)];
    answered.resolve();
    await zombie;
    expect([await load(id), await typesOf(id)]).toEqual(before);
    expect(living.sent).toEqual([]);
  });
});

describe('a hand-over to the queue', () => {
  it('that fails leaves its intents due, and the next one gives them their jobs', async () => {
    const { service } = fronted;
    const ids = await seedDue(3);
    const working = fronted.service.openJobs();
    endings.push(() => working.stop(0));
    await working.start();
    for (const job of ALL_INTENT_JOBS)
      await working.define(definitionOf(job, service.context.orderTimeoutMs));
    const failing: Jobs = {
      ...working,
      async add(...call) {
        await working.add(...call);
        throw new Error('the connection is gone');
      },
    };
    const due = await Promise.all(ids.map(load));
    const broken = new Dispatcher({ ...service.context, jobs: failing });
    await expect(broken.runOnce()).rejects.toThrow('the connection is gone');
    expect(await Promise.all(ids.map(load))).toEqual(due);
    const countJobs = async () => {
      const [row] = await service.database.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pgboss.job
        WHERE name = ${processIntentJobs.PLATFORM_A.queue} AND singleton_key = ANY(${ids})`;
      return row?.count;
    };
    expect(await countJobs()).toBe(0);
    expect(await new Dispatcher({ ...service.context, jobs: working }).runOnce()).toBe(3);
    expect(await countJobs()).toBe(3);
  });
});
