import { pino } from 'pino';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { createLogger } from '../../src/observability/logger.ts';
import { type Database, openDatabase } from '../../src/postgres/database.ts';
import { createJobs, type JobDefinition, type JobHandler, type Jobs } from '../../src/queue/jobs.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

export const WAIT_OPTIONS = { timeout: 12_000, interval: 50 };

let testDatabase: TestDatabase;
let database: Database;
/** What the processes have logged. */
export const lines: Record<string, unknown>[] = [];
const endings: (() => unknown)[] = [];
let queues = 0;

/** Gives the tests of this file a database for their queues. Its getters work once the tests run. */
export function useQueueDatabase() {
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = openDatabase(testDatabase.url, { poolSize: 4, log: createLogger('silent') });
  });
  afterAll(async () => {
    await Promise.all(endings.map((end) => end()));
    await database.$disconnect();
    await testDatabase.drop();
  });
  return { getDatabase: () => database, getUrl: () => testDatabase.url };
}

/** Runs `end` after the tests of this file. */
export const endLater = (end: () => unknown): void => void endings.push(end);

interface JobRow {
  state: string;
  data: unknown;
  output: unknown;
  retries: number;
}
export const rowsOf = ({ queue }: JobDefinition) =>
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
export async function startQueue(count = 1, expireSeconds = 60) {
  const job: JobDefinition = { queue: `test.${(queues += 1)}`, expireSeconds };
  const processes: Jobs[] = [];
  while (processes.length < count) processes.push(await startProcess());
  const [jobs] = processes as [Jobs];
  await jobs.define(job);
  return { job, jobs, processes };
}

export const add = (jobs: Jobs, job: JobDefinition, ids: readonly string[]) =>
  database.$transaction((transaction) => jobs.add(job, ids, transaction));

/** A handler that stays in its run until it is let go, or told to end. */
export function createHeldHandler() {
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
export const reached = (runs: readonly unknown[], count: number) =>
  vi.waitFor(() => expect(runs).toHaveLength(count), WAIT_OPTIONS);

/** Waits until the queue holds rows like these. */
export const expectJobs = (job: JobDefinition, ...rows: object[]) =>
  vi.waitFor(async () => expect(await rowsOf(job)).toMatchObject(rows), WAIT_OPTIONS);

/** A queue whose job of `int_1` is in a run of its first process that goes on until it is let go. */
export async function startHeldJob(count = 1) {
  const queue = await startQueue(count);
  const held = createHeldHandler();
  await queue.jobs.work(queue.job, 1, held.handler);
  await add(queue.jobs, queue.job, ['int_1']);
  queue.jobs.wake(queue.job);
  await reached(held.runs, 1);
  return { ...queue, ...held };
}
