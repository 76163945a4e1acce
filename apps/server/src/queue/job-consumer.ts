import { AppSlots } from '../fair-share/app-slots.ts';
import { HEARTBEAT_PAUSE_MS } from './heartbeat.ts';

/** A job taken from the queue. It can be acknowledged only until the queue gives it to another worker. */
export interface TakenJob {
  id: string;
  retryCount: number;
  expireInSeconds: number;
  data: { intentId: string };
  /** The App that the job counts for; null or absent: none. */
  groupId?: string | null;
}

/** One queue. Each call is one statement, whatever the number of jobs. */
export interface JobSource {
  /** Takes at most `limit` jobs, none of `exceptApps`. */
  take(limit: number, exceptApps: readonly string[]): Promise<TakenJob[]>;
  complete(jobs: TakenJob[]): Promise<unknown>;
  fail(jobs: TakenJob[], error: Error): Promise<unknown>;
  /** Sends the heartbeat of the jobs, and returns the ids of those that this process still has. */
  touch(jobs: TakenJob[]): Promise<readonly string[]>;
}

export interface JobConsumerOptions {
  source: JobSource;
  /** Jobs at once. */
  concurrency: number;
  handle: (job: TakenJob, signal: AbortSignal) => Promise<void>;
  onError: (error: unknown) => void;
}

// For retries and for jobs that other processes add: the dispatcher of this process wakes its consumers.
const POLL_MS = 1000;
// Jobs that end within this time are acknowledged in one statement. No caller waits for it.
const ACKNOWLEDGE_DELAY_MS = 20;

const appOf = ({ groupId }: TakenJob): string | undefined => groupId ?? undefined;

const PROCESS_ENDED = new Error('the process ended before the job did');

interface EndedJob {
  job: TakenJob;
  error?: Error;
}

/**
 * Handles the jobs of one queue, up to `concurrency` at once, with a fair share of the slots for each App. A slow job
 * delays no other. A poll acknowledges the ended jobs and takes new ones; polls do not overlap.
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
  /** No job runs any more, and none may begin. */
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
    this.#touchTimer = setInterval(() => void this.#touch().catch(this.#options.onError), HEARTBEAT_PAUSE_MS);
    this.wake();
  }

  /** Polls now, or right after the current poll. */
  wake(): void {
    this.#isWakeRequested = true;
    this.#currentPoll ??= this.#poll()
      .catch(this.#options.onError)
      .finally(() => {
        this.#currentPoll = null;
        // A wake that came after the last check of the loop.
        if (this.#isWakeRequested) this.wake();
      });
  }

  /** Takes no more jobs, lets the running ones end within `timeoutMs`, and returns the rest to the queue. */
  async stop(timeoutMs: number): Promise<void> {
    // Polls go on while jobs end: a job that is not acknowledged within 10 s would be handled again elsewhere.
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
      // Each failed job stores its own error; completed jobs share one statement.
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
      for (const job of jobs) void this.#handle(job);
      // `room` can be less than the free slots, so that no App exceeds its share: then another round may find more.
      if (jobs.length < room || room === free) return;
    }
  }

  async #handle(job: TakenJob): Promise<void> {
    const control = new AbortController();
    this.#running.set(job, control);
    this.#slots.take(appOf(job));
    const expiry = setTimeout(() => {
      const error = new Error(`handler execution exceeded ${job.expireInSeconds}s`);
      control.abort(error);
      this.#end(job, error);
    }, job.expireInSeconds * 1000);
    try {
      await this.#options.handle(job, control.signal);
      this.#end(job);
    } catch (error) {
      this.#end(job, error as Error);
    } finally {
      clearTimeout(expiry);
    }
  }

  /** Frees the job's slot. Does nothing for a job that has expired before its handler ended. */
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
