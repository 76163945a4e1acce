import { AppPlaces } from '../outbound/app-places.ts';

/** A job that was taken from the queue; it can be settled only while this take of it is the last. */
export interface TakenJob {
  id: string;
  retryCount: number;
  expireInSeconds: number;
  data: { intentId: string };
  /** The App whose job it is; null where nobody has said so. */
  groupId?: string | null;
}

/** The queue's side of one kind of job. Each call is one statement, whatever the number of jobs. */
export interface JobSource {
  /** At most `limit` jobs, and none of these Apps. */
  take(limit: number, exceptApps: readonly string[]): Promise<TakenJob[]>;
  complete(jobs: TakenJob[]): Promise<unknown>;
  fail(jobs: TakenJob[], error: Error): Promise<unknown>;
  /** Shows that the jobs are alive; answers the ids of those that are still ours. */
  touch(jobs: TakenJob[]): Promise<readonly string[]>;
}

export interface JobConsumer {
  /** Looks for jobs now. */
  wake(): void;
  /** Takes no more jobs, lets the running ones end within `timeoutMs`, settles each, and gives the rest back. */
  stop(timeoutMs: number): Promise<void>;
}

export interface JobConsumerOptions {
  source: JobSource;
  /** Runs at once. */
  concurrency: number;
  run: (job: TakenJob, signal: AbortSignal) => Promise<void>;
  onError: (error: unknown) => void;
}

// Only for jobs of other processes and retries: a dispatcher wakes the workers of its own.
const POLL_MS = 1000;
// Jobs that end within this time are settled together and make room for the next take. Nobody waits for either.
const GATHER_MS = 20;
// Half of the time after which a job without a sign of life counts as dead.
const TOUCH_MS = 5000;

const appOf = ({ groupId }: TakenJob): string | undefined => groupId ?? undefined;

const ENDED = new Error('the process ended before the job did');

/**
 * Runs the jobs of one queue, up to `concurrency` at once, each on its own: a slow one holds up no other, and no App has
 * all places. Settling and taking go in turns, and what ends during a turn waits for the next one.
 */
export function createJobConsumer({ source, concurrency, run, onError }: JobConsumerOptions): JobConsumer {
  const running = new Map<TakenJob, AbortController>();
  const places = new AppPlaces(concurrency);
  let ended: { job: TakenJob; error?: Error }[] = [];
  let turning: Promise<void> | null = null;
  let gathering: NodeJS.Timeout | undefined;
  let isAskedAgain = false;
  let isStopped = false;
  /** Nothing runs any more, and nothing may begin. */
  let isOver = false;
  let onIdle = (): void => undefined;

  function look(): void {
    isAskedAgain = true;
    turning ??= turn()
      .catch(onError)
      .finally(() => {
        turning = null;
        // Asked for in the moment between the last look and its end.
        if (isAskedAgain) look();
      });
  }

  async function turn(): Promise<void> {
    while (isAskedAgain) {
      isAskedAgain = false;
      clearTimeout(gathering);
      gathering = undefined;
      await settle();
      await fill();
    }
  }

  async function fill(): Promise<void> {
    while (places.free > 0 && !isStopped) {
      const { free, room } = places;
      const jobs = await source.take(room, places.fullApps);
      if (isOver && jobs.length > 0) return void (await source.fail(jobs, ENDED));
      for (const job of jobs) void start(job);
      // Fewer were asked for than there are places, so that no App comes over its share.
      if (jobs.length < room || room === free) return;
    }
  }

  async function settle(): Promise<void> {
    while (ended.length > 0) {
      const [first] = ended;
      // What a run threw is kept with its own job; those that went well are all alike.
      const alike = ended.filter((one) => one === first || (!one.error && !first?.error));
      const jobs = alike.map(({ job }) => job);
      await (first?.error ? source.fail(jobs, first.error) : source.complete(jobs));
      ended = ended.filter((one) => !alike.includes(one));
    }
  }

  async function start(job: TakenJob): Promise<void> {
    const control = new AbortController();
    running.set(job, control);
    places.take(appOf(job));
    const expiry = setTimeout(() => {
      const error = new Error(`handler execution exceeded ${job.expireInSeconds}s`);
      control.abort(error);
      end(job, error);
    }, job.expireInSeconds * 1000);
    try {
      await run(job, control.signal);
      end(job);
    } catch (error) {
      end(job, error as Error);
    } finally {
      clearTimeout(expiry);
    }
  }

  /** Frees the job's place, unless its time was over before its run was. */
  function end(job: TakenJob, error?: Error): void {
    if (!running.delete(job)) return;
    places.release(appOf(job));
    ended.push({ job, ...(error && { error }) });
    if (running.size === 0) onIdle();
    if (ended.length >= concurrency / 4 && concurrency > 1) look();
    else gathering ??= setTimeout(look, GATHER_MS);
  }

  async function touch(): Promise<void> {
    const jobs = [...running.keys(), ...ended.map(({ job }) => job)];
    if (jobs.length === 0) return;
    const ours = new Set(await source.touch(jobs));
    for (const job of jobs) {
      if (!ours.has(job.id)) running.get(job)?.abort(new Error('the job is no longer ours'));
    }
  }

  const polling = setInterval(look, POLL_MS);
  const touching = setInterval(() => void touch().catch(onError), TOUCH_MS);
  look();
  return {
    wake: look,
    async stop(timeoutMs) {
      // What ends from here on is settled as before: unsettled for 10 s, it would be run again elsewhere.
      isStopped = true;
      let patience: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (patience = setTimeout(resolve, timeoutMs)));
      await Promise.race([turning, late]);
      const idle = new Promise<void>((resolve) => (onIdle = resolve));
      if (running.size > 0) await Promise.race([idle, late]);
      clearTimeout(patience);
      isOver = true;
      for (const [job, control] of running) {
        control.abort(ENDED);
        end(job, ENDED);
      }
      clearInterval(polling);
      clearInterval(touching);
      clearTimeout(gathering);
      while (turning) await turning;
      await settle().catch(onError);
    },
  };
}
