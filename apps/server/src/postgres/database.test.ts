import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { startFaultProxy } from '../../test/faults/fault-proxy.ts';
import { type DatabaseOptions, openDatabase } from './database.ts';
import { isDatabaseOutage } from './database-errors.ts';
import { createLogger } from '../observability/logger.ts';

const log = createLogger('silent');

/** What asking a database at this address throws: for a raw query, a built one, and one beneath Prisma. */
async function errorsOf(url: string, options: Partial<DatabaseOptions> = {}): Promise<unknown[]> {
  const database = openDatabase(url, { poolSize: 1, log, ...options });
  onTestFinished(() => database.$disconnect());
  const asked = [
    () => database.$queryRaw`SELECT 1`,
    () => database.intent.count(),
    () => database.rows('SELECT 1'),
  ];
  const errors: unknown[] = [];
  for (const ask of asked)
    errors.push(
      await ask().then(
        () => null,
        (error: unknown) => error,
      ),
    );
  return errors;
}

async function listen(onConnection: (end: () => void) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(() => socket.resetAndDestroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `postgresql://x:y@127.0.0.1:${(server.address() as AddressInfo).port}/z`;
}

describe('an outage of the database', () => {
  it('is what a refused connection is, for every kind of query', async () => {
    const errors = await errorsOf('postgresql://x:y@127.0.0.1:1/z');
    expect(errors.map(isDatabaseOutage)).toEqual([true, true, true]);
  });

  it('is what a broken connection is, for every kind of query', async () => {
    const errors = await errorsOf(await listen((end) => end()));
    expect(errors.map(isDatabaseOutage)).toEqual([true, true, true]);
  });

  it('is what a server is that falls silent between the greeting and the first statement', async () => {
    const target = new URL(inject('adminUrl'));
    const proxy = await startFaultProxy(Number(target.port));
    onTestFinished(proxy.stop);
    proxy.tap = () => ({ question: (bytes) => !bytes.includes('SET statement_timeout') });
    target.port = String(proxy.port);
    // The next one finds the only connection of the pool free again.
    const errors = await errorsOf(target.href, { statementMs: 200 });
    expect(errors.map(isDatabaseOutage)).toEqual([true, true, true]);
  });

  it.each(['deaf', 'drip'] as const)('is what a server is whose answer is %s', async (kind) => {
    const target = new URL(inject('adminUrl'));
    const proxy = await startFaultProxy(Number(target.port));
    onTestFinished(proxy.stop);
    target.port = String(proxy.port);
    const database = openDatabase(target.href, { poolSize: 1, log, statementMs: 200 });
    onTestFinished(() => database.$disconnect());
    await database.rows('SELECT 1');
    proxy.fault = { kind };
    const error: unknown = await database.rows('SELECT 2').catch((one: unknown) => one);
    expect(isDatabaseOutage(error)).toBe(true);
    await proxy.restore();
    expect(await database.rows('SELECT 3 AS one')).toEqual([{ one: 3 }]);
  });

  it('is not what a connection is that idles for longer than a statement may take', async () => {
    const database = openDatabase(inject('adminUrl'), { poolSize: 1, log, statementMs: 200 });
    onTestFinished(() => database.$disconnect());
    const SESSION = 'SELECT pg_backend_pid() AS pid';
    const [session] = await database.rows<{ pid: number }>(SESSION);
    const admin = new Client({ connectionString: inject('adminUrl') });
    await admin.connect();
    onTestFinished(() => admin.end());
    const RESTED = `SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND state_change < now() - interval '1.2 seconds'`;
    await vi.waitFor(async () => expect((await admin.query(RESTED, [session?.pid])).rowCount).toBe(1), {
      timeout: 5000,
      interval: 100,
    });
    expect(await database.rows(SESSION)).toEqual([session]);
  });

  it.each(['53100', '57P03', '57P01', '53300', '57014'])('is what Postgres means by %s', async (sqlState) => {
    const database = openDatabase(inject('adminUrl'), { poolSize: 1, log });
    onTestFinished(() => database.$disconnect());
    const raising = `DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${sqlState}'; END $$`;
    const error: unknown = await database.$executeRawUnsafe(raising).catch((one: unknown) => one);
    expect(isDatabaseOutage(error)).toBe(true);
  });

  it('is what a statement is that takes too long, and every connection knows the limits', async () => {
    const database = openDatabase(inject('adminUrl'), { poolSize: 1, log, lockWaitMs: 123 });
    onTestFinished(() => database.$disconnect());
    const rows = await database.$queryRaw<{ name: string; setting: string }[]>`
      SELECT name, setting FROM pg_settings
      WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') ORDER BY 1`;
    expect(rows.map(({ setting }) => setting)).toEqual(['3000', '123', '2000']);
    const error: unknown = await database.$queryRaw`SELECT pg_sleep(60)::text`.catch((one: unknown) => one);
    expect(isDatabaseOutage(error)).toBe(true);
  });

  it('is not what a statement is that Postgres refuses for its own sake', async () => {
    const database = openDatabase(inject('adminUrl'), { poolSize: 1, log });
    onTestFinished(() => database.$disconnect());
    const errors = [await database.$queryRaw`SELECT 1/0`.catch((one: unknown) => one), new Error('x'), null];
    expect(errors.map(isDatabaseOutage)).toEqual([false, false, false]);
  });
});

describe('a connection', () => {
  it.each([
    ['22012', true],
    ['23505', true],
    ['40P01', true],
    ['55P03', true],
    ['0A000', false],
    ['26000', false],
    ['42P01', false],
    ['57P01', false],
  ])('that got the error %s is kept: %s', async (sqlState, isKept) => {
    const database = openDatabase(inject('adminUrl'), { poolSize: 1, log });
    onTestFinished(() => database.$disconnect());
    const readSession = async () =>
      (await database.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid;
    const before = await readSession();
    const raising = `DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${sqlState}'; END $$`;
    await expect(database.rows(raising)).rejects.toMatchObject({ code: sqlState });
    expect((await readSession()) === before).toBe(isKept);
  });

  it('runs a prepared statement again after a migration has changed its table', async () => {
    const plans = { nameOf: (text: string) => (text.includes('"changed"') ? 'changed' : undefined) };
    const database = openDatabase(inject('adminUrl'), { poolSize: 1, log, plans });
    onTestFinished(() => database.$disconnect());
    const admin = openDatabase(inject('adminUrl'), { poolSize: 1, log });
    onTestFinished(() => admin.$disconnect());
    await admin.rows('CREATE TABLE "changed" ("one" int)');
    onTestFinished(async () => void (await admin.rows('DROP TABLE "changed"')));
    const READ = 'SELECT * FROM "changed"';
    await database.rows(READ);
    await admin.rows('ALTER TABLE "changed" ADD COLUMN "two" int');
    // It fails once, as it does with the pool's own query.
    await expect(database.rows(READ)).rejects.toMatchObject({ code: '0A000' });
    expect(await database.rows(READ)).toEqual([]);
  });
});
