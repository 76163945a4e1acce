import { expect, test, vi } from 'vitest';
import { createMigrationCase, type MigrationCase } from '../../../test/support/migration-case.ts';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';

const FIRST =
  'CREATE TABLE widgets (id int, name text);\nINSERT INTO widgets VALUES (1, $$a;b$$), (2, $$c$$)';
const INDEX = `-- outside a transaction
-- two; steps
CREATE INDEX CONCURRENTLY IF NOT EXISTS "widgets_id" ON widgets (id);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS widgets_name ON widgets (name)`;
const VALID = `SELECT indexrelid::regclass::text, indisvalid FROM pg_index
  WHERE indrelid = 'widgets'::regclass ORDER BY 1`;
const BOTH = [
  ['widgets_id', true],
  ['widgets_name', true],
];
const ROWS = `SELECT migration_name, finished_at IS NOT NULL, applied_steps_count, logs IS NULL
  FROM _prisma_migrations ORDER BY 1`;

async function prepare(): Promise<MigrationCase> {
  const one = await createMigrationCase();
  one.write('20250101000000_first', FIRST);
  await one.migrate();
  return one;
}

/** Waits until a session of this database is held up by another one. */
async function untilBlocked(one: MigrationCase, pattern: string): Promise<void> {
  const blocked = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
    AND cardinality(pg_blocking_pids(pid)) > 0 AND query LIKE '${pattern}'`;
  await vi.waitFor(async () => expect(await one.query(blocked)).not.toEqual([]), 10_000);
}

test('waits for a locked table in short attempts, between which writers and older releases pass', async () => {
  const one = await prepare();
  one.write('20250102000000_second', 'ALTER TABLE widgets ADD COLUMN size int');
  const reader = await one.connect();
  const writer = await one.connect();
  await reader.query('BEGIN; SELECT * FROM widgets');
  const reports: string[] = [];
  const timeouts = { tableLockMs: 300, pausesMs: Array<number>(50).fill(100) };
  // The reader still holds the table: without a pause the writer waits for a migration that waits for the reader.
  const letPass = async () => {
    await writer.query("INSERT INTO widgets VALUES (3, 'writer')");
    // As a process of an older release does when it starts.
    await writer.query(`SELECT pg_advisory_lock(${ADVISORY_LOCKS.prisma})`);
    await writer.query(`SELECT pg_advisory_unlock(${ADVISORY_LOCKS.prisma})`);
    await reader.query('COMMIT');
  };
  let passed: Promise<void> | undefined;
  const report = (line: string): void => {
    reports.push(line);
    passed ??= letPass();
  };
  expect(await one.migrate({ timeouts, report })).toEqual(['20250102000000_second']);
  await passed;
  expect(new Set(reports)).toEqual(
    new Set([
      'migration 20250102000000_second failed: canceling statement due to lock timeout; next attempt in 0.1 s',
    ]),
  );
});

test('a table that stays locked fails the migration after the last attempt, and leaves nothing', async () => {
  const one = await prepare();
  one.write('20250102000000_second', 'ALTER TABLE widgets ADD COLUMN size int');
  const reader = await one.connect();
  await reader.query('BEGIN; SELECT * FROM widgets');
  const reports: string[] = [];
  const timeouts = { tableLockMs: 20, pausesMs: [5, 6] };
  await expect(one.migrate({ timeouts, report: (line) => reports.push(line) })).rejects.toThrow(
    'migration 20250102000000_second failed: canceling statement due to lock timeout',
  );
  expect(reports.map((line) => line.split('; ')[1])).toEqual([
    'next attempt in 0.005 s',
    'next attempt in 0.006 s',
  ]);
  await reader.query('COMMIT');
  expect(await one.query(ROWS)).toEqual([['20250101000000_first', true, 1, true]]);
});

test("a role's own time limits do not bound a migration", async () => {
  const one = await prepare();
  await one.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET statement_timeout = 50', current_database());
    EXECUTE format('ALTER DATABASE %I SET idle_session_timeout = 50', current_database()); END $$`);
  one.write('20250102000000_second', 'SELECT pg_sleep(0.2)');
  expect(await one.migrate()).toEqual(['20250102000000_second']);
});

test('steps outside a transaction run one by one, and are recorded as Prisma does', async () => {
  const one = await prepare();
  one.write('20250102000000_indexes', INDEX);
  expect(await one.migrate()).toEqual(['20250102000000_indexes']);
  expect(await one.query(VALID)).toEqual(BOTH);
  expect(await one.query(ROWS)).toEqual([
    ['20250101000000_first', true, 1, true],
    ['20250102000000_indexes', true, 1, true],
  ]);
  expect(await one.migrate()).toEqual([]);
});

test('several processes at once build an index without a deadlock, while an older release waits for its turn', async () => {
  const one = await prepare();
  // It is held until all of them wait, and passes to whoever asks in a statement.
  const holder = await one.connect();
  await holder.query(`SELECT pg_advisory_lock(${ADVISORY_LOCKS.prisma})`);
  const older = await one.connect();
  const waited = older.query(`SELECT pg_advisory_lock(${ADVISORY_LOCKS.prisma})`);
  await untilBlocked(one, '%pg_advisory_lock%');
  one.write('20250102000000_indexes', INDEX);
  const running = [one.migrate(), one.migrate(), one.migrate()];
  await holder.query(`SELECT pg_advisory_unlock(${ADVISORY_LOCKS.prisma})`);
  await waited;
  await older.query(`SELECT pg_advisory_unlock(${ADVISORY_LOCKS.prisma})`);
  expect((await Promise.all(running)).flat()).toEqual(['20250102000000_indexes']);
  expect(await one.query(VALID)).toEqual(BOTH);
});

test("an older release, which waits inside a statement, gets Prisma's lock while an index is built", async () => {
  const one = await prepare();
  one.write('20250102000000_indexes', INDEX);
  const older = await one.connect();
  const old = await one.connect();
  await old.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT * FROM widgets');
  const migrated = one.migrate();
  await untilBlocked(one, 'CREATE INDEX CONCURRENTLY%');
  await older.query(`SET lock_timeout = 5000; SELECT pg_advisory_lock(${ADVISORY_LOCKS.prisma})`);
  await older.query(`SELECT pg_advisory_unlock(${ADVISORY_LOCKS.prisma})`);
  await old.query('COMMIT');
  expect(await migrated).toEqual(['20250102000000_indexes']);
});

test('a process that dies between two steps leaves them to the next one, which rebuilds a broken index', async () => {
  const one = await prepare();
  one.write('20250102000000_indexes', INDEX);
  const old = await one.connect();
  await old.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT * FROM widgets');
  const killed = one.migrate();
  killed.catch(() => undefined);
  await untilBlocked(one, 'CREATE INDEX CONCURRENTLY%');
  await one.query(`SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND objid = ${ADVISORY_LOCKS.migrationRunner} AND granted`);
  await expect(killed).rejects.toThrow('migration 20250102000000_indexes failed');
  await old.query('COMMIT');
  expect(await one.query(VALID)).toEqual([['widgets_id', false]]);
  expect(await one.query(ROWS)).toContainEqual(['20250102000000_indexes', false, 0, false]);

  expect(await one.migrate()).toEqual(['20250102000000_indexes']);
  expect(await one.query(VALID)).toEqual(BOTH);
});

test('a step that fails is named and tried again by the next start, with the data or the file mended', async () => {
  const one = await prepare();
  await one.query("INSERT INTO widgets VALUES (3, 'c')");
  one.write('20250102000000_indexes', INDEX);
  await expect(one.migrate()).rejects.toThrow('could not create unique index "widgets_name"');
  expect(await one.query(VALID)).toContainEqual(['widgets_name', false]);
  await one.query('DELETE FROM widgets WHERE id = 3');
  one.write('20250102000000_indexes', `${INDEX};\nSELECT 1`);
  expect(await one.migrate()).toEqual(['20250102000000_indexes']);
  expect(await one.query(VALID)).toEqual(BOTH);
});
