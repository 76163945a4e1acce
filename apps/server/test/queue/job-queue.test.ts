import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Jobs } from '../../src/queue/jobs.ts';
import { Dispatcher } from '../../src/purchasing/dispatch-intents.ts';
import { ALL_INTENT_JOBS } from '../../src/purchasing/intent-jobs.ts';
import { processIntentJobs } from '../../src/purchasing/process-intent.job.ts';
import { processIntent } from '../../src/purchasing/process-intent.worker.ts';
import { definitionOf } from '../../src/purchasing/intent-job.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { intentBody } from '../support/intent-factory.ts';
import { ledgerOf } from '../support/purchase-driver.ts';
import { seedIntents } from '../support/seed-intents.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const LEASE_MS = 30_000;
const PERSONAL = /张三|13800138000|建国路/;

interface JobRow {
  state: string;
  data: unknown;
  output: unknown;
  retryCount: number;
}

function jobsOf({ database }: TestService, id: string): Promise<JobRow[]> {
  return database.$queryRaw<JobRow[]>`
    SELECT "state"::text, "data", "output", "retry_count" AS "retryCount" FROM "pgboss"."job"
    WHERE "name" = ${processIntentJobs.PLATFORM_A.queue} AND "singleton_key" = ${id} ORDER BY "created_on"`;
}

async function createIntent(service: TestService, item = 'ordinary'): Promise<string> {
  const created = await service.call('POST', '/api/v1/intents', { body: intentBody(service, item) });
  expect(created.body.code).toBe(0);
  return created.body.data.id as string;
}

/** Starts the queue with all jobs that buy, and nobody who takes them. */
async function startJobs({ jobs, context }: TestService): Promise<void> {
  await jobs.start();
  for (const job of ALL_INTENT_JOBS) await jobs.define(definitionOf(job, context.orderTimeoutMs));
}

describe('a job that throws', () => {
  const lines: string[] = [];
  let service: TestService;

  beforeAll(async () => {
    const log = pino({ base: null, level: 'warn' }, { write: (line) => lines.push(line) });
    service = await startTestService({ isWorking: true, log });
  });
  afterAll(() => service.stop());

  it('logs a line a run, without the personal data that the database quotes, and is tried again', async () => {
    // Postgres tells the whole row that it refuses: the worst that an error can say.
    await service.database.$executeRaw`
      ALTER TABLE "intents" ADD CONSTRAINT "none_completes" CHECK ("status" <> 'COMPLETED')`;
    const id = await createIntent(service);
    const kept = await vi.waitFor(
      async () => {
        const [job] = await jobsOf(service, id);
        expect(job).toMatchObject({ output: expect.anything() });
        return job;
      },
      { timeout: 8000, interval: 50 },
    );
    await service.database.$executeRaw`ALTER TABLE "intents" DROP CONSTRAINT "none_completes"`;
    await vi.waitFor(async () => expect(await jobsOf(service, id)).toMatchObject([{ state: 'completed' }]), {
      timeout: 12_000,
      interval: 100,
    });
    const [job] = await jobsOf(service, id);
    expect(lines).toHaveLength(job?.retryCount ?? 0);
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({
        level: 50,
        msg: 'job failed',
        queue: processIntentJobs.PLATFORM_A.queue,
        intentId: id,
        err: { sqlState: '23514' },
      });
    }
    expect(lines.join('')).not.toMatch(PERSONAL);
    expect(JSON.stringify(kept)).toContain('23514');
    expect(JSON.stringify(kept)).not.toMatch(PERSONAL);
    expect(await service.database.intent.findUnique({ where: { id } })).toMatchObject({
      status: 'COMPLETED',
    });
    expect(await ledgerOf(service, id)).toMatchObject([{ postCount: 1 }]);
  });
});

describe('the dispatcher', () => {
  const clock = createFakeClock();
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ clock });
    await startJobs(service);
  });
  afterAll(async () => {
    await service.jobs.stop(1000);
    await service.stop();
  });

  const statesOf = async (id: string) => (await jobsOf(service, id)).map(({ state }) => state);

  it('gives an intent one job, which knows its id alone, however often it is handed over', async () => {
    const id = await createIntent(service);
    const dispatcher = new Dispatcher({ ...service.context, jobs: service.jobs });
    expect(await dispatcher.runOnce()).toBe(1);
    expect(await dispatcher.runOnce()).toBe(0);
    clock.advance(2 * LEASE_MS);
    expect(await dispatcher.runOnce()).toBe(1);
    expect(await jobsOf(service, id)).toMatchObject([{ state: 'created', data: { intentId: id } }]);
    expect(Object.keys((await jobsOf(service, id))[0]?.data as object)).toEqual(['intentId']);
    await service.database.intent.delete({ where: { id } });
  });

  it('comes back within a second to an intent whose job still ran when its turn came', async () => {
    const id = await createIntent(service);
    const dispatcher = new Dispatcher({ ...service.context, jobs: service.jobs });
    await dispatcher.runOnce();
    await service.database.$executeRaw`
      UPDATE "pgboss"."job" SET "state" = 'active' WHERE "singleton_key" = ${id}`;
    // The run asks for its next turn, which comes before the queue has noted its end.
    await service.database.intent.update({ where: { id }, data: { nextAttemptAt: clock.now() } });
    expect(await dispatcher.runOnce()).toBe(1);
    await service.database.$executeRaw`
      UPDATE "pgboss"."job" SET "state" = 'completed' WHERE "singleton_key" = ${id}`;
    expect(await dispatcher.runOnce()).toBe(0);
    clock.advance(1000);
    expect(await dispatcher.runOnce()).toBe(1);
    expect(await statesOf(id)).toEqual(['completed', 'created']);
    await service.database.intent.delete({ where: { id } });
  });

  it.each(['failed', 'cancelled', 'lost'])(
    'hands an intent out again whose job is %s, once its lease is over, and it is bought',
    async (fate) => {
      const id = await createIntent(service);
      const dispatcher = new Dispatcher({ ...service.context, jobs: service.jobs });
      await dispatcher.runOnce();
      await (fate === 'lost'
        ? service.database.$executeRaw`DELETE FROM "pgboss"."job" WHERE "singleton_key" = ${id}`
        : service.database.$executeRaw`
          UPDATE "pgboss"."job" SET "state" = ${fate}::"pgboss"."job_state" WHERE "singleton_key" = ${id}`);
      const left = await statesOf(id);
      clock.advance(LEASE_MS - 1);
      expect(await dispatcher.runOnce()).toBe(0);
      clock.advance(LEASE_MS + 1);
      expect(await dispatcher.runOnce()).toBe(1);
      expect(await statesOf(id)).toEqual([...left, 'created']);
      await processIntent(service.context, id, new AbortController().signal);
      expect(await ledgerOf(service, id)).toMatchObject([{ postCount: 1 }]);
      await service.database.intent.delete({ where: { id } });
    },
  );

  it('wakes the workers of its process for what it handed over, and for nothing else', async () => {
    const woken: string[] = [];
    const jobs: Jobs = { ...service.jobs, wake: ({ queue }) => void woken.push(queue) };
    const dispatcher = new Dispatcher({ ...service.context, jobs });
    await dispatcher.runOnce();
    expect(woken).toEqual([]);
    const id = await createIntent(service);
    await dispatcher.runOnce();
    expect(woken).toContain(processIntentJobs.PLATFORM_A.queue);
    await service.database.intent.delete({ where: { id } });
  });

  it('hands each of 1200 intents over once, with three others at its side', async () => {
    const handed: string[] = [];
    const jobs: Jobs = {
      ...service.jobs,
      wake: () => undefined,
      async add(_job, ids) {
        handed.push(...ids);
        // Keeps the transaction open, so that the others meet its rows.
        await delay(20);
        return { running: [], waiting: [] };
      },
    };
    const due = clock.now();
    const rows = await seedIntents(service, 1200, () => ({
      appId: service.signer.appId,
      status: 'SUBMITTED',
      nextAttemptAt: due,
    }));
    const dispatchers = Array.from({ length: 4 }, () => new Dispatcher({ ...service.context, jobs }));
    let taken: number;
    do {
      const counts = await Promise.all(dispatchers.map((one) => one.runOnce()));
      taken = counts.reduce((sum, count) => sum + count, 0);
    } while (taken > 0);
    expect([...handed].sort()).toEqual(rows.map(({ id }) => id).sort());
    await service.database.intent.deleteMany({});
  });
});

describe('workers that were woken once', () => {
  const BACKLOG = 200;
  const CONCURRENCY = 16;
  let service: TestService;

  beforeAll(async () => {
    // A machine that is busy with other tests must not put purchases off.
    service = await startTestService({ orderTimeoutMs: 5000, lateMarginMs: 10_000, retryBudgetMs: 60_000 });
    await startJobs(service);
  });
  afterAll(async () => {
    await service.jobs.stop(1000);
    await service.stop();
  });

  it(
    `take ${BACKLOG} due intents one after the other, without waiting for their polls in between`,
    { timeout: 35_000 },
    async () => {
      const { context, jobs } = service;
      let ended = 0;
      await jobs.work(processIntentJobs.PLATFORM_A, CONCURRENCY, async (id, signal) => {
        await processIntent(context, id, signal);
        ended += 1;
      });
      const productUrl = `${service.sandboxUrl}/a/items/ordinary`;
      await seedIntents(service, BACKLOG, () => ({
        appId: service.signer.appId,
        productUrl,
        status: 'SUBMITTED',
        nextAttemptAt: new Date(),
      }));
      const dispatcher = new Dispatcher({ ...context, jobs });
      expect(await dispatcher.runOnce()).toBe(BACKLOG);
      // With a poll (2 s) before each job, the backlog would take 25 s.
      await vi.waitFor(() => expect(ended).toBe(BACKLOG), { timeout: 15_000, interval: 50 });
      await vi.waitFor(
        async () => {
          await dispatcher.runOnce();
          expect(await service.database.intent.count({ where: { status: 'COMPLETED' } })).toBe(BACKLOG);
        },
        { timeout: 15_000, interval: 500 },
      );
      const { orders } = (await (await fetch(`${service.sandboxUrl}/ledger`)).json()) as {
        orders: { merchantOrderNo: string; postCount: number }[];
      };
      expect(new Set(orders.map(({ merchantOrderNo }) => merchantOrderNo)).size).toBe(BACKLOG);
      expect(orders.filter(({ postCount }) => postCount !== 1)).toEqual([]);
    },
  );
});
