import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase, type Database } from '../../src/postgres/database.ts';
import { countDeadJobs, listRecentlyDead } from '../../src/queue/dead-jobs.ts';
import { createFinishedJobsSweeper } from '../../src/queue/finished-jobs.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { processIntentJobs } from '../../src/purchasing/process-intent.job.ts';
import { runLength } from '../hostile/run-length.ts';
import { intentBody } from '../support/intent-factory.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const SIGNATURES = runLength(50_000, 2_000_000);
const JOBS = runLength(20_000, 200_000);
const CHUNK = 5000;
const FILLING = { timeout: runLength(60_000, 600_000) };
const { queue } = processIntentJobs.PLATFORM_A;
const log = createLogger('silent');

let service: TestService;
/** Somebody who may take longer than the service. */
let client: Client;
/** The connections of two workers. */
let workers: Database[];

beforeAll(async () => {
  service = await startTestService({ isWorking: true });
  client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  workers = [1, 2].map(() => openDatabase(service.databaseUrl, { poolSize: 1, log }));
});
afterAll(async () => {
  await client.end();
  await Promise.all(workers.map((one) => one.$disconnect()));
  await service.stop();
});

describe('old signatures', () => {
  const countSignatures = (): Promise<number> => service.database.signedCreate.count();
  const fill = (rows: number, age: string) =>
    client.query(`INSERT INTO signed_creates SELECT 'app_old', md5('${age}' || g), 'key ' || g, 'int_' || g,
      now() - interval '${age}' FROM generate_series(1, ${rows}) AS g`);
  beforeEach(() => client.query('TRUNCATE signed_creates'));

  it(
    'are forgotten in chunks that two workers share, while intents are bought',
    async () => {
      await fill(SIGNATURES, '16 minutes');
      const chunks: number[] = [];
      const forgetAll = async (): Promise<void> => {
        for (let gone = CHUNK; gone > 0; chunks.push(gone)) gone = await service.sweeps.forgetSignatures();
      };
      const forgotten = Promise.all([forgetAll(), forgetAll()]);
      const created = await service.call('POST', '/api/v1/intents', { body: intentBody(service) });
      expect(created.status).toBe(201);
      await vi.waitFor(async () => {
        const { status } = await service.database.intent.findUniqueOrThrow({
          where: { id: created.body.data.id },
        });
        expect(status).toBe('COMPLETED');
      }, 15_000);
      await forgotten;
      expect(Math.max(...chunks)).toBeLessThanOrEqual(CHUNK);
      expect(await countSignatures()).toBe(1);
    },
    FILLING.timeout,
  );

  it('stay while their timestamps may be accepted, by the clock of the database', async () => {
    await fill(3, '14 minutes');
    await fill(2, '16 minutes');
    const realNow = Date.now();
    const now = vi.spyOn(Date, 'now').mockReturnValue(realNow + 86_400_000);
    try {
      expect(await service.sweeps.forgetSignatures()).toBe(2);
    } finally {
      now.mockRestore();
    }
    expect(await countSignatures()).toBe(3);
  });

  it('that somebody holds are left for later', async () => {
    await fill(3, '16 minutes');
    await client.query('BEGIN');
    await client.query(`SELECT 1 FROM signed_creates ORDER BY "createdAt", signature LIMIT 1 FOR UPDATE`);
    expect(await service.sweeps.forgetSignatures()).toBe(2);
    await client.query('ROLLBACK');
    expect(await service.sweeps.forgetSignatures()).toBe(1);
  });
});

describe('the table of the queue', () => {
  const addJobs = (rows: number, columns: Record<string, string>) => {
    const all = {
      name: `'${queue}'`,
      data: `'{}'`,
      policy: `'exclusive'`,
      group_id: `'seeded'`,
      singleton_key: `'int_' || md5(random()::text)`,
      ...columns,
    };
    return client.query(
      `INSERT INTO pgboss.job (${Object.keys(all).join(', ')})
       SELECT ${Object.values(all).join(', ')} FROM generate_series(1, ${rows})`,
    );
  };
  const countJobs = async (where: string): Promise<number> => {
    const { rows } = await client.query(
      `SELECT count(*)::int AS count FROM pgboss.job WHERE group_id = 'seeded' AND ${where}`,
    );
    return (rows as { count: number }[])[0]?.count ?? 0;
  };
  const OLD = `completed_on < now() - interval '1 minute'`;
  beforeEach(() => client.query('DELETE FROM pgboss.job'));

  it(
    'loses the jobs that ended over a minute ago, and no others',
    async () => {
      await addJobs(JOBS, { state: `'completed'`, completed_on: `now() - interval '61 seconds'` });
      await addJobs(9, { state: `'failed'`, completed_on: `now() - interval '2 hours'` });
      await addJobs(7, { state: `'completed'`, completed_on: 'now()' });
      await addJobs(5, { start_after: `now() + interval '1 day'`, created_on: `now() - interval '3 days'` });
      await addJobs(3, { name: `'intents.dead'`, created_on: `now() - interval '3 days'` });
      const sweepers = workers.map((worker) => {
        const executeSql = async (text: string, values: unknown[] = []) => ({
          rows: await worker.$queryRawUnsafe<unknown[]>(text, ...values),
        });
        return createFinishedJobsSweeper({ executeSql }, log);
      });
      for (const one of sweepers) one.start();
      await vi.waitFor(async () => expect(await countJobs(OLD)).toBe(0), FILLING);
      await Promise.all(sweepers.map((one) => one.stop()));
      expect(await countJobs(`state = 'completed'`)).toBe(7);
      expect(await countJobs(`state = 'created' AND name <> 'intents.dead'`)).toBe(5);
      expect(await countJobs(`name = 'intents.dead'`)).toBe(3);
    },
    FILLING.timeout,
  );

  /** The statement's plan, as Postgres explains it, in place of its rows. */
  const explaining = (plans: string[]) => ({
    async $queryRawUnsafe(sql: string, ...values: unknown[]) {
      const rows = await service.database.$queryRawUnsafe(`EXPLAIN (FORMAT JSON) ${sql}`, ...values);
      plans.push(JSON.stringify(rows));
      return [];
    },
    $queryRaw: service.database.$queryRaw.bind(service.database),
  });

  it('is never read whole by what the dispatcher and a scrape ask of it', async () => {
    await addJobs(20_000, { name: `'intents.dead'`, created_on: `now() - interval '1 day'` });
    await addJobs(20_000, { state: `'completed'`, completed_on: 'now()' });
    await client.query('ANALYZE pgboss.job');
    const plans: string[] = [];
    await listRecentlyDead(explaining(plans), ['int_a', 'int_b']);
    await countDeadJobs(explaining(plans) as never);
    // A second job of the same intent is dropped, so that the running one is asked for.
    await addJobs(1, { singleton_key: `'int_running'`, state: `'active'` });
    await service.database.$transaction(async (transaction) => {
      const query = async (sql: string, ...values: unknown[]) => {
        if (sql.includes(`state <= 'active' AND policy`)) {
          await explaining(plans).$queryRawUnsafe(sql, ...values);
        }
        return transaction.$queryRawUnsafe(sql, ...values);
      };
      const watched = new Proxy(transaction, {
        get: (target, name) => (name === '$queryRawUnsafe' ? query : Reflect.get(target, name)),
      });
      const live = await service.jobs.add(processIntentJobs.PLATFORM_A, ['int_running'], watched);
      expect(live).toEqual({ running: ['int_running'], waiting: [] });
    });
    expect(plans).toHaveLength(3);
    expect(plans[0]).toContain('job_common_i11');
    expect(plans[1]).toContain('job_common_i11');
    expect(plans[2]).toContain('job_common_i6');
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan|job_common_pkey/);
  });
});
