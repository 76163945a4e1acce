import { AppSlots } from '../fair-share/app-slots.ts';

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
const ACKNOWLEDGE_DELAY_MS = 20;
// Half of the time after which a job without a sign of life counts as dead.
const TOUCH_MS = 5000;

const appOf = ({ groupId }: TakenJob): string | undefined => groupId ?? undefined;

const PROCESS_ENDED = new Error('the process ended before the job did');

interface EndedJob {
  job: TakenJob;
  error?: Error;
}

/**
 * Runs the jobs of one queue, up to `concurrency` at once, each on its own: a slow one holds up no other, and no App has
 * all slots. Settling and taking go in turns, and what ends during a turn waits for the next one.
 */
export class JobConsumer {
  readonly #options: JobConsumerOptions;
  readonly #slots: AppSlots;
  readonly #running = new Map<TakenJob, AbortController>();
  #ended: EndedJob[] = [];
  #currentPoll: Promise<void> | null = null;
  #isWakeRequested = false;
  /** Takes no more jobs. */
  #isStopping = false;
  /** Nothing runs any more, and nothing may begin. */
  #isClosed = false;
  #onIdle = (): void => undefined;
  #pollTimer: NodeJS.Timeout | undefined;
  #touchTimer: NodeJS.Timeout | undefined;
  #acknowledgeTimer: NodeJS.Timeout | undefined;

  constructor(options: JobConsumerOptions) {
    this.#options = options;
    this.#slots = new AppSlots(options.concurrency);
  }

  start(): void {
    this.#pollTimer = setInterval(() => this.wake(), POLL_MS);
    this.#touchTimer = setInterval(() => void this.#touch().catch(this.#options.onError), TOUCH_MS);
    this.wake();
  }

  /** Looks for jobs now. */
  wake(): void {
    this.#isWakeRequested = true;
    this.#currentPoll ??= this.#poll()
      .catch(this.#options.onError)
      .finally(() => {
        this.#currentPoll = null;
        // Asked for in the moment between the last look and its end.
        if (this.#isWakeRequested) this.wake();
      });
  }

  /** Takes no more jobs, lets the running ones end within `timeoutMs`, settles each, and gives the rest back. */
  async stop(timeoutMs: number): Promise<void> {
    // What ends from here on is settled as before: unsettled for 10 s, it would be run again elsewhere.
    this.#isStopping = true;
    await this.#awaitIdle(timeoutMs);
    this.#isClosed = true;
    for (const [job, control] of this.#running) {
      control.abort(PROCESS_ENDED);
      this.#end(job, PROCESS_ENDED);
    }
    clearInterval(this.#pollTimer);
    clearInterval(this.#touchTimer);
    clearTimeout(this.#acknowledgeTimer);
    while (this.#currentPoll) await this.#currentPoll;
    await this.#acknowledge().catch(this.#options.onError);
  }

  async #awaitIdle(timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
    await Promise.race([this.#currentPoll, late]);
    const idle = new Promise<void>((resolve) => (this.#onIdle = resolve));
    if (this.#running.size > 0) await Promise.race([idle, late]);
    clearTimeout(timer);
  }

  async #poll(): Promise<void> {
    while (this.#isWakeRequested) {
      this.#isWakeRequested = false;
      clearTimeout(this.#acknowledgeTimer);
      this.#acknowledgeTimer = undefined;
      await this.#acknowledge();
      await this.#fill();
    }
  }

  async #acknowledge(): Promise<void> {
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
    while (this.#slots.free > 0 && !this.#isStopping) {
      const { free, room, fullApps } = this.#slots;
      const jobs = await source.take(room, fullApps);
      if (this.#isClosed && jobs.length > 0) return void (await source.fail(jobs, PROCESS_ENDED));
      for (const job of jobs) void this.#run(job);
      // Fewer were asked for than there are slots, so that no App comes over its share.
      if (jobs.length < room || room === free) return;
    }
  }

  async #run(job: TakenJob): Promise<void> {
    const control = new AbortController();
    this.#running.set(job, control);
    this.#slots.take(appOf(job));
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
    this.#slots.release(appOf(job));
    this.#ended.push({ job, ...(error && { error }) });
    if (this.#running.size === 0) this.#onIdle();
    if (this.#ended.length >= concurrency / 4 && concurrency > 1) this.wake();
    else this.#acknowledgeTimer ??= setTimeout(() => this.wake(), ACKNOWLEDGE_DELAY_MS);
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
