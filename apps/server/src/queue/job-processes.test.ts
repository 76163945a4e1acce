import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import {
  add,
  createHeldHandler,
  WAIT_OPTIONS,
  reached,
  rowsOf,
  startHeldJob,
  startQueue,
  useQueueDatabase,
} from '../../test/queue/queue-processes.ts';

const queues = useQueueDatabase();

describe.concurrent('a process that', () => {
  it('is woken polls at once, each time', async () => {
    const { job, jobs } = await startQueue();
    const runs: string[] = [];
    await jobs.work(job, 3, async (id) => void runs.push(id));
    const begun = performance.now();
    for (let count = 1; count <= 5; count += 1) {
      await add(jobs, job, [`int_${count}`]);
      jobs.wake(job);
      await reached(runs, count);
    }
    // Without a wake, each job would wait for the next poll.
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  it('has ended a job polls for the next one at once', async () => {
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

  it('takes too long over a job gets its signal aborted, and the job is retried', async () => {
    const { job, jobs } = await startQueue(1, 1);
    const { handler, runs } = createHeldHandler();
    await jobs.work(job, 2, handler);
    await add(jobs, job, ['int_1']);
    jobs.wake(job);
    await reached(runs, 2);
    expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  it('sends no heartbeat loses its job to another one', async () => {
    const { job, processes } = await startHeldJob(2);
    const others: string[] = [];
    await processes[1]?.work(job, 1, async (id) => void others.push(id));
    await vi.waitFor(async () => {
      // As if the last heartbeat was over 10 s ago.
      await queues.getDatabase().$executeRaw`
        UPDATE pgboss.job SET heartbeat_on = now() - interval '11 seconds'
        WHERE name = ${job.queue} AND state = 'active' AND retry_count = 0`;
      expect(others).toEqual(['int_1']);
    }, WAIT_OPTIONS);
  });

  it('ends lets its running job end too', async () => {
    const { job, jobs, runs, release } = await startHeldJob();
    const stopped = jobs.stop(10_000);
    // Far longer than a stop that waits for no job.
    expect(await Promise.race([stopped.then(() => 'stopped'), delay(500, 'waiting')])).toBe('waiting');
    release();
    await stopped;
    expect(runs).toMatchObject([{ wasTold: false }]);
    expect(await rowsOf(job)).toMatchObject([{ state: 'completed', retries: 0 }]);
  });

  it('stops aborts a job that goes on for too long, and another process takes it', async () => {
    const { job, jobs, processes, runs } = await startHeldJob(2);
    await jobs.stop(1000);
    expect(runs[0]?.signal.aborted).toBe(true);
    const others: string[] = [];
    await processes[1]?.work(job, 1, async (id) => void others.push(id));
    await reached(others, 1);
  });
});
