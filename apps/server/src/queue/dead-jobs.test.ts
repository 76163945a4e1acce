import { pino } from 'pino';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { database, databaseUrl, useDatabase } from '../../test/support/use-database.ts';
import { countDeadJobs, openDeadJobs, reportDeadJobs } from './dead-jobs.ts';
import { createJobs, type Jobs } from './jobs.ts';

const WAIT_OPTIONS = { timeout: 15_000, interval: 50 };

let jobs: Jobs;
const lines: Record<string, unknown>[] = [];
const log = pino(
  { base: null },
  { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
);
const endings: (() => unknown)[] = [];

useDatabase({ poolSize: 2 });
beforeAll(async () => {
  jobs = createJobs(databaseUrl, { poolSize: 3, log });
  await jobs.start();
});
afterAll(async () => {
  for (const end of endings) await end();
  await jobs.stop(0);
});

/** What an attempt has done too long ago, and what is said of its job then. */
const ENDS = [
  { column: 'heartbeat_on', reason: 'job heartbeat timeout' },
  { column: 'started_on', reason: 'job timed out' },
].map((end) => ({ ...end, intentId: `int_${end.column}`, queue: `test.${end.column}` }));
const toldOf = (id: string) => lines.filter(({ intentId }) => intentId === id);

/** Begins the last attempt of a job, which comes to this end. */
async function beginLastAttempt({ column, intentId, queue }: (typeof ENDS)[number]): Promise<void> {
  const job = { queue, expireSeconds: 60 };
  await jobs.define(job);
  const ended = Promise.withResolvers<void>();
  endings.push(() => ended.resolve());
  let attempts = 0;
  await jobs.work(job, 1, async () => {
    attempts += 1;
    await ended.promise;
  });
  await database.$transaction((transaction) => jobs.add(job, [intentId], transaction));
  jobs.wake(job);
  await vi.waitFor(() => expect(attempts).toBe(1), WAIT_OPTIONS);
  // As if this was the last attempt, and long ago.
  await database.$executeRawUnsafe(
    `UPDATE pgboss.job SET retry_count = retry_limit, ${column} = now() - interval '1 hour' WHERE singleton_key = $1`,
    intentId,
  );
}

it('reports once a job whose last attempt sends no heartbeat, and one whose last attempt expires', async () => {
  await Promise.all(ENDS.map(beginLastAttempt));
  for (const { intentId, queue, reason } of ENDS) {
    await vi.waitFor(() => expect(toldOf(intentId)).toHaveLength(1), WAIT_OPTIONS);
    expect(toldOf(intentId)).toMatchObject([
      { level: 50, queue, reason, msg: expect.stringContaining('job died') },
    ]);
  }
  expect(await countDeadJobs(database)).toBe(ENDS.length);

  // Another process polls too, later.
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, migrate: false });
  await boss.start();
  await reportDeadJobs(boss.getDb(), log);
  await boss.stop({ graceful: false });
  expect(ENDS.flatMap(({ intentId }) => toldOf(intentId))).toHaveLength(ENDS.length);

  const dead = await openDeadJobs(databaseUrl);
  const listed = (await dead.list()).map(({ intentId, queue, reason }) => ({ intentId, queue, reason }));
  expect(listed).toHaveLength(ENDS.length);
  for (const { intentId, queue, reason } of ENDS) {
    expect(listed).toContainEqual({ intentId, queue, reason });
    expect(await dead.redrive(intentId)).toBe(1);
  }
  await dead.close();
  expect(await countDeadJobs(database)).toBe(0);
});
