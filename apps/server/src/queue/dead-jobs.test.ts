import { pino } from 'pino';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { database, databaseUrl, useDatabase } from '../../test/use-database.ts';
import { countDeadJobs, openDeadJobs, reportDeadJobs } from './dead-jobs.ts';
import { createJobs, type Jobs } from './jobs.ts';

const PATIENCE = { timeout: 15_000, interval: 50 };

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

it.each([
  ['sends no heartbeat', 'heartbeat_on', 'job heartbeat timeout'],
  ['expires', 'started_on', 'job timed out'],
])('reports once a job whose last attempt %s', async (_what, column, reason) => {
  const intentId = `int_${column}`;
  const job = { queue: `test.${column}`, expireSeconds: 60 };
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
  await vi.waitFor(() => expect(attempts).toBe(1), PATIENCE);
  // As if this was the last attempt, and long ago.
  await database.$executeRawUnsafe(
    `UPDATE pgboss.job SET retry_count = retry_limit, ${column} = now() - interval '1 hour' WHERE singleton_key = $1`,
    intentId,
  );
  const told = () => lines.filter((line) => line['intentId'] === intentId);
  await vi.waitFor(() => expect(told()).toHaveLength(1), PATIENCE);
  expect(told()).toMatchObject([
    { level: 50, queue: job.queue, reason, msg: expect.stringContaining('job died') },
  ]);
  expect(await countDeadJobs(database)).toBe(1);

  // Another process polls too, later.
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, migrate: false });
  await boss.start();
  await reportDeadJobs(boss.getDb(), log);
  await boss.stop({ graceful: false });
  expect(told()).toHaveLength(1);

  const dead = await openDeadJobs(databaseUrl);
  expect(await dead.list()).toMatchObject([{ intentId, queue: job.queue, reason }]);
  expect(await dead.redrive(intentId)).toBe(1);
  await dead.close();
  expect(await countDeadJobs(database)).toBe(0);
});
