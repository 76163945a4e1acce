import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { JobConsumer, type JobSource, type TakenJob } from './job-consumer.ts';

const WAIT_OPTIONS = { timeout: 10_000, interval: 5 };
const consumers: JobConsumer[] = [];
afterEach(() => Promise.all(consumers.splice(0).map((one) => one.stop(0))));

const jobNamed = (id: string): TakenJob => ({
  id,
  groupId: id.startsWith('app') ? (id.split(' ')[0] ?? null) : null,
  retryCount: 0,
  expireInSeconds: 60,
  data: { intentId: id },
});
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `job ${index}`);

/** A queue in memory that keeps what it was asked. */
function createQueue(ids: readonly string[]) {
  const waiting = ids.map(jobNamed);
  const asked: number[] = [];
  const completed: string[][] = [];
  const failed: [string[], string][] = [];
  const idsOf = (jobs: TakenJob[]): string[] => jobs.map(({ id }) => id);
  const source: JobSource = {
    async take(limit, exceptApps) {
      asked.push(limit);
      const jobs = waiting.filter(({ groupId }) => !exceptApps.includes(groupId ?? '')).slice(0, limit);
      for (const job of jobs) waiting.splice(waiting.indexOf(job), 1);
      return jobs;
    },
    complete: async (jobs) => void completed.push(idsOf(jobs)),
    fail: async (jobs, error) => void failed.push([idsOf(jobs), error.message]),
    touch: async (jobs) => idsOf(jobs),
  };
  return { source, waiting, asked, completed, failed };
}

function consume(
  source: JobSource,
  concurrency: number,
  run: (job: TakenJob, signal: AbortSignal) => Promise<void>,
) {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const consumer = new JobConsumer({ source, concurrency, handle: run, onError });
  consumer.start();
  consumers.push(consumer);
  return { consumer, errors };
}

describe('a consumer', () => {
  it('takes as many jobs as it has slots in one call, and acknowledges jobs that end together in one call', async () => {
    const queue = createQueue(names(24));
    consume(queue.source, 8, async () => undefined);
    await vi.waitFor(() => expect(queue.completed.flat().sort()).toEqual(names(24).sort()), WAIT_OPTIONS);
    expect(queue.asked.slice(0, 2)).toEqual([6, 1]);
    expect(queue.completed.length).toBeLessThanOrEqual(6);
  });

  it('refills the slots of ended jobs while others go on', async () => {
    const held = Promise.withResolvers<void>();
    const queue = createQueue(names(40));
    let most = 0;
    let running = 0;
    consume(queue.source, 4, async ({ id }) => {
      most = Math.max(most, (running += 1));
      await (id === 'job 0' ? held.promise : turn());
      running -= 1;
    });
    await vi.waitFor(() => expect(queue.completed.flat()).toHaveLength(39), WAIT_OPTIONS);
    expect(queue.completed.flat()).not.toContain('job 0');
    expect(most).toBe(4);
    held.resolve();
  });

  it('leaves a quarter of its slots to other Apps, however many jobs of one App come first', async () => {
    const held = Promise.withResolvers<void>();
    const begun: string[] = [];
    const queue = createQueue([...names(30).map((name) => `app-a ${name}`), 'app-b', 'app-c']);
    consume(queue.source, 8, async ({ id }) => {
      begun.push(id);
      if (id.startsWith('app-a')) await held.promise;
    });
    await vi.waitFor(() => expect(queue.completed.flat().sort()).toEqual(['app-b', 'app-c']), WAIT_OPTIONS);
    expect(begun.filter((id) => id.startsWith('app-a'))).toHaveLength(6);
    held.resolve();
    await vi.waitFor(() => expect(queue.completed.flat()).toHaveLength(32), WAIT_OPTIONS);
  });

  it('fails a job that throws with its own error, and completes the others', async () => {
    const queue = createQueue(names(4));
    consume(queue.source, 4, async ({ id }) => {
      if (id === 'job 2' || id === 'job 3') throw new Error(`${id} is bad`);
    });
    await vi.waitFor(() => expect(queue.completed.flat()).toEqual(['job 0', 'job 1']), WAIT_OPTIONS);
    await vi.waitFor(() => expect(queue.failed).toHaveLength(2), WAIT_OPTIONS);
    expect(queue.failed).toEqual([
      [['job 2'], 'job 2 is bad'],
      [['job 3'], 'job 3 is bad'],
    ]);
  });

  it('repeats an acknowledgement that has failed', async () => {
    const queue = createQueue(names(2));
    let isAway = true;
    const complete: JobSource['complete'] = async (jobs) => {
      if (isAway) throw new Error('away');
      return queue.source.complete(jobs);
    };
    const { consumer, errors } = consume({ ...queue.source, complete }, 2, async () => undefined);
    await vi.waitFor(() => expect(errors.length).toBeGreaterThan(0), WAIT_OPTIONS);
    isAway = false;
    consumer.wake();
    await vi.waitFor(() => expect(queue.completed.flat()).toEqual(names(2)), WAIT_OPTIONS);
  });

  it('aborts a job that another worker has taken over, and no other', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const queue = createQueue(names(2));
    const signals = new Map<string, AbortSignal>();
    const held = Promise.withResolvers<void>();
    const touch: JobSource['touch'] = async () => ['job 1'];
    consume({ ...queue.source, touch }, 2, (job, signal) => {
      signals.set(job.id, signal);
      return held.promise;
    });
    await vi.waitFor(() => expect(signals.size).toBe(2), WAIT_OPTIONS);
    vi.advanceTimersByTime(5000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(signals.get('job 0')?.aborted).toBe(true), WAIT_OPTIONS);
    expect(signals.get('job 1')?.aborted).toBe(false);
    held.resolve();
  });

  it('that stops lets running jobs end, takes no more and returns the jobs that go on', async () => {
    const held = Promise.withResolvers<void>();
    const queue = createQueue(names(3));
    const signals: AbortSignal[] = [];
    const { consumer } = consume(queue.source, 2, async ({ id }, signal) => {
      signals.push(signal);
      await (id === 'job 0' ? held.promise : new Promise(() => undefined));
    });
    await vi.waitFor(() => expect(signals).toHaveLength(2), WAIT_OPTIONS);
    const stopped = consumer.stop(300);
    held.resolve();
    await stopped;
    expect(queue.completed).toEqual([['job 0']]);
    expect(queue.failed).toEqual([[['job 1'], 'the process ended before the job did']]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    expect(queue.waiting).toHaveLength(1);
  });

  it('that has stopped returns the jobs that a late answer brings', async () => {
    const queue = createQueue(names(2));
    const answered = Promise.withResolvers<void>();
    const begun: string[] = [];
    const { consumer } = consume(
      {
        ...queue.source,
        async take(...asked) {
          const jobs = await queue.source.take(...asked);
          await answered.promise;
          return jobs;
        },
      },
      4,
      async ({ id }) => void begun.push(id),
    );
    await vi.waitFor(() => expect(queue.asked).toHaveLength(1), WAIT_OPTIONS);
    let hasEnded = false;
    const stopping = consumer.stop(0).then(() => (hasEnded = true));
    // Its timeout of 0 ms is over by then.
    await delay(20);
    expect(hasEnded).toBe(false);
    answered.resolve();
    await stopping;
    expect(begun).toEqual([]);
    expect(queue.failed).toEqual([[names(2), 'the process ended before the job did']]);
  });

  it('that stops acknowledges jobs as they end, repeats a failed acknowledgement, and sends heartbeats for the others', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const queue = createQueue(names(2));
    const held = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<void>();
    const touched: string[][] = [];
    let refusals = 1;
    const source: JobSource = {
      ...queue.source,
      async complete(jobs) {
        if ((refusals -= 1) >= 0) throw new Error('away');
        return queue.source.complete(jobs);
      },
      touch: async (jobs) => (touched.push(jobs.map(({ id }) => id)), jobs.map(({ id }) => id)),
    };
    let begun = 0;
    const { consumer, errors } = consume(source, 2, ({ id }) => {
      begun += 1;
      return id === 'job 0' ? held.promise : slow.promise;
    });
    await vi.waitFor(() => expect(begun).toBe(2), WAIT_OPTIONS);
    const stopped = consumer.stop(10_000);
    held.resolve();
    await vi.waitFor(() => expect(errors).toHaveLength(1), WAIT_OPTIONS);
    vi.advanceTimersByTime(5000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(queue.completed).toEqual([['job 0']]), WAIT_OPTIONS);
    expect(touched).toEqual([['job 1', 'job 0']]);
    slow.resolve();
    await stopped;
    expect(queue.completed).toEqual([['job 0'], ['job 1']]);
    expect(queue.asked).toEqual([1, 1]);
  });
});
