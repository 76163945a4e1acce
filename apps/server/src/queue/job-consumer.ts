import { AppPlaces } from '../fair-share/app-places.ts';

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

interface EndedJob {
  job: TakenJob;
  error?: Error;
}

/**
 * Runs the jobs of one queue, up to `concurrency` at once, each on its own: a slow one holds up no other, and no App has
 * all places. Settling and taking go in turns, and what ends during a turn waits for the next one.
 */
export class JobConsumer {
  readonly #options: JobConsumerOptions;
  readonly #places: AppPlaces;
  readonly #running = new Map<TakenJob, AbortController>();
  #ended: EndedJob[] = [];
  #turning: Promise<void> | null = null;
  #isAskedAgain = false;
  /** Takes no more jobs. */
  #isStopped = false;
  /** Nothing runs any more, and nothing may begin. */
  #isOver = false;
  #onIdle = (): void => undefined;
  #polling: NodeJS.Timeout | undefined;
  #touching: NodeJS.Timeout | undefined;
  #gathering: NodeJS.Timeout | undefined;

  constructor(options: JobConsumerOptions) {
    this.#options = options;
    this.#places = new AppPlaces(options.concurrency);
  }

  start(): void {
    this.#polling = setInterval(() => this.wake(), POLL_MS);
    this.#touching = setInterval(() => void this.#touch().catch(this.#options.onError), TOUCH_MS);
    this.wake();
  }

  /** Looks for jobs now. */
  wake(): void {
    this.#isAskedAgain = true;
    this.#turning ??= this.#turn()
      .catch(this.#options.onError)
      .finally(() => {
        this.#turning = null;
        // Asked for in the moment between the last look and its end.
        if (this.#isAskedAgain) this.wake();
      });
  }

  /** Takes no more jobs, lets the running ones end within `timeoutMs`, settles each, and gives the rest back. */
  async stop(timeoutMs: number): Promise<void> {
    // What ends from here on is settled as before: unsettled for 10 s, it would be run again elsewhere.
    this.#isStopped = true;
    await this.#awaitIdle(timeoutMs);
    this.#isOver = true;
    for (const [job, control] of this.#running) {
      control.abort(ENDED);
      this.#end(job, ENDED);
    }
    clearInterval(this.#polling);
    clearInterval(this.#touching);
    clearTimeout(this.#gathering);
    while (this.#turning) await this.#turning;
    await this.#settle().catch(this.#options.onError);
  }

  async #awaitIdle(timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
    await Promise.race([this.#turning, late]);
    const idle = new Promise<void>((resolve) => (this.#onIdle = resolve));
    if (this.#running.size > 0) await Promise.race([idle, late]);
    clearTimeout(timer);
  }

  async #turn(): Promise<void> {
    while (this.#isAskedAgain) {
      this.#isAskedAgain = false;
      clearTimeout(this.#gathering);
      this.#gathering = undefined;
      await this.#settle();
      await this.#fill();
    }
  }

  async #settle(): Promise<void> {
    const { source } = this.#options;
    while (this.#ended.length > 0) {
      const [first] = this.#ended;
      // What a run threw is kept with its own job; those that went well are all alike.
      const alike = this.#ended.filter((one) => one === first || (!one.error && !first?.error));
      const jobs = alike.map(({ job }) => job);
      await (first?.error ? source.fail(jobs, first.error) : source.complete(jobs));
      this.#ended = this.#ended.filter((one) => !alike.includes(one));
    }
  }

  async #fill(): Promise<void> {
    const { source } = this.#options;
    while (this.#places.free > 0 && !this.#isStopped) {
      const { free, room, fullApps } = this.#places;
      const jobs = await source.take(room, fullApps);
      if (this.#isOver && jobs.length > 0) return void (await source.fail(jobs, ENDED));
      for (const job of jobs) void this.#run(job);
      // Fewer were asked for than there are places, so that no App comes over its share.
      if (jobs.length < room || room === free) return;
    }
  }

  async #run(job: TakenJob): Promise<void> {
    const control = new AbortController();
    this.#running.set(job, control);
    this.#places.take(appOf(job));
    const expiry = setTimeout(() => {
      const error = new Error(`handler execution exceeded ${job.expireInSeconds}s`);
      control.abort(error);
      this.#end(job, error);
    }, job.expireInSeconds * 1000);
    try {
      await this.#options.run(job, control.signal);
      this.#end(job);
    } catch (error) {
      this.#end(job, error as Error);
    } finally {
      clearTimeout(expiry);
    }
  }

  /** Frees the job's place, unless its time was over before its run was. */
  #end(job: TakenJob, error?: Error): void {
    const { concurrency } = this.#options;
    if (!this.#running.delete(job)) return;
    this.#places.release(appOf(job));
    this.#ended.push({ job, ...(error && { error }) });
    if (this.#running.size === 0) this.#onIdle();
    if (this.#ended.length >= concurrency / 4 && concurrency > 1) this.wake();
    else this.#gathering ??= setTimeout(() => this.wake(), GATHER_MS);
  }

  async #touch(): Promise<void> {
    const jobs = [...this.#running.keys(), ...this.#ended.map(({ job }) => job)];
    if (jobs.length === 0) return;
    const ours = new Set(await this.#options.source.touch(jobs));
    for (const job of jobs) {
      if (!ours.has(job.id)) this.#running.get(job)?.abort(new Error('the job is no longer ours'));
    }
  }
}
