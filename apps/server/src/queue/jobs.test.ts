import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { openDeadJobs } from './dead-jobs.ts';
import { createJobs, type JobDefinition, type JobHandler, type Jobs } from './jobs.ts';
import { createLogger } from '../observability/logger.ts';

const PATIENCE = { timeout: 12_000, interval: 50 };

let testDatabase: TestDatabase;
let database: Database;
const lines: Record<string, unknown>[] = [];
const endings: (() => unknown)[] = [];
let queues = 0;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { poolSize: 4, log: createLogger('silent') });
});
afterAll(async () => {
  await Promise.all(endings.map((end) => end()));
  await database.$disconnect();
  await testDatabase.drop();
});

interface JobRow {
  state: string;
  data: unknown;
  output: unknown;
  retries: number;
}
const rowsOf = ({ queue }: JobDefinition) =>
  database.$queryRaw<JobRow[]>`
    SELECT state::text, data, output, retry_count AS retries FROM pgboss.job WHERE name = ${queue}`;

/** A process of its own, as far as the queue can tell. */
async function startProcess(): Promise<Jobs> {
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const jobs = createJobs(testDatabase.url, { poolSize: 3, log: pino({ base: null }, { write }) });
  await jobs.start();
  endings.push(() => jobs.stop(0));
  return jobs;
}

/** A queue of its own, known to `count` processes. */
async function startQueue(count = 1, expireSeconds = 60) {
  const job: JobDefinition = { queue: `test.${(queues += 1)}`, expireSeconds };
  const processes: Jobs[] = [];
  while (processes.length < count) processes.push(await startProcess());
  const [jobs] = processes as [Jobs];
  await jobs.define(job);
  return { job, jobs, processes };
}

const add = (jobs: Jobs, job: JobDefinition, ids: readonly string[]) =>
  database.$transaction((transaction) => jobs.add(job, ids, transaction));

/** A handler that stays in its run until it is let go, or told to end. */
function createHeldHandler() {
  const released = Promise.withResolvers<void>();
  const runs: { signal: AbortSignal; wasTold?: boolean }[] = [];
  const handler: JobHandler = async (_id, signal) => {
    const run: (typeof runs)[number] = { signal };
    runs.push(run);
    await released.promise;
    // Afterwards the queue ends the signal of every run.
    run.wasTold = signal.aborted;
  };
  endings.push(() => released.resolve());
  return { handler, runs, release: () => released.resolve() };
}
const reached = (runs: readonly unknown[], count: number) =>
  vi.waitFor(() => expect(runs).toHaveLength(count), PATIENCE);

/** Waits until the queue holds rows like these. */
const becomes = (job: JobDefinition, ...rows: object[]) =>
  vi.waitFor(async () => expect(await rowsOf(job)).toMatchObject(rows), PATIENCE);

/** A queue whose job of `int_1` is in a run of its first process that goes on until it is let go. */
async function startHeldJob(count = 1) {
  const queue = await startQueue(count);
  const held = createHeldHandler();
  await queue.jobs.work(queue.job, 1, held.handler);
  await add(queue.jobs, queue.job, ['int_1']);
  queue.jobs.wake(queue.job);
  await reached(held.runs, 1);
  return { ...queue, ...held };
}

/** A queue whose job of this intent has failed on its last try. */
async function startDeadJob(intentId: string, reason: string) {
  const { job, jobs } = await startQueue();
  await add(jobs, job, [intentId]);
  await database.$executeRaw`UPDATE pgboss.job SET retry_limit = 0 WHERE name = ${job.queue}`;
  await jobs.work(job, 1, () => Promise.reject(new Error(reason)));
  await becomes(job, { state: 'failed' });
  return { job, jobs };
}

describe.concurrent('a job', () => {
  it('is run by one of the processes, once', async () => {
    const { job, jobs, processes } = await startQueue(2);
    const seen: string[][] = [];
    for (const [index, one] of processes.entries()) {
      seen[index] = [];
      await one.work(job, 3, async (id) => void seen[index]?.push(id));
    }
    const ids = Array.from({ length: 60 }, (_, index) => `int_${index}`);
    await add(jobs, job, ids);
    for (const one of processes) one.wake(job);
    await vi.waitFor(() => expect(seen.flat().length).toBeGreaterThanOrEqual(ids.length), PATIENCE);
    expect(seen.flat().sort()).toEqual([...ids].sort());
  });

  it('is never there twice for one intent: waiting, running or about to be tried again', async () => {
    const { job, jobs } = await startQueue();
    await add(jobs, job, ['int_1', 'int_1']);
    await add(jobs, job, ['int_1']);
    expect(await rowsOf(job)).toMatchObject([{ state: 'created' }]);
    const { handler, runs, release } = createHeldHandler();
    let isFailing = true;
    await jobs.work(job, 2, async (id, signal) => {
      await handler(id, signal);
      if (isFailing) throw new Error('not yet');
    });
    await reached(runs, 1);
    await add(jobs, job, ['int_1']);
    expect(await rowsOf(job)).toMatchObject([{ state: 'active' }]);
    release();
    await becomes(job, { state: 'retry' });
    await add(jobs, job, ['int_1', 'int_2']);
    expect(await rowsOf(job)).toHaveLength(2);
    isFailing = false;
  });

  it('can be added again as soon as the one before has ended', async () => {
    const { job, jobs } = await startQueue();
    const runs: string[] = [];
    await jobs.work(job, 1, async (id) => void runs.push(id));
    for (const count of [1, 2]) {
      await add(jobs, job, ['int_1']);
      jobs.wake(job);
      await reached(runs, count);
      const ended = Array.from({ length: count }, () => ({ state: 'completed' }));
      await becomes(job, ...ended);
    }
  });

  it('does not exist when the transaction that adds it fails', async () => {
    const { job, jobs } = await startQueue();
    const failing = database.$transaction(async (transaction) => {
      await jobs.add(job, ['int_1'], transaction);
      throw new Error('the write beside it failed');
    });
    await expect(failing).rejects.toThrow('the write beside it failed');
    await add(jobs, job, []);
    expect(await rowsOf(job)).toEqual([]);
  });

  it('holds the intent id and nothing else, before, after and when it has failed', async () => {
    const { job, jobs } = await startQueue();
    await add(jobs, job, ['int_1']);
    const runs: string[] = [];
    await jobs.work(job, 1, async (id) => {
      runs.push(id);
      const row = { phone: '13800138000', address: '建国路 88 号' };
      if (runs.length === 1)
        throw Object.assign(new TypeError(`no column fits ${JSON.stringify(row)}`), { row, cause: row });
    });
    await reached(runs, 2);
    await becomes(job, { state: 'completed', retries: 1 });
    const [kept] = await rowsOf(job);
    expect(kept?.data).toEqual({ intentId: 'int_1' });
    const logged = lines.filter(({ queue }) => queue === job.queue);
    expect(logged).toMatchObject([{ level: 50, intentId: 'int_1', err: { type: 'TypeError' } }]);
    expect(JSON.stringify([kept, logged])).not.toMatch(/13800138000|建国路/);
  });

  it('that fails keeps the kind of the failure alone', async () => {
    const { job, jobs } = await startQueue();
    await add(jobs, job, ['int_1']);
    await jobs.work(job, 1, async () => {
      throw Object.assign(new Error('13800138000 is taken'), { code: 'P2002' });
    });
    await becomes(job, { state: 'retry' });
    const [row] = await rowsOf(job);
    expect(row?.output).toMatchObject({ message: 'Error P2002' });
    expect(JSON.stringify(row)).not.toContain('13800138000');
  });

  it('holds its intent back for ten minutes after its death, and not for ever', async () => {
    const { job, jobs } = await startDeadJob('int_lapsed', 'once');
    const age = (interval: string) => database.$executeRaw`
      UPDATE pgboss.job SET created_on = now() - ${interval}::interval
      WHERE name = 'intents.dead' AND singleton_key = 'int_lapsed'`;
    await age('9 minutes');
    await add(jobs, job, ['int_lapsed']);
    expect(await rowsOf(job)).toHaveLength(1);
    await age('11 minutes');
    await add(jobs, job, ['int_lapsed']);
    expect(await rowsOf(job)).toHaveLength(2);
  });

  it('is not ended for good by errors that pass', async () => {
    const { job, jobs } = await startQueue();
    await add(jobs, job, ['int_passing']);
    const deadlock = { driverAdapterError: { cause: { originalCode: '40P01' } } };
    const error = Object.assign(new Error('deadlock'), { meta: deadlock });
    await database.$executeRaw`UPDATE pgboss.job SET retry_count = 5, retry_limit = 5 WHERE name = ${job.queue}`;
    await jobs.work(job, 1, () => Promise.reject(error));
    await becomes(job, { state: 'completed' });
  });

  it('whose last try fails is laid aside with its id, and lets no new one in until it is redriven', async () => {
    const { job, jobs } = await startDeadJob('int_dead', '13800138000');
    const dead = (await rowsOf({ queue: 'intents.dead', expireSeconds: 1 })).filter(
      ({ data }) => (data as { intentId: string }).intentId === 'int_dead',
    );
    expect(dead).toMatchObject([{ data: { intentId: 'int_dead' } }]);
    expect(JSON.stringify(dead)).not.toContain('13800138000');
    await add(jobs, job, ['int_dead']);
    expect(await rowsOf(job)).toHaveLength(1);
    const deadJobs = await openDeadJobs(testDatabase.url);
    endings.push(() => deadJobs.close());
    const listed = async () => (await deadJobs.list()).filter(({ intentId }) => intentId === 'int_dead');
    expect(await listed()).toMatchObject([{ queue: job.queue, reason: 'Error' }]);
    expect(await deadJobs.redrive('int_dead')).toBe(1);
    expect([await rowsOf(job), await listed()]).toMatchObject([{ length: 2 }, []]);
  });
});

describe.concurrent('a process that', () => {
  it('is woken looks at once, each time', async () => {
    const { job, jobs } = await startQueue();
    const runs: string[] = [];
    await jobs.work(job, 3, async (id) => void runs.push(id));
    const begun = performance.now();
    for (let count = 1; count <= 5; count += 1) {
      await add(jobs, job, [`int_${count}`]);
      jobs.wake(job);
      await reached(runs, count);
    }
    // Each would wait for a poll of its own, two seconds after the one before.
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  it('has ended a job looks for the next one at once', async () => {
    const { job, jobs } = await startQueue();
    const runs: string[] = [];
    await jobs.work(job, 1, async (id) => void runs.push(id));
    await add(
      jobs,
      job,
      Array.from({ length: 8 }, (_, index) => `int_${index}`),
    );
    const begun = performance.now();
    jobs.wake(job);
    await reached(runs, 8);
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  it('takes too long over a job is told so, and the job is run again', async () => {
    const { job, jobs } = await startQueue(1, 1);
    const { handler, runs } = createHeldHandler();
    await jobs.work(job, 2, handler);
    await add(jobs, job, ['int_1']);
    jobs.wake(job);
    await reached(runs, 2);
    expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  it('shows no sign of life loses its job to another one', async () => {
    const { job, processes } = await startHeldJob(2);
    const others: string[] = [];
    await processes[1]?.work(job, 1, async (id) => void others.push(id));
    await vi.waitFor(async () => {
      // As if its last sign had come before the 10 s in which one must.
      await database.$executeRaw`
        UPDATE pgboss.job SET heartbeat_on = now() - interval '11 seconds'
        WHERE name = ${job.queue} AND state = 'active' AND retry_count = 0`;
      expect(others).toEqual(['int_1']);
    }, PATIENCE);
  });

  it('ends lets its running job end too', async () => {
    const { job, jobs, runs, release } = await startHeldJob();
    const stopped = jobs.stop(10_000);
    // Long against what a stop that waits for nobody takes.
    expect(await Promise.race([stopped.then(() => 'stopped'), delay(500, 'waiting')])).toBe('waiting');
    release();
    await stopped;
    expect(runs).toMatchObject([{ wasTold: false }]);
    expect(await rowsOf(job)).toMatchObject([{ state: 'completed', retries: 0 }]);
  });

  it('ends tells a job that goes on for too long, and gives it to another process', async () => {
    const { job, jobs, processes, runs } = await startHeldJob(2);
    await jobs.stop(1000);
    expect(runs[0]?.signal.aborted).toBe(true);
    const others: string[] = [];
    await processes[1]?.work(job, 1, async (id) => void others.push(id));
    await reached(others, 1);
  });
});
