import { describe, expect, it, vi } from 'vitest';
import { openDeadJobs } from './dead-jobs.ts';
import {
  add,
  expectJobs,
  createHeldHandler,
  endLater,
  lines,
  WAIT_OPTIONS,
  reached,
  rowsOf,
  startQueue,
  useQueueDatabase,
} from '../../test/queue/queue-processes.ts';

const queues = useQueueDatabase();

/** A queue whose job of this intent has failed on its last try. */
async function startDeadJob(intentId: string, reason: string) {
  const { job, jobs } = await startQueue();
  await add(jobs, job, [intentId]);
  await queues.getDatabase().$executeRaw`UPDATE pgboss.job SET retry_limit = 0 WHERE name = ${job.queue}`;
  await jobs.work(job, 1, () => Promise.reject(new Error(reason)));
  await expectJobs(job, { state: 'failed' });
  return { job, jobs };
}

describe.concurrent('a job', () => {
  it('is handled by one of the processes, once', async () => {
    const { job, jobs, processes } = await startQueue(2);
    const seen: string[][] = [];
    for (const [index, one] of processes.entries()) {
      seen[index] = [];
      await one.work(job, 3, async (id) => void seen[index]?.push(id));
    }
    const ids = Array.from({ length: 60 }, (_, index) => `int_${index}`);
    await add(jobs, job, ids);
    for (const one of processes) one.wake(job);
    await vi.waitFor(() => expect(seen.flat().length).toBeGreaterThanOrEqual(ids.length), WAIT_OPTIONS);
    expect(seen.flat().sort()).toEqual([...ids].sort());
  });

  it('exists once for an intent: waiting, running or about to be retried', async () => {
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
    await expectJobs(job, { state: 'retry' });
    await add(jobs, job, ['int_1', 'int_2']);
    expect(await rowsOf(job)).toHaveLength(2);
    isFailing = false;
  });

  it('can be added again as soon as the previous one has ended', async () => {
    const { job, jobs } = await startQueue();
    const runs: string[] = [];
    await jobs.work(job, 1, async (id) => void runs.push(id));
    for (const count of [1, 2]) {
      await add(jobs, job, ['int_1']);
      jobs.wake(job);
      await reached(runs, count);
      const ended = Array.from({ length: count }, () => ({ state: 'completed' }));
      await expectJobs(job, ...ended);
    }
  });

  it('is not added twice, and says whether the first one runs or waits', async () => {
    const { job, jobs } = await startQueue();
    expect(await add(jobs, job, ['int_1'])).toEqual({ running: [], waiting: [] });
    expect(await add(jobs, job, ['int_1', 'int_2'])).toEqual({ running: [], waiting: ['int_1'] });
    let end = (): void => undefined;
    const runs: string[] = [];
    await jobs.work(job, 1, async (id) => {
      runs.push(id);
      await new Promise<void>((resolve) => (end = resolve));
    });
    await reached(runs, 1);
    expect(await add(jobs, job, ['int_1', 'int_2'])).toEqual({ running: ['int_1'], waiting: ['int_2'] });
    end();
    await reached(runs, 2);
    end();
  });

  it('does not exist when the transaction that adds it fails', async () => {
    const { job, jobs } = await startQueue();
    const failing = queues.getDatabase().$transaction(async (transaction) => {
      await jobs.add(job, ['int_1'], transaction);
      throw new Error('the write beside it failed');
    });
    await expect(failing).rejects.toThrow('the write beside it failed');
    await add(jobs, job, []);
    expect(await rowsOf(job)).toEqual([]);
  });

  it('contains only the intent id, before, after and when it has failed', async () => {
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
    await expectJobs(job, { state: 'completed', retries: 1 });
    const [kept] = await rowsOf(job);
    expect(kept?.data).toEqual({ intentId: 'int_1' });
    const logged = lines.filter(({ queue }) => queue === job.queue);
    expect(logged).toMatchObject([{ level: 50, intentId: 'int_1', err: { type: 'TypeError' } }]);
    expect(JSON.stringify([kept, logged])).not.toMatch(/13800138000|建国路/);
  });

  it('that fails stores only the kind of the failure', async () => {
    const { job, jobs } = await startQueue();
    await add(jobs, job, ['int_1']);
    await jobs.work(job, 1, async () => {
      throw Object.assign(new Error('13800138000 is taken'), { code: 'P2002' });
    });
    await expectJobs(job, { state: 'retry' });
    const [row] = await rowsOf(job);
    expect(row?.output).toMatchObject({ message: 'Error P2002' });
    expect(JSON.stringify(row)).not.toContain('13800138000');
  });

  it('blocks new jobs of its intent for ten minutes after it died, and no longer', async () => {
    const { job, jobs } = await startDeadJob('int_lapsed', 'once');
    const age = (interval: string) => queues.getDatabase().$executeRaw`
      UPDATE pgboss.job SET created_on = now() - ${interval}::interval
      WHERE name = 'intents.dead' AND singleton_key = 'int_lapsed'`;
    await age('9 minutes');
    await add(jobs, job, ['int_lapsed']);
    expect(await rowsOf(job)).toHaveLength(1);
    await age('11 minutes');
    await add(jobs, job, ['int_lapsed']);
    expect(await rowsOf(job)).toHaveLength(2);
  });

  it('does not die of transient errors', async () => {
    const { job, jobs } = await startQueue();
    await add(jobs, job, ['int_passing']);
    const deadlock = { driverAdapterError: { cause: { originalCode: '40P01' } } };
    const error = Object.assign(new Error('deadlock'), { meta: deadlock });
    await queues.getDatabase()
      .$executeRaw`UPDATE pgboss.job SET retry_count = 5, retry_limit = 5 WHERE name = ${job.queue}`;
    await jobs.work(job, 1, () => Promise.reject(error));
    await expectJobs(job, { state: 'completed' });
  });

  it('whose last attempt fails goes to the dead-letter queue with its id, and blocks a new one until it is redriven', async () => {
    const { job, jobs } = await startDeadJob('int_dead', '13800138000');
    const dead = (await rowsOf({ queue: 'intents.dead', expireSeconds: 1 })).filter(
      ({ data }) => (data as { intentId: string }).intentId === 'int_dead',
    );
    expect(dead).toMatchObject([{ data: { intentId: 'int_dead' } }]);
    expect(JSON.stringify(dead)).not.toContain('13800138000');
    await add(jobs, job, ['int_dead']);
    expect(await rowsOf(job)).toHaveLength(1);
    const deadJobs = await openDeadJobs(queues.getUrl());
    endLater(() => deadJobs.close());
    const listed = async () => (await deadJobs.list()).filter(({ intentId }) => intentId === 'int_dead');
    expect(await listed()).toMatchObject([{ queue: job.queue, reason: 'Error' }]);
    expect(await deadJobs.redrive('int_dead')).toBe(1);
    expect([await rowsOf(job), await listed()]).toMatchObject([{ length: 2 }, []]);
  });
});
