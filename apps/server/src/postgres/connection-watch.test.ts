import { Client } from 'pg';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startFaultProxy } from '../../test/faults/fault-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { createLogger } from '../observability/logger.ts';
import { ConnectionWatch } from './connection-watch.ts';
import { type Database, openDatabase } from './database.ts';

let nowMs: number;
let watch: ConnectionWatch;
let database: TestDatabase;

beforeEach(async () => {
  nowMs = 1000;
  watch = new ConnectionWatch(() => nowMs);
  database = await createTestDatabase();
  onTestFinished(() => database.drop());
});

/** A pool of one connection that stands. */
async function openPool(url = database.url): Promise<Database> {
  const pool = openDatabase(url, {
    poolSize: 1,
    log: createLogger('silent'),
    connections: watch,
  });
  onTestFinished(() => pool.$disconnect());
  await pool.$queryRaw`SELECT 1`;
  return pool;
}

async function asAdmin(statements: string): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

describe('the time since the connections of a process changed', () => {
  it('counts from the start of the process, and goes on while more connections reach the same server', async () => {
    await openPool();
    nowMs += 5000;
    await openPool();
    expect(watch.sinceChangeMs()).toBe(5000);
  });

  it('starts again when a connection breaks', async () => {
    await openPool();
    nowMs += 5000;
    await asAdmin(`SELECT pg_terminate_backend("pid") FROM "pg_stat_activity"
      WHERE "datname" = current_database() AND "pid" <> pg_backend_pid()`);
    await vi.waitFor(() => expect(watch.sinceChangeMs()).toBe(0));
  });

  it('starts again when a connection breaks during a statement', async () => {
    const address = new URL(database.url);
    const proxy = await startFaultProxy(Number(address.port));
    onTestFinished(proxy.stop);
    address.port = String(proxy.port);
    const pool = await openPool(address.href);
    nowMs += 5000;
    const sleeping = pool.rows('SELECT pg_sleep(60)').then(
      () => 'done',
      () => 'broken',
    );
    await vi.waitFor(() =>
      asAdmin(`SELECT 1 / count(*) FROM "pg_stat_activity" WHERE "query" = 'SELECT pg_sleep(60)'`),
    );
    proxy.resetAll();
    expect(await sleeping).toBe('broken');
    expect(watch.sinceChangeMs()).toBe(0);
  });

  it('starts again when a new connection reaches another server, although none broke', async () => {
    await openPool();
    nowMs += 5000;
    // New sessions of this database see another start time of the server.
    await asAdmin(`CREATE FUNCTION "public"."pg_postmaster_start_time"() RETURNS timestamptz LANGUAGE sql
      AS 'SELECT pg_catalog.pg_postmaster_start_time() + interval ''1 microsecond''';
      DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`);
    await openPool();
    expect(watch.sinceChangeMs()).toBe(0);
  });
});
