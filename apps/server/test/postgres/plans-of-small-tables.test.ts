import { ROUTES } from '@procurement-intents/contract';
import { Client } from 'pg';
import { expect, it, type TestContext, vi } from 'vitest';
import { intentBody } from '../support/intent-factory.ts';
import { seedManyIntents } from '../support/seed-many-intents.ts';
import type { Signer } from '../support/sign.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const ROWS = 20_000;
/** From the sixth use of a statement on, Postgres may keep its plan. */
const USES = 8;
const { path: INTENTS } = ROUTES.listIntents;

/** The service on tables that nobody analyzes by himself: then the statements would be planned again. */
async function startOnTables({
  onTestFinished,
}: Pick<TestContext, 'onTestFinished'>): Promise<{ service: TestService; client: Client }> {
  const service = await startTestService({ isWorking: true });
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await service.stop();
  });
  for (const name of await findTables(client)) {
    await client.query(`ALTER TABLE "${name}" SET (autovacuum_enabled = off)`);
  }
  return { service, client };
}

async function findTables(client: Client): Promise<string[]> {
  // The parameters of a partitioned table are those of its partitions.
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  return rows.map(({ name }) => name);
}

/** Creates, reads, lists and buys, one after the other, so that the same connections do it each time. */
async function useService(service: TestService, signer: Signer): Promise<void> {
  await service.call('GET', `${INTENTS}/int_${'0'.repeat(32)}`, { signer });
  const created = await service.call('POST', INTENTS, { signer, body: intentBody(service) });
  expect(created.status).toBe(201);
  const path = `${INTENTS}/${created.body.data.id}`;
  await service.call('GET', INTENTS, { signer });
  await vi.waitFor(
    async () => {
      const { body } = await service.call('GET', path, { signer });
      expect(body.data.status).toBe('COMPLETED');
    },
    { timeout: 10_000 },
  );
}

async function useManyTimes(service: TestService): Promise<void> {
  for (let use = 0; use < USES; use += 1) await useService(service, await service.addApp());
}

/** Rows of each table that were read by going through it. */
async function countRowsReadThrough(client: Client): Promise<Record<string, number>> {
  // Its counts of a connection are added up when it ends.
  await client.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`);
  const { rows } = await client.query<{ name: string; count: string }>(
    `SELECT relname AS name, seq_tup_read AS count FROM pg_stat_user_tables WHERE schemaname = 'public'`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
}

it.concurrent.for([
  { when: 'it was empty, and never analyzed', rows: 0 },
  { when: 'it was small', rows: 60 },
  { when: 'it was just large enough for kept plans', rows: 4500 },
])(
  'reads no large table through by a plan that was made when $when',
  { timeout: 120_000 },
  async ({ rows }, test) => {
    const { service, client } = await startOnTables(test);
    if (rows > 0) {
      await seedManyIntents(service, service.signer.appId, rows);
      await client.query('ANALYZE');
      await service.plans.measure(service.database);
    }
    await useManyTimes(service);
    await seedManyIntents(service, (await service.addApp()).appId, ROWS);
    await useManyTimes(service);
    await service.plans.measure(service.database);
    await useManyTimes(service);
    const counts = await countRowsReadThrough(client);
    expect(Object.entries(counts).filter(([, count]) => count >= ROWS)).toEqual([]);
  },
);
